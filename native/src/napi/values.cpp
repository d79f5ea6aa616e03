#include "values.h"

namespace driveproof {

namespace {

void set_fault(Napi::Env env, Napi::Object target, const platform::Fault& fault) {
  target.Set("code", fault.code);
  target.Set("syscall", fault.syscall);
  target.Set("osCode", Napi::Number::New(env, static_cast<double>(fault.os_code)));
  target.Set("message", fault.message);
  target.Set("offset", fault.offset ? Napi::Value(number(env, *fault.offset)) : env.Null());
  target.Set("systemCode", fault.system_code.empty()
                               ? env.Null()
                               : Napi::Value(Napi::String::New(env, fault.system_code)));
}

}  // namespace

Napi::Value fault_or_null(Napi::Env env, const std::optional<platform::Fault>& fault) {
  if (!fault) {
    return env.Null();
  }
  Napi::Object result = Napi::Object::New(env);
  set_fault(env, result, *fault);
  return result;
}

Napi::Error fault_error(Napi::Env env, const platform::Fault& fault) {
  Napi::Error error = Napi::Error::New(env, fault.message);
  set_fault(env, error.Value(), fault);
  return error;
}

Napi::Error coded_error(Napi::Env env, const char* code, const std::string& message) {
  Napi::Error error = Napi::Error::New(env, message);
  error.Value().Set("code", code);
  return error;
}

Napi::Error invalid_argument(Napi::Env env, const std::string& message) {
  Napi::TypeError error = Napi::TypeError::New(env, message);
  error.Value().Set("code", "ERR_INVALID_ARG");
  return error;
}

}  // namespace driveproof
