#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "errors.h"

namespace driveproof {

/** Where to make files: the folder's path, and its descriptor if the folder is held open. */
DESCRIBE(platform::Place, Field("folderDescriptor", &platform::Place::descriptor, Rule().or_none()),
         FIELDS(it.directory));

/** Reads arguments. After the first wrong one an Error is pending, and no more is read. */
class Arguments {
 public:
  explicit Arguments(Napi::Env env) : env_(env) {}

  bool are_right() const { return !env_.IsExceptionPending(); }

  /** Ignores properties that the struct's table does not contain. */
  template <typename Struct>
    requires(!std::is_null_pointer_v<decltype(fields<Struct>)>)
  void read(const std::string& name, const Napi::Value& value, Struct& into, const Rule&) {
    fail_unless(value.IsObject(), name, " must be an object of options");
    for_each_field(into, [&](const char* property, auto& member, const auto& rule) {
      if (!are_right()) {
        return;
      }
      const Napi::Value given = value.As<Napi::Object>().Get(property);
      bool lacks = false;
      if constexpr (std::is_same_v<decltype(rule), const Rule&>) {
        lacks = rule.may_lack && (given.IsNull() || given.IsUndefined());
      }
      if (are_right() && !lacks) {
        read(property, given, member, rule);
      }
    });
  }

  void read(const std::string& name, const Napi::Value& value, std::string& text,
            const Rule& rule) {
    text = value.IsString() ? value.As<Napi::String>().Utf8Value() : "";
    fail_unless(!text.empty() && text.find('\0') == std::string::npos, name,
                " must be a text, not empty and without a null character");
    // Also refuses the colon, because on Windows it opens an alternate stream of a file.
    fail_unless(!rule.is_plain_name || (text != "." && text != ".." &&
                                        text.find_first_of("/\\:") == std::string::npos),
                name, " must be a plain name without separators");
  }

  void read(const std::string& name, const Napi::Value& value, bool& flag, const Rule&) {
    fail_unless(value.IsBoolean(), name, " must be true or false");
    flag = value.IsBoolean() && value.As<Napi::Boolean>().Value();
  }

  template <typename Number>
    requires std::is_integral_v<Number>
  void read(const std::string& name, const Napi::Value& value, Number& into, const Rule& rule) {
    const auto largest = std::min<std::uint64_t>(rule.largest, std::numeric_limits<Number>::max());
    const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1;
    const bool is_within = number >= static_cast<double>(rule.smallest) &&
                           number <= static_cast<double>(largest) && number == std::floor(number);
    const auto integer = static_cast<std::uint64_t>(is_within ? number : 0);
    fail_unless(is_within && integer % rule.unit == 0 &&
                    (!rule.is_power || std::has_single_bit(integer)),
                name,
                (rule.is_power ? " must be a power of two from " : " must be an integer from ") +
                    std::to_string(rule.smallest) + " to " + std::to_string(largest) +
                    (rule.unit > 1 ? " in steps of " + std::to_string(rule.unit) : ""));
    into = static_cast<Number>(integer);
  }

  template <typename T>
  void read(const std::string& name, const Napi::Value& value, std::optional<T>& into,
            const Rule& rule) {
    if (!value.IsNull()) {
      read(name, value, into.emplace(), rule);
    }
  }

  template <typename Enum>
    requires std::is_enum_v<Enum>
  void read(const std::string& name, const Napi::Value& value, Enum& into, const Rule&) {
    into = static_cast<Enum>(index_of(name, value, names<Enum>));
  }

  /**
   * Reads an id and sets `index` to the position of the entry with that id in `all()`, which lists
   * what this system supports.
   */
  template <typename Entry>
  void read(const std::string& name, const Napi::Value& value, std::size_t& index,
            std::span<const Entry> (*all)()) {
    index = index_of(name, value, std::views::transform(all(), &Entry::id));
  }

  /** Reads a list of at least one entry, without duplicates. */
  template <typename Item, typename AnyRule>
  void read(const std::string& name, const Napi::Value& value, std::vector<Item>& items,
            const AnyRule& rule) {
    const std::uint32_t count = value.IsArray() ? value.As<Napi::Array>().Length() : 0;
    fail_unless(count > 0, name, " must be a list of at least one entry");
    for (std::uint32_t index = 0; are_right() && index < count; ++index) {
      const Napi::Value item = value.As<Napi::Array>().Get(index);
      if (are_right()) {
        read(name, item, items.emplace_back(), rule);
        fail_unless(std::count(items.begin(), items.end(), items.back()) == 1, name,
                    " must not have an entry twice");
      }
    }
  }

 private:
  template <typename Texts>
  std::size_t index_of(const std::string& name, const Napi::Value& value, const Texts& texts) {
    std::string text;
    read(name, value, text, Rule());
    const auto found = std::find(texts.begin(), texts.end(), text);
    fail_unless(found != texts.end(), name, " \"" + text + "\" does not exist on this system");
    return static_cast<std::size_t>(found - texts.begin());
  }

  /** Throws if `right` is false. A pending exception stays, because it is the cause. */
  void fail_unless(bool right, const std::string& subject, const std::string& problem) {
    throws(env_, wrong_if(are_right() && !right, subject + problem));
  }

  Napi::Env env_;
};

/**
 * Reads the first argument, if the function takes one. Returns false if an exception is pending.
 * The callback data holds the function's name, for the exception.
 */
template <typename Argument>
bool read_argument(const Napi::CallbackInfo& info, Argument& into) {
  Arguments arguments(info.Env());
  if constexpr (!std::is_empty_v<Argument>) {
    arguments.read(static_cast<const char*>(info.Data()), info[0], into, Rule());
  }
  return arguments.are_right();
}

}  // namespace driveproof
