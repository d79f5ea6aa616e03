#include "values.h"

namespace driveproof {

namespace {

ObjectBuilder& set_fault(ObjectBuilder& target, const platform::Fault& fault) {
  return target.set("code", fault.code)
      .set("syscall", fault.syscall)
      .set("osCode", fault.os_code)
      .set("message", fault.message)
      .set("offset", fault.offset)
      .set("systemCode", fault.system_code.empty() ? nullptr : fault.system_code.c_str());
}

}  // namespace

Napi::Value to_value(Napi::Env env, const platform::Fault& fault) {
  ObjectBuilder result(env);
  return set_fault(result, fault);
}

Napi::Error fault_error(Napi::Env env, const platform::Fault& fault) {
  Napi::Error error = Napi::Error::New(env, fault.message);
  ObjectBuilder properties(env, error.Value());
  set_fault(properties, fault);
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
