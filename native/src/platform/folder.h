#pragma once

// Folders in which files are made and renamed: by the power-cut test, to see whether names survive,
// and by the saves of documents.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "platform.h"

namespace driveproof::platform {

/** Makes a folder that only its owner may enter; fails if the name is taken. */
std::optional<Fault> make_folder(const std::string& path);

/** How a new version of a document takes the place of the old one. */
struct SaveWay {
  const char* id;           // DocumentWay of electron/contract/workloads/document-saves.ts
  const Flush* flush;       // of the new file and, on POSIX, of the folder afterwards; nullptr: none
  std::uint32_t move_flags = 0;  // of MoveFileExW; 0: ReplaceFileW. Windows only
};

/** The ways of this system; the first waits for nothing. */
std::span<const SaveWay> save_ways();

/** The exact calls of one save in order, for people. */
std::string save_text(const SaveWay& way);

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

  /** Puts a closed file in the place of another and makes that durable, as the way does. */
  std::optional<Fault> replace(const SaveWay& way, const std::string& from, const std::string& to);

  /** Removes a file if it is there. */
  std::optional<Fault> remove(const std::string& name);

  /** Makes all names durable with the strongest call the system has for that. */
  std::optional<Fault> save_all_names();

  /** The names in the folder, but for "." and "..". */
  std::optional<Fault> list(std::vector<std::string>& names);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
