#pragma once

#include <napi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "../platform/platform.h"

namespace driveproof {

// Building blocks of all results and errors in JavaScript.

/** The shape of NativeFault in native/index.ts. */
Napi::Value to_value(Napi::Env env, const platform::Fault& fault);

template <typename T>
Napi::Value to_value(Napi::Env env, const std::optional<T>& value);
template <typename T>
Napi::Value to_value(Napi::Env env, const std::vector<T>& values);

/** Converts a number, a text (null for nullptr) or a bool; passes JavaScript values on. */
template <typename T>
Napi::Value to_value(Napi::Env env, const T& value) {
  if constexpr (std::is_base_of_v<Napi::Value, T>) {
    return value;
  } else if constexpr (std::is_same_v<T, bool>) {
    return Napi::Boolean::New(env, value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return Napi::Number::New(env, static_cast<double>(value));
  } else if constexpr (std::is_pointer_v<T>) {
    return value == nullptr ? env.Null() : Napi::Value(Napi::String::New(env, value));
  } else {
    return Napi::String::New(env, value);
  }
}

template <typename T>
Napi::Value to_value(Napi::Env env, const std::optional<T>& value) {
  return value ? to_value(env, *value) : env.Null();
}

template <typename Items, typename Convert>
Napi::Value array(Napi::Env env, const Items& items, Convert convert) {
  Napi::Array result = Napi::Array::New(env, items.size());
  std::uint32_t index = 0;
  for (const auto& item : items) {
    result.Set(index++, Napi::Value(convert(item)));
  }
  return result;
}

template <typename T>
Napi::Value to_value(Napi::Env env, const std::vector<T>& values) {
  return array(env, values, [env](const T& value) { return to_value(env, value); });
}

/** Sets the properties of an object, one after the other. */
class ObjectBuilder {
 public:
  explicit ObjectBuilder(Napi::Env env) : ObjectBuilder(env, Napi::Object::New(env)) {}
  ObjectBuilder(Napi::Env env, Napi::Object object) : env_(env), object_(object) {}

  template <typename T>
  ObjectBuilder& set(const char* name, const T& value) {
    object_.Set(name, to_value(env_, value));
    return *this;
  }

  operator Napi::Value() const { return object_; }

 private:
  Napi::Env env_;
  Napi::Object object_;
};

/** An Error that carries a NativeFault. */
Napi::Error fault_error(Napi::Env env, const platform::Fault& fault);

/** An Error with a stable code. */
Napi::Error coded_error(Napi::Env env, const char* code, const std::string& message);

/** A TypeError with the code ERR_INVALID_ARG. */
Napi::Error invalid_argument(Napi::Env env, const std::string& message);

}  // namespace driveproof
