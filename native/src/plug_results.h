#pragma once

#include <napi.h>

#include "plug/plug_session.h"

namespace driveproof {

// Results of a plug session as JavaScript values of the shapes in native/index.ts.

Napi::Value to_js(Napi::Env env, const plug::PrepareOutcome& outcome);
Napi::Value to_js(Napi::Env env, const plug::RunOutcome& outcome);
Napi::Value to_js(Napi::Env env, const plug::ReadBackOutcome& outcome);
Napi::Value to_js(Napi::Env env, const plug::Snapshot& snapshot);

}  // namespace driveproof
