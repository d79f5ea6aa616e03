#pragma once

#include <napi.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "../platform/platform.h"
#include "fields.h"

namespace driveproof {

/** Becomes a Float64Array. */
struct Packed {
  const std::vector<std::uint64_t>& values;
};

inline const char* or_null(const std::string& text) {
  return text.empty() ? nullptr : text.c_str();
}

/** NativeFault of native/fault.ts. */
DESCRIBE(platform::Fault, FIELDS(it.code, it.syscall, it.os_code, it.message, it.offset),
         field("systemCode",
               [](const platform::Fault& fault) { return or_null(fault.system_code); }));

template <typename T>
Napi::Value to_value(Napi::Env env, const T& value);

/** Sets the properties of a struct's table; of an absent struct all are null. */
template <typename Struct>
void set_fields(Napi::Object object, const Struct& from, bool is_there = true) {
  const auto set = [&](const char* name, const auto& value) {
    object.Set(name, is_there ? to_value(object.Env(), value) : object.Env().Null());
  };
  const auto set_part = [&]<typename Part>(const Part& part) {
    if constexpr (requires { part.has_value(); }) {
      set_fields(object, part.value_or(typename Part::value_type()), part.has_value());
    } else {
      set_fields(object, part);
    }
  };
  const auto set_entry = [&](const auto& entry) {
    if constexpr (requires { entry.part; }) {
      set_part(entry.part(from));
    } else if constexpr (requires { entry.names; }) {
      auto name = entry.names.begin();
      std::apply([&](const auto&... each) { (set((name++)->data(), each), ...); }, entry.get(from));
    } else {
      set(entry.name, std::invoke(entry.get, from));
    }
  };
  std::apply([&](const auto&... entries) { (set_entry(entries), ...); }, fields<Struct>);
}

template <typename T>
Napi::Value to_value(Napi::Env env, const T& value) {
  if constexpr (std::is_same_v<T, std::monostate>) {
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
    std::transform(value.values.begin(), value.values.end(), result.Data(),
                   [](std::uint64_t each) { return static_cast<double>(each); });
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

/** An Error that carries a NativeFault. */
inline Napi::Error fault_error(Napi::Env env, const platform::Fault& fault) {
  const Napi::Error error = Napi::Error::New(env, fault.message);
  set_fields(error.Value(), fault);
  return error;
}

inline constexpr const char* kInvalidArgument = "ERR_INVALID_ARG";

/** An Error with a stable code; a TypeError for an argument that is wrong. */
inline Napi::Error coded_error(Napi::Env env, const char* code, const std::string& message) {
  const Napi::Error error = code == kInvalidArgument ? Napi::TypeError::New(env, message)
                                                     : Napi::Error::New(env, message);
  error.Value().Set("code", code);
  return error;
}

}  // namespace driveproof
