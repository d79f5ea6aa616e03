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

class PrivateFolder;

/** Which file a name meant when it was made; the same as long as the file is open. */
struct FileId {
  std::uint64_t volume = 0;
  std::uint64_t number = 0;

  bool operator==(const FileId&) const = default;
};

std::optional<Fault> identify(Handle file, FileId& id);

/** Where an open file is now; empty if it has no name any more, or the system does not say. */
std::string whereabouts(Handle file);

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
 * A folder with files that are made, renamed and read back. It stays the same wherever its name may
 * lead by then (Windows: it cannot be renamed while it is open). Links are never followed. A
 * file that is opened again must be a regular one, and to write it one of this user's with a single
 * name, because what has two may be somebody else's (ESTALE / ERROR_FILE_INVALID). Not for the test file of the speed tests: see FileName.
 */
class Folder {
 public:
  Folder();
  ~Folder();

  std::optional<Fault> open(const std::string& path);
  std::optional<Fault> open(const PrivateFolder& folder);

  /**
   * Makes a new folder that only its owner may enter, and opens it; fails if the name is taken, or
   * if somebody puts another folder in the place of one of the two (ESTALE).
   */
  std::optional<Fault> make_inside(const Folder& parent, const std::string& name);

  /** Makes a new file for reading and writing; fails if the name is taken. */
  std::optional<Fault> create(const std::string& name, std::uint32_t open_flags, Handle& file);

  /** Opens an existing file for reading and writing; with `expected` only that one. */
  std::optional<Fault> open_file(const std::string& name, std::uint32_t open_flags, Handle& file,
                                 const FileId* expected = nullptr);

  /** Opens an existing file for reading, around the cache where possible. */
  std::optional<Fault> open_for_reading(const std::string& name, Handle& file, bool& around_cache,
                                        const FileId* expected = nullptr);

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
