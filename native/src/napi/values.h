#pragma once

#include <napi.h>

#include <cstdint>
#include <optional>
#include <string>

#include "../platform/platform.h"

namespace driveproof {

// What every kind of result and error is made of in JavaScript.

inline Napi::Number number(Napi::Env env, std::uint64_t value) {
  return Napi::Number::New(env, static_cast<double>(value));
}

template <typename Items, typename Convert>
Napi::Array array(Napi::Env env, const Items& items, Convert convert) {
  Napi::Array result = Napi::Array::New(env, items.size());
  std::uint32_t index = 0;
  for (const auto& item : items) {
    result.Set(index++, convert(item));
  }
  return result;
}

/** A NativeFault of native/index.ts, or null. */
Napi::Value fault_or_null(Napi::Env env, const std::optional<platform::Fault>& fault);

/** An Error that carries a NativeFault. */
Napi::Error fault_error(Napi::Env env, const platform::Fault& fault);

/** An Error with a stable code. */
Napi::Error coded_error(Napi::Env env, const char* code, const std::string& message);

/** A TypeError with the code ERR_INVALID_ARG. */
Napi::Error invalid_argument(Napi::Env env, const std::string& message);

}  // namespace driveproof
