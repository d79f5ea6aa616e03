#pragma once

// Removes files of this program by handle: a name may come to refer to something else at any
// moment, an open handle cannot. Links are never followed, mounts never entered.

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform.h"

namespace driveproof::platform {

/** Whether the file holds what the volume cannot store about another file of macOS (RFC 1740). */
inline bool is_apple_double(Handle file) {
  constexpr std::array<unsigned char, 4> kMagic{0x00, 0x05, 0x16, 0x07};
  std::array<unsigned char, kMagic.size()> head{};
  return read_at(file, head.data(), head.size(), 0) == std::int64_t{kMagic.size()} &&
         head == kMagic;
}

/**
 * The name of the entry to which an AppleDouble file of this name belongs; empty if it is no name
 * of an AppleDouble file. macOS stores in "._NAME" what a FAT or exFAT volume cannot store about
 * the entry NAME.
 */
inline std::string name_beside(std::string_view name) {
  return std::string(name.starts_with("._") ? name.substr(2) : "");
}

/** Whether this is the name of the AppleDouble file of one of these files. */
inline bool is_name_beside_one(std::string_view name, std::span<const char* const> file_names) {
  const std::string beside = name_beside(name);
  return !beside.empty() &&
         std::find(file_names.begin(), file_names.end(), beside) != file_names.end();
}

/** What a name referred to when it was opened. */
enum class Found { kOurs, kMissing, kNotOurs };

/** A regular file of this user (if the file system has owners) with one name, open for reading. */
class OwnFile {
 public:
  OwnFile();
  ~OwnFile();

  Handle handle() const;

  /** Removes the file if its name still refers to it; `gone` says whether it did. */
  MaybeFault remove(bool& gone);

 private:
  friend class OwnFolder;
  struct State;
  std::unique_ptr<State> state_;
};

/** A folder of this user on the volume of its parent, held open while it is emptied. */
class OwnFolder {
 public:
  OwnFolder();
  ~OwnFolder();

  MaybeFault open(const std::string& path, Found& found);
  MaybeFault open_inside(const OwnFolder& parent, const std::string& name, Found& found);

  /** The names in the folder, but for "." and "..". */
  MaybeFault list(std::vector<std::string>& names) const;
  MaybeFault open_file(const std::string& name, OwnFile& file, Found& found) const;

  /** Makes and flushes an empty file, unless the name is taken; flushes the folder if it can. */
  MaybeFault mark(const std::string& name) const;

  /** Removes the folder if it is empty; `gone` says whether it was removed. */
  MaybeFault remove(bool& gone);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
