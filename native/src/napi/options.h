#pragma once

#include <napi.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../platform/platform.h"
#include "values.h"

namespace driveproof {

/** Reads the properties of an options object; records whether all of them were valid. */
class Options {
 public:
  Options(const Napi::CallbackInfo& info, const char* method) : env_(info.Env()) {
    if (info.Length() < 1 || !info[0].IsObject()) {
      fail(std::string(method) + " needs an object of options");
      return;
    }
    object_ = info[0].As<Napi::Object>();
  }

  bool ok() const { return ok_; }

  void fail(const std::string& message) {
    if (ok_) {
      ok_ = false;
      if (!env_.IsExceptionPending()) {  // the exception of a getter says more
        invalid_argument(env_, message).ThrowAsJavaScriptException();
      }
    }
  }

  std::string text(const char* name) {
    const Napi::Value value = get(name);
    if (!ok_ || !value.IsString()) {
      fail(std::string(name) + " must be a string");
      return {};
    }
    std::string text = value.As<Napi::String>().Utf8Value();
    if (text.empty() || text.find('\0') != std::string::npos) {
      fail(std::string(name) + " must not be empty or contain a null character");
    }
    return text;
  }

  /** As text(); `null` and undefined become an empty text. */
  std::string text_or_none(const char* name) {
    const Napi::Value value = get(name);
    return ok_ && (value.IsNull() || value.IsUndefined()) ? std::string() : text(name);
  }

  /** Names of entries of a folder, not paths. */
  std::vector<std::string> names(const char* name) {
    std::vector<std::string> names;
    const Napi::Value value = get(name);
    const std::uint32_t count = ok_ && value.IsArray() ? value.As<Napi::Array>().Length() : 0;
    for (std::uint32_t index = 0; ok_ && index < count; ++index) {
      const Napi::Value item = value.As<Napi::Array>().Get(index);
      if (!env_.IsExceptionPending() && item.IsString()) {
        names.push_back(item.As<Napi::String>());
      }
    }
    const auto is_name = [](const std::string& text) {
      return !text.empty() && text.find_first_of(std::string("./\\\0", 4)) == std::string::npos;
    };
    if (!ok_ || names.size() != count || names.empty() ||
        !std::all_of(names.begin(), names.end(), is_name)) {
      fail(std::string(name) + " must be a list of names");
    }
    return names;
  }

  bool flag(const char* name) {
    const Napi::Value value = get(name);
    if (!ok_ || !value.IsBoolean()) {
      fail(std::string(name) + " must be true or false");
      return false;
    }
    return value.As<Napi::Boolean>().Value();
  }

  /** A folder: its path and, if it is held open, its descriptor. */
  platform::Place place() {
    const auto held = optional_integer("folderDescriptor", 0);
    return {text("directory"), held ? static_cast<platform::Handle>(*held) : platform::kNoHandle};
  }

  std::uint64_t integer(const char* name, std::uint64_t smallest) {
    return integer(name, get(name), smallest);
  }

  std::optional<std::uint64_t> integer_or_null(const char* name, std::uint64_t smallest) {
    const Napi::Value value = get(name);
    return ok_ && value.IsNull() ? std::nullopt
                                 : std::optional(integer(name, value, smallest));
  }

  /** As integer_or_null(); may also be left out. */
  std::optional<std::uint64_t> optional_integer(const char* name, std::uint64_t smallest) {
    return get(name).IsUndefined() ? std::nullopt : integer_or_null(name, smallest);
  }

  std::uint64_t integer(const char* name, std::uint64_t smallest, std::uint64_t largest) {
    const std::uint64_t number = integer(name, smallest);
    if (ok_ && number > largest) {
      fail(std::string(name) + " must not be more than " + std::to_string(largest));
    }
    return number;
  }

  std::uint32_t integer_within(const char* name, std::uint32_t smallest, std::uint32_t largest) {
    return static_cast<std::uint32_t>(integer(name, smallest, std::uint64_t{largest}));
  }

  /** The index of a mode of this system. */
  std::size_t mode(const char* name) { return mode_of(text(name)); }

  /** The indices of modes of this system: at least one, each once. */
  std::vector<std::size_t> modes(const char* name) {
    std::vector<std::size_t> modes;
    const Napi::Value value = get(name);
    const std::uint32_t count =
        ok_ && value.IsArray() ? value.As<Napi::Array>().Length() : 0;
    for (std::uint32_t index = 0; ok_ && index < count; ++index) {
      const Napi::Value id = value.As<Napi::Array>().Get(index);
      if (env_.IsExceptionPending() || !id.IsString()) {
        fail(std::string(name) + " must be a list of modes");
        break;
      }
      modes.push_back(mode_of(id.As<Napi::String>().Utf8Value()));
      if (std::count(modes.begin(), modes.end(), modes.back()) > 1) {
        fail(std::string(name) + " must not name a mode twice");
      }
    }
    if (modes.empty()) {
      fail(std::string(name) + " must be a list of at least one mode");
    }
    return modes;
  }

 private:
  static constexpr std::uint64_t kLargestInteger =
      (std::uint64_t{1} << 53) - 1;  // Number.MAX_SAFE_INTEGER

  std::size_t mode_of(const std::string& id) {
    const auto modes = platform::modes();
    std::size_t index = 0;
    while (index < modes.size() && id != modes[index].id) {
      ++index;
    }
    if (index == modes.size()) {
      fail("this operating system has no mode \"" + id + "\"");
    }
    return index;
  }

  std::uint64_t integer(const char* name, const Napi::Value& value, std::uint64_t smallest) {
    if (!ok_ || !value.IsNumber()) {
      fail(std::string(name) + " must be a number");
      return 0;
    }
    const double number = value.As<Napi::Number>().DoubleValue();
    if (!std::isfinite(number) || number != std::floor(number) ||
        number < static_cast<double>(smallest) ||
        number > static_cast<double>(kLargestInteger)) {
      fail(std::string(name) + " must be an integer of at least " + std::to_string(smallest));
      return 0;
    }
    return static_cast<std::uint64_t>(number);
  }

  Napi::Value get(const char* name) {
    if (!ok_) {
      return env_.Undefined();
    }
    const Napi::Value value = object_.Get(name);
    if (env_.IsExceptionPending()) {
      ok_ = false;
      return env_.Undefined();
    }
    return value;
  }

  Napi::Env env_;
  Napi::Object object_;
  bool ok_ = true;
};

}  // namespace driveproof
