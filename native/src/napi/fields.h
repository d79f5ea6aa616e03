#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace driveproof {

// A table of properties describes each struct that crosses to or from JavaScript. options.h reads
// arguments by these tables, values.h makes results by them.

/** What an argument must be; results have no rules. */
struct Rule {
  std::uint64_t smallest = 0;
  std::uint64_t largest = (std::uint64_t{1} << 53) - 1;  // Number.MAX_SAFE_INTEGER
  std::uint64_t unit = 1;                                // a multiple of this
  bool is_power = false;                                 // a power of two
  bool may_lack = false;  // null or left out: the member keeps its default
  bool is_plain_name = false;

  constexpr Rule or_none() const {
    Rule rule = *this;
    rule.may_lack = true;
    return rule;
  }
};

constexpr Rule within(std::uint64_t smallest, std::uint64_t largest) {
  return {.smallest = smallest, .largest = largest};
}
constexpr Rule at_least(std::uint64_t smallest) { return {.smallest = smallest}; }
inline constexpr Rule kPlainName = {.is_plain_name = true};

/** Members of a struct with one rule; `get(struct)` returns a tuple of references to them. */
template <typename Get, typename AnyRule>
struct Members {
  std::array<std::array<char, 32>, 16> names{};  // in JavaScript: the members' in camel case
  Get get;
  AnyRule rule;

  /** @param list the members as they are written: "it.elapsed_ns, it.fault" */
  constexpr Members(std::string_view list, Get members, AnyRule all) : get(members), rule(all) {
    for (std::size_t name = 0; !list.empty(); ++name) {
      const std::string_view path = list.substr(0, list.find(','));
      const std::string_view member = path.substr(path.rfind('.') + 1);
      std::size_t length = 0;
      for (std::size_t from = 0; from < member.size(); ++from) {
        const bool is_start = member[from] == '_';
        from += is_start;
        names[name][length++] = static_cast<char>(member[from] - (is_start ? 'a' - 'A' : 0));
      }
      list.remove_prefix(path.size() + (path.size() < list.size()));
    }
  }
};

// RULED(at_least(1), it.duration_ns, it.max_bytes) makes two properties with the same rule.
// FIELDS(it.duration_ns) makes one without a rule, for results.
#define RULED(rule, ...) \
  Members(#__VA_ARGS__, [](auto& it) { return std::tie(__VA_ARGS__); }, rule)
#define FIELDS(...) RULED(Rule(), __VA_ARGS__)

/** One property with the name `called`; the value is a member or the result of a function. */
template <typename Get>
struct Field {
  const char* name;
  Get get;
  Rule rule;

  constexpr Field(const char* called, Get from, Rule all = {})
      : name(called), get(from), rule(all) {}
};

/** A member that is a struct: JavaScript sees its properties among those of the outer struct. */
template <typename Get>
struct Inlined {
  Get part;
};

// INLINED(it.place): if the member is an empty std::optional, all its properties are null.
#define INLINED(member) Inlined([](auto& it) -> auto& { return member; })

/** The table of a struct, or a function that returns what JavaScript sees instead of the struct. */
template <typename Struct>
inline constexpr auto fields = nullptr;

// Makes the table of a struct: DESCRIBE(DrainOutcome, FIELDS(it.elapsed_ns, it.system_call));
#define DESCRIBE(Struct, ...) \
  template <>                 \
  inline constexpr auto fields<Struct> = std::tuple(__VA_ARGS__)

/** Calls `visit(name, value, rule)` for each property of the struct, in the order of its table. */
template <typename Struct, typename Visit>
void for_each_field(Struct& of, const Visit& visit) {
  const auto visit_part = [&]<typename Part>(Part& part) {
    if constexpr (requires { part.has_value(); }) {
      using Whole = typename Part::value_type;
      const Whole whole = part.value_or(Whole());
      for_each_field(whole, [&]<typename Value>(const char* name, const Value& value, auto rule) {
        visit(name, part ? std::optional<Value>(value) : std::nullopt, rule);
      });
    } else {
      for_each_field(part, visit);
    }
  };
  const auto visit_entry = [&](const auto& entry) {
    if constexpr (requires { entry.part; }) {
      visit_part(entry.part(of));
    } else if constexpr (requires { entry.names; }) {
      auto name = entry.names.begin();
      std::apply([&](auto&... each) { (visit((name++)->data(), each, entry.rule), ...); },
                 entry.get(of));
    } else {
      visit(entry.name, std::invoke(entry.get, of), entry.rule);
    }
  };
  std::apply([&](const auto&... entries) { (visit_entry(entries), ...); },
             fields<std::remove_const_t<Struct>>);
}

/** The texts of an enum's values, in the order of the values. */
template <typename Enum>
inline constexpr auto names = nullptr;

template <auto kLast, typename... Names>
constexpr auto names_up_to(Names... names) {
  static_assert(sizeof...(names) == static_cast<std::size_t>(kLast) + 1);
  return std::array<const char*, sizeof...(names)>{names...};
}

// NAMES(Layout, kAppend, "rewrite", "append"): the last value makes the compiler count the texts.
#define NAMES(Enum, last, ...) \
  template <>                  \
  inline constexpr auto names<Enum> = names_up_to<Enum::last>(__VA_ARGS__)

}  // namespace driveproof
