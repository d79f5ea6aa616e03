#pragma once

#include <napi.h>

#include <string>

#include "engine/session.h"

namespace driveproof {

// Plain data of the engine as JavaScript values of the shapes in native/index.ts.

Napi::Value to_js(Napi::Env env, const PrepareOutcome& outcome);
Napi::Value to_js(Napi::Env env, const MeasureOutcome& outcome);
Napi::Value to_js(Napi::Env env, const SequentialOutcome& outcome);
Napi::Value to_js(Napi::Env env, const DrainOutcome& outcome);
Napi::Value to_js(Napi::Env env, const VerifyOutcome& outcome);
Napi::Value to_js(Napi::Env env, const Snapshot& snapshot);

/** The modes of this system with their calls, for blocks of any size. */
Napi::Value modes_to_js(Napi::Env env);

/** An Error that carries a NativeFault. */
Napi::Error fault_error(Napi::Env env, const Fault& fault);

/** An Error with a stable code. */
Napi::Error coded_error(Napi::Env env, const char* code, const std::string& message);

/** A TypeError with the code ERR_INVALID_ARG. */
Napi::Error invalid_argument(Napi::Env env, const std::string& message);

}  // namespace driveproof
