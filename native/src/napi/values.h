#pragma once

#include <napi.h>

#include <algorithm>
#include <ranges>
#include <string>
#include <vector>

#include "fields.h"

namespace driveproof {

/** JavaScript receives the numbers as a Float64Array. */
struct Packed {
  const std::vector<std::uint64_t>& values;
};

template <typename T>
Napi::Value to_value(Napi::Env env, const T& value);

template <typename Struct>
void set_fields(Napi::Object object, const Struct& from) {
  for_each_field(from, [&](const char* name, const auto& value, const auto&) {
    object.Set(name, to_value(object.Env(), value));
  });
}

template <typename T>
Napi::Value to_value(Napi::Env env, const T& value) {
  if constexpr (std::is_same_v<decltype(fields<T>), const std::tuple<>>) {
    return env.Undefined();
  } else if constexpr (requires { value.has_value(); }) {
    return value ? to_value(env, *value) : env.Null();
  } else if constexpr (std::is_same_v<T, bool>) {
    return Napi::Boolean::New(env, value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return Napi::Number::New(env, static_cast<double>(value));
  } else if constexpr (std::is_enum_v<T>) {
    return to_value(env, names<T>[static_cast<std::size_t>(value)]);
  } else if constexpr (std::is_same_v<T, const char*>) {
    return value == nullptr ? env.Null() : Napi::Value(Napi::String::New(env, value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    return Napi::String::New(env, value);
  } else if constexpr (std::is_same_v<T, Packed>) {
    Napi::Float64Array result = Napi::Float64Array::New(env, value.values.size());
    std::copy(value.values.begin(), value.values.end(), result.Data());
    return result;
  } else if constexpr (std::ranges::range<T>) {
    Napi::Array result = Napi::Array::New(env, value.size());
    std::uint32_t index = 0;
    for (const auto& each : value) {
      result.Set(index++, to_value(env, each));
    }
    return result;
  } else if constexpr (std::is_invocable_v<decltype(fields<T>), const T&>) {
    return to_value(env, std::invoke(fields<T>, value));
  } else {
    Napi::Object object = Napi::Object::New(env);
    set_fields(object, value);
    return object;
  }
}

}  // namespace driveproof
