#include "run_lock.h"

#include "../platform/file_lock.h"
#include "values.h"

namespace driveproof {

Napi::Value try_lock(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsNumber()) {
    invalid_argument(env, "the descriptor must be a number").ThrowAsJavaScriptException();
    return env.Undefined();
  }
  bool locked = false;
  if (const auto fault = platform::try_lock(info[0].As<Napi::Number>().Int32Value(), locked)) {
    fault_error(env, *fault).ThrowAsJavaScriptException();
    return env.Undefined();
  }
  return Napi::Boolean::New(env, locked);
}

}  // namespace driveproof
