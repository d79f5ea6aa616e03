#pragma once

// Folders in which the power-cut test makes and renames files, to see whether the names are kept.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform.h"

namespace driveproof::platform {

/** Makes a folder that only its owner may enter; an existing entry of that name is refused. */
std::optional<Fault> make_folder(const std::string& path);

/**
 * A folder that stays when the process ends, with files that are made, renamed and read back.
 * Links are never followed. Not for the test file of the speed tests: see FileName.
 */
class Folder {
 public:
  Folder();
  ~Folder();

  std::optional<Fault> open(const std::string& path);

  /** Makes a new file for reading and writing; an existing one is refused. */
  std::optional<Fault> create(const std::string& name, std::uint32_t open_flags, Handle& file);

  /** Opens an existing file for reading and writing. */
  std::optional<Fault> open_file(const std::string& name, std::uint32_t open_flags, Handle& file);

  /** Opens an existing file for reading, around the cache where that can be. */
  std::optional<Fault> open_for_reading(const std::string& name, Handle& file,
                                        bool& around_cache);

  /** Opens an existing file for reading like any other program. */
  std::optional<Fault> open_through_cache(const std::string& name, Handle& file);

  /** Makes the entry of a file that was made in here safe as the mode demands. */
  std::optional<Fault> save_name(const Mode& mode, Handle file);

  /** Renames a file and makes that safe as the mode demands. The new name must be free. */
  std::optional<Fault> rename(const Mode& mode, const std::string& from, const std::string& to);

  /** Brings every entry to storage with the strongest call the system has for that. */
  std::optional<Fault> save_all_names();

  /** What is in the folder, without "." and "..". */
  std::optional<Fault> list(std::vector<std::string>& names);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
