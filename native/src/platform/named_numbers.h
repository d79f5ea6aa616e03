#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace driveproof::platform {

/** Numbers with the names that stand for them in the source; see NAMED_NUMBERS. */
template <std::size_t kCount>
struct NamedNumbers {
  std::string_view names;
  std::array<std::int64_t, kCount> numbers;

  /** The number's name in the source; `otherwise` if the list does not contain the number. */
  std::string name_of(std::int64_t number, const std::string& otherwise) const {
    std::string_view left = names;
    for (const std::int64_t known : numbers) {
      const std::string_view name = left.substr(0, left.find(','));
      if (known == number) {
        return std::string(name);
      }
      // Skips spaces, because compilers put different ones into the list's text.
      left.remove_prefix(std::min(left.size(), left.find_first_not_of(", ", name.size())));
    }
    return otherwise;
  }
};

template <std::size_t kCount>
NamedNumbers(std::string_view, std::array<std::int64_t, kCount>) -> NamedNumbers<kCount>;

// NAMED_NUMBERS(EIO, ENOSPC).name_of(EIO, "?") is "EIO".
#define NAMED_NUMBERS(...) \
  driveproof::platform::NamedNumbers { #__VA_ARGS__, std::to_array<std::int64_t>({__VA_ARGS__}) }

}  // namespace driveproof::platform
