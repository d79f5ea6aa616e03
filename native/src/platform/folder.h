#pragma once

// Folders in which the power-cut test makes and renames files, to see whether names survive.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform.h"

namespace driveproof::platform {

/** Makes a folder that only its owner may enter; fails if the name is taken. */
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

  /** Makes a new file for reading and writing; fails if the name is taken. */
  std::optional<Fault> create(const std::string& name, std::uint32_t open_flags, Handle& file);

  /** Opens an existing file for reading and writing. */
  std::optional<Fault> open_file(const std::string& name, std::uint32_t open_flags, Handle& file);

  /** Opens an existing file for reading, around the cache where possible. */
  std::optional<Fault> open_for_reading(const std::string& name, Handle& file,
                                        bool& around_cache);

  /** Opens an existing file for reading through the cache. */
  std::optional<Fault> open_through_cache(const std::string& name, Handle& file);

  /** Makes the name of a new file in this folder durable, as the mode does. */
  std::optional<Fault> save_name(const Mode& mode, Handle file);

  /** Renames a file and makes that durable, as the mode does. The new name must be free. */
  std::optional<Fault> rename(const Mode& mode, const std::string& from, const std::string& to);

  /** Makes all names durable with the strongest call the system has for that. */
  std::optional<Fault> save_all_names();

  /** The names in the folder, but for "." and "..". */
  std::optional<Fault> list(std::vector<std::string>& names);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
