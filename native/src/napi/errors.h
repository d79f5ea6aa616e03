#pragma once

#include "../platform/platform.h"
#include "values.h"

namespace driveproof {

/** NativeFault of native/fault.ts. */
DESCRIBE(platform::Fault, FIELDS(it.code, it.syscall, it.os_code, it.message, it.offset),
         Field("systemCode", [](const auto& fault) { return or_null(fault.system_code); }));

using MaybeFault = std::optional<platform::Fault>;

/** Why a call throws or a promise is rejected: the system's fault, or a stable code and a text. */
struct Refusal {
  const char* code;
  std::string message;
  MaybeFault fault = std::nullopt;
};
using MaybeRefused = std::optional<Refusal>;

inline constexpr const char* kInvalidArgument = "ERR_INVALID_ARG";

inline MaybeRefused refused_if(bool refused, const char* code, const std::string& message) {
  return refused ? MaybeRefused({code, message}) : std::nullopt;
}

inline MaybeRefused wrong_if(bool wrong, const std::string& message) {
  return refused_if(wrong, kInvalidArgument, message);
}

inline MaybeRefused refused_by(const MaybeFault& fault) {
  return fault ? MaybeRefused({"", "", fault}) : std::nullopt;
}

/** The first that is there. */
template <typename... More>
MaybeRefused first_of(MaybeRefused first, const More&... more) {
  ((first = first ? first : more), ...);
  return first;
}

/** A fault has its properties; a wrong argument is a TypeError. */
inline Napi::Error error_of(Napi::Env env, const Refusal& refusal) {
  const auto& [code, message, fault] = refusal;
  if (fault) {
    const Napi::Error error = Napi::Error::New(env, fault->message);
    set_fields(error.Value(), *fault);
    return error;
  }
  const bool is_wrong = std::string_view(code) == kInvalidArgument;
  const Napi::Error error = is_wrong ? Napi::Error(Napi::TypeError::New(env, message))
                                     : Napi::Error::New(env, message);
  error.Value().Set("code", code);
  return error;
}

/** Whether the call is refused; then an Error is pending. */
inline bool throws(Napi::Env env, const MaybeRefused& refusal) {
  if (refusal) {
    error_of(env, *refusal).ThrowAsJavaScriptException();
  }
  return refusal.has_value();
}

template <typename Result>
void settle(const Napi::Promise::Deferred& promise, const MaybeRefused& refusal,
            const Result& result) {
  if (refusal) {
    promise.Reject(error_of(promise.Env(), *refusal).Value());
  } else {
    promise.Resolve(to_value(promise.Env(), result));
  }
}

}  // namespace driveproof
