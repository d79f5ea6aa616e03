#pragma once

#include <napi.h>

#include "../power-cut/session.h"

namespace driveproof {

// Results of a power-cut session as JavaScript values of the shapes in native/index.ts.

Napi::Value to_js(Napi::Env env, const power_cut::PrepareOutcome& outcome);
Napi::Value to_js(Napi::Env env, const power_cut::RunOutcome& outcome);
Napi::Value to_js(Napi::Env env, const power_cut::ReadBackOutcome& outcome);
Napi::Value to_js(Napi::Env env, const power_cut::Snapshot& snapshot);

}  // namespace driveproof
