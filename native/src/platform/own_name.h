#pragma once

// The names of the files and folders that the program makes for a run.

#include <algorithm>
#include <string_view>

namespace driveproof::platform {

enum class OwnName { kNone, kFile, kFolder };

namespace own_name_parts {

constexpr std::string_view kBeginning = ".driveproof-";
constexpr std::string_view kCapacity = "driveproof-capacity-test-";
constexpr std::string_view kUuid = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

inline bool is_digit(char character) { return character >= '0' && character <= '9'; }

inline bool fits(char character, char pattern) {
  return pattern == '-' ? character == '-'
                        : is_digit(character) || (character >= 'a' && character <= 'f');
}

inline bool is_uuid(std::string_view text) {
  return text.size() == kUuid.size() &&
         std::equal(text.begin(), text.end(), kUuid.begin(), fits);
}

/** Whether the text is a number from 1 to 999999 without leading zeros. */
inline bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 6 && text.front() != '0' &&
         std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace own_name_parts

/**
 * Whether a folder of this name may fill a whole volume. File managers add files to such a visible
 * folder; even then the files of this program must go, so that the volume is not full.
 */
inline bool fills_a_volume(std::string_view name) {
  return name.starts_with(own_name_parts::kCapacity);
}

/**
 * Whether a name is one that the program makes: `.driveproof-<run>.tmp` and
 * `.driveproof-<run>-<number>.tmp` for test files, `.driveproof-<run>-<number>.db` and `.docs` for
 * the folders of databases and of documents, and the visible `driveproof-capacity-test-<run>` for
 * the folder that fills a volume. `<run>` is a UUID in lower case.
 */
inline OwnName own_name(std::string_view name) {
  using namespace own_name_parts;
  if (name.starts_with(kCapacity)) {
    return is_uuid(name.substr(kCapacity.size())) ? OwnName::kFolder : OwnName::kNone;
  }
  if (!name.starts_with(kBeginning) || name.size() < kBeginning.size() + kUuid.size()) {
    return OwnName::kNone;
  }
  if (!is_uuid(name.substr(kBeginning.size(), kUuid.size()))) {
    return OwnName::kNone;
  }
  const auto end = name.substr(kBeginning.size() + kUuid.size());
  const auto dot = end.find('.');
  if (dot == std::string_view::npos) {
    return OwnName::kNone;
  }
  const auto number = end.substr(0, dot);
  const auto extension = end.substr(dot);
  const bool is_numbered = number.starts_with("-") && is_number(number.substr(1));
  if (extension == ".tmp" && (number.empty() || is_numbered)) {
    return OwnName::kFile;
  }
  const bool is_folder = is_numbered && (extension == ".db" || extension == ".docs");
  return is_folder ? OwnName::kFolder : OwnName::kNone;
}

}  // namespace driveproof::platform
