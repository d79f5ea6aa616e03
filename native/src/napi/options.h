#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "errors.h"

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
    fail_unless(value.IsString(), name, " must be a string");
    text = ok_ ? value.As<Napi::String>().Utf8Value() : "";
    fail_unless(!text.empty() && text.find('\0') == std::string::npos, name,
                " must not be empty or contain a null character");
    // The colon would open an alternate stream on Windows.
    fail_unless(!rule.is_plain_name || (text != "." && text != ".." &&
                                        text.find_first_of("/\\:") == std::string::npos),
                name, " must be a plain name without separators");
  }

  void take(const char* name, const Napi::Value& value, bool& flag, const Rule&) {
    fail_unless(value.IsBoolean(), name, " must be true or false");
    flag = ok_ && value.As<Napi::Boolean>().Value();
  }

  template <typename Number>
    requires std::is_integral_v<Number>
  void take(const char* name, const Napi::Value& value, Number& into, const Rule& rule) {
    fail_unless(value.IsNumber(), name, " must be a number");
    const double number = ok_ ? value.As<Napi::Number>().DoubleValue() : 0;
    fail_unless(std::isfinite(number) && number == std::floor(number) &&
                    number >= static_cast<double>(rule.smallest) &&
                    number <= static_cast<double>(Rule().largest),
                name, " must be an integer of at least " + std::to_string(rule.smallest));
    const auto integer = static_cast<std::uint64_t>(ok_ ? number : 0);
    const std::uint64_t largest = std::min(
        rule.largest, static_cast<std::uint64_t>(std::numeric_limits<Number>::max()));
    const std::string most = std::to_string(largest);
    if (rule.power_from != nullptr) {
      fail_unless(integer <= largest && std::has_single_bit(integer), name,
                  " must be a power of two from " + std::string(rule.power_from) + " to " + most);
    }
    fail_unless(integer <= largest, name, " must not be more than " + most);
    fail_unless(integer % rule.unit == 0, name,
                " must be a multiple of " +
                    (rule.unit == 1u << 20 ? "1 MiB" : std::to_string(rule.unit)));
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
    std::string known;
    for (const char* const& each : names<Enum>) {
      known += known.empty() ? " must be \"" : &each == &names<Enum>.back() ? " or \"" : ", \"";
      known += each + std::string("\"");
    }
    fail_unless(found != names<Enum>.end(), name, known);
  }

  template <typename All>
  void take(const char* name, const Napi::Value& value, std::size_t& index,
            const IndexOf<All>& rule) {
    std::string id;
    take(name, value, id, Rule());
    const auto entries = rule.all();
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const auto& entry) { return id == entry.id; });
    index = static_cast<std::size_t>(found - entries.begin());
    fail_unless(found != entries.end(), "this operating system has no ",
                rule.what + (" \"" + id + "\"") + rule.use);
  }

  /** At least one, each once. */
  template <typename All>
  void take(const char* name, const Napi::Value& value, std::vector<std::size_t>& indices,
            const IndexOf<All>& rule) {
    for_each_item(value, [&](const Napi::Value& id) {
      fail_unless(id.IsString(), name, " must be a list of modes");
      take(name, id, indices.emplace_back(), rule);
      fail_unless(std::count(indices.begin(), indices.end(), indices.back()) == 1, name,
                  " must not name a mode twice");
    });
    fail_unless(!indices.empty(), name, " must be a list of at least one mode");
  }

  /** Names of entries of a folder, not paths. */
  void take(const char* name, const Napi::Value& value, std::vector<std::string>& names,
            const Rule&) {
    const std::string problem = " must be a list of names";
    for_each_item(value, [&](const Napi::Value& item) {
      names.push_back(item.IsString() ? item.As<Napi::String>().Utf8Value() : std::string());
      fail_unless(!names.back().empty() &&
                      names.back().find_first_of(std::string("./\\\0", 4)) == std::string::npos,
                  name, problem);
    });
    fail_unless(!names.empty(), name, problem);
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

  /** Only for the first problem: it and the exception of a getter say more. */
  void fail_unless(bool right, const std::string& subject, const std::string& problem) {
    const bool fails = ok_ && !right;
    ok_ = ok_ && right;
    throws(env_, wrong_if(fails, subject + problem));
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
