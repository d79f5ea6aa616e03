#pragma once

#include "../platform/platform.h"
#include "values.h"

namespace driveproof {

/** Describes the fault that JavaScript sees: NativeFault in native/fault.ts. */
DESCRIBE(platform::Fault,
         FIELDS(it.code, it.syscall, it.os_code, it.message, it.offset, it.system_code));

using platform::MaybeFault;

inline constexpr const char* kInvalidArgument = "ERR_INVALID_ARG";

/**
 * Returns a fault if `refused` is true: a refusal by this program's rules, which names no system
 * call.
 */
inline MaybeFault refused_if(bool refused, const char* code, const std::string& message) {
  return refused ? MaybeFault({code, "", 0, message}) : std::nullopt;
}

inline MaybeFault wrong_if(bool wrong, const std::string& message) {
  return refused_if(wrong, kInvalidArgument, message);
}

template <typename... More>
MaybeFault first_of(MaybeFault first, const More&... more) {
  ((first = first ? first : more), ...);
  return first;
}

/** A TypeError for a wrong argument, an Error with the fault's properties for every other fault. */
inline Napi::Error error_of(Napi::Env env, const platform::Fault& fault) {
  const Napi::Error error = fault.code == kInvalidArgument
                                ? Napi::Error(Napi::TypeError::New(env, fault.message))
                                : Napi::Error::New(env, fault.message);
  if (fault.syscall.empty()) {
    error.Value().Set("code", fault.code);
  } else {
    set_fields(error.Value(), fault);
  }
  return error;
}

/** Whether the call is refused; a JavaScript exception is then pending. */
inline bool throws(Napi::Env env, const MaybeFault& refusal) {
  if (refusal) {
    error_of(env, *refusal).ThrowAsJavaScriptException();
  }
  return refusal.has_value();
}

template <typename Result>
void settle(const Napi::Promise::Deferred& promise, const MaybeFault& refusal,
            const Result& result) {
  if (refusal) {
    promise.Reject(error_of(promise.Env(), *refusal).Value());
  } else {
    promise.Resolve(to_value(promise.Env(), result));
  }
}

}  // namespace driveproof
