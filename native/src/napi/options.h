#pragma once

#include <napi.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "../platform/platform.h"
#include "errors.h"
#include "fields.h"

namespace driveproof {

/** The rule of an index into a list of this system: JavaScript names the entry by its id. */
template <typename All>
struct IndexOf {
  All all;           // returns the list
  const char* what;  // for the message: "mode"
  const char* use;   // and what it would be for
};

inline constexpr IndexOf kMode{platform::modes, "mode", ""};

/** A folder; its descriptor, if it is held open. */
DESCRIBE(platform::Place, Field("folderDescriptor", &platform::Place::descriptor, Rule().or_none()),
         FIELDS(it.directory));

/** Reads the properties of an options object. After the first that is wrong an Error is pending. */
class Options {
 public:
  explicit Options(const Napi::Object& object) : env_(object.Env()), object_(object) {}

  template <typename Struct>
  bool read(Struct& into) {
    for_each_field(into, [&](const char* name, auto& member, const auto& rule) {
      read(name, member, rule);
    });
    return ok_;
  }

 private:
  template <typename Member, typename AnyRule>
  void read(const char* name, Member& member, const AnyRule& rule) {
    const Napi::Value value = ok_ ? Napi::Value(object_.Get(name)) : env_.Undefined();
    ok_ = ok_ && !env_.IsExceptionPending();
    bool lacks = false;
    if constexpr (std::is_same_v<AnyRule, Rule>) {
      lacks = rule.may_lack && (value.IsNull() || value.IsUndefined());
    }
    if (ok_ && !lacks) {
      take(name, value, member, rule);
    }
  }

  void take(const char* name, const Napi::Value& value, std::string& text, const Rule& rule) {
    if (!value.IsString()) {
      return fail(name, " must be a string");
    }
    text = value.As<Napi::String>().Utf8Value();
    if (text.empty() || text.find('\0') != std::string::npos) {
      return fail(name, " must not be empty or contain a null character");
    }
    // The colon would open an alternate stream on Windows.
    const bool is_plain =
        text != "." && text != ".." && text.find_first_of("/\\:") == std::string::npos;
    if (rule.is_plain_name && !is_plain) {
      fail(name, " must be a plain name without separators");
    }
  }

  void take(const char* name, const Napi::Value& value, bool& flag, const Rule&) {
    if (!value.IsBoolean()) {
      return fail(name, " must be true or false");
    }
    flag = value.As<Napi::Boolean>().Value();
  }

  template <typename Number>
    requires std::is_integral_v<Number>
  void take(const char* name, const Napi::Value& value, Number& into, const Rule& rule) {
    if (!value.IsNumber()) {
      return fail(name, " must be a number");
    }
    const double number = value.As<Napi::Number>().DoubleValue();
    if (!std::isfinite(number) || number != std::floor(number) ||
        number < static_cast<double>(rule.smallest) ||
        number > static_cast<double>(Rule().largest)) {
      return fail(name, " must be an integer of at least " + std::to_string(rule.smallest));
    }
    const auto integer = static_cast<std::uint64_t>(number);
    const std::uint64_t largest = std::min(
        rule.largest, static_cast<std::uint64_t>(std::numeric_limits<Number>::max()));
    if (rule.power_from != nullptr) {
      if (integer > largest || !std::has_single_bit(integer)) {
        return fail(name, " must be a power of two from " + std::string(rule.power_from) + " to " +
                              std::to_string(largest));
      }
    } else if (integer > largest) {
      return fail(name, " must not be more than " + std::to_string(largest));
    } else if (integer % rule.unit != 0) {
      return fail(name, " must be a multiple of " +
                            (rule.unit == 1u << 20 ? "1 MiB" : std::to_string(rule.unit)));
    }
    into = static_cast<Number>(integer);
  }

  template <typename T>
  void take(const char* name, const Napi::Value& value, std::optional<T>& into, const Rule& rule) {
    if (!value.IsNull()) {
      take(name, value, into.emplace(), rule);
    }
  }

  template <typename Enum>
    requires std::is_enum_v<Enum>
  void take(const char* name, const Napi::Value& value, Enum& into, const Rule& rule) {
    std::string text;
    take(name, value, text, rule);
    const auto found = std::find(names<Enum>.begin(), names<Enum>.end(), text);
    into = static_cast<Enum>(found - names<Enum>.begin());
    if (ok_ && found == names<Enum>.end()) {
      std::string known;
      for (const char* const& each : names<Enum>) {
        known += &each == names<Enum>.begin()        ? " must be "
                 : &each + 1 == names<Enum>.end() ? " or "
                                                  : ", ";
        known += "\"" + std::string(each) + "\"";
      }
      fail(name, known);
    }
  }

  template <typename All>
  void take(const char* name, const Napi::Value& value, std::size_t& index,
            const IndexOf<All>& rule) {
    std::string id;
    take(name, value, id, Rule());
    const auto entries = rule.all();
    for (index = 0; ok_ && index < entries.size() && id != entries[index].id;) {
      ++index;
    }
    if (ok_ && index == entries.size()) {
      fail("this operating system has no ", rule.what + (" \"" + id + "\"") + rule.use);
    }
  }

  /** At least one, each once. */
  template <typename All>
  void take(const char* name, const Napi::Value& value, std::vector<std::size_t>& indices,
            const IndexOf<All>& rule) {
    for_each_item(value, [&](const Napi::Value& id) {
      if (!id.IsString()) {
        return fail(name, " must be a list of modes");
      }
      take(name, id, indices.emplace_back(), rule);
      if (ok_ && std::count(indices.begin(), indices.end(), indices.back()) > 1) {
        fail(name, " must not name a mode twice");
      }
    });
    if (ok_ && indices.empty()) {
      fail(name, " must be a list of at least one mode");
    }
  }

  /** Names of entries of a folder, not paths. */
  void take(const char* name, const Napi::Value& value, std::vector<std::string>& names,
            const Rule&) {
    const std::string forbidden("./\\\0", 4);
    for_each_item(value, [&](const Napi::Value& item) {
      names.push_back(item.IsString() ? item.As<Napi::String>().Utf8Value() : std::string());
      ok_ = !names.back().empty() && names.back().find_first_of(forbidden) == std::string::npos;
    });
    if (!ok_ || names.empty()) {
      fail(name, " must be a list of names");
    }
  }

  /** None if it is no array. Ends after the first that is wrong, or whose getter throws. */
  template <typename Body>
  void for_each_item(const Napi::Value& value, Body body) {
    const std::uint32_t count = value.IsArray() ? value.As<Napi::Array>().Length() : 0;
    for (std::uint32_t index = 0; ok_ && index < count; ++index) {
      const Napi::Value item = value.As<Napi::Array>().Get(index);
      ok_ = !env_.IsExceptionPending();
      if (ok_) {
        body(item);
      }
    }
  }

  void fail(const std::string& subject, const std::string& problem = {}) {
    ok_ = false;
    if (!env_.IsExceptionPending()) {  // the exception of a getter says more
      throws(env_, wrong_if(true, subject + problem));
    }
  }

  Napi::Env env_;
  Napi::Object object_;
  bool ok_ = true;
};

/**
 * Reads the first argument, if there is one to be read. False: an Error is pending. The function's
 * data is the text that says what the argument is: for an object of options the method's name.
 */
template <typename Argument>
bool read_argument(const Napi::CallbackInfo& info, Argument& into) {
  const Napi::Value argument = info[0];
  const auto is = [&](bool right, const char* problem) {
    const std::string what = static_cast<const char*>(info.Data());
    return !throws(info.Env(), wrong_if(!right, what + problem));
  };
  if constexpr (std::is_same_v<Argument, std::string>) {
    const bool right = is(argument.IsString(), " must be a string");
    into = right ? argument.As<Napi::String>().Utf8Value() : into;
    return right;
  } else if constexpr (std::is_same_v<Argument, int>) {
    const bool right = is(argument.IsNumber(), " must be a number");
    into = right ? argument.As<Napi::Number>().Int32Value() : into;
    return right;
  } else if constexpr (std::is_null_pointer_v<decltype(fields<Argument>)>) {
    return true;
  } else {
    return is(argument.IsObject(), "() needs an object of options") &&
           Options(argument.As<Napi::Object>()).read(into);
  }
}

}  // namespace driveproof
