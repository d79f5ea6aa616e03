#pragma once

// Folders in which the power-cut test and the saves of documents make and rename files.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "platform.h"

namespace driveproof::platform {

class PrivateFolder;

/**
 * Identifies a file or folder by volume and inode (file index), but not for ever: FAT and exFAT
 * take the number from the first cluster, which an empty file does not have.
 */
struct FileId {
  std::uint64_t volume = 0;
  std::uint64_t number = 0;

  bool operator==(const FileId&) const = default;
};

MaybeFault identify(Handle file, FileId& id);

/** Current path of an open file; empty if it has no name any more, or the system reports none. */
std::string whereabouts(Handle file);

/** How a new version of a document replaces the old one. */
struct SaveWay {
  const char* id;           // DocumentWay of electron/contract/workloads/document-saves.ts
  const Flush* flush;       // flushes the new file and, on POSIX, then the folder; nullptr: none
  std::uint32_t move_flags = 0;  // flags of MoveFileExW; 0: ReplaceFileW. Windows only
};

/** This system's ways to replace a document by a new version; the first waits for no flush. */
std::span<const SaveWay> save_ways();

/** The exact calls of one save in order, for people. */
std::string save_text(const SaveWay& way);

/**
 * A folder whose files are made, renamed and read back. It is held open, so that a replaced path
 * changes nothing (Windows: it cannot be renamed while it is open). Links are never followed. A
 * file that is opened again must be a regular one; to be written, it must belong to this user and
 * have a single link (ESTALE / ERROR_FILE_INVALID), because a second link may be another user's.
 * The test file of the speed tests uses FileName, not this class.
 */
class Folder {
 public:
  Folder();
  ~Folder();

  MaybeFault open(const std::string& path);
  MaybeFault open(const PrivateFolder& folder);

  /**
   * Makes and opens a new folder that only its owner may enter; fails if the name is taken, or if
   * the new folder or its parent is replaced during the call (ESTALE).
   */
  MaybeFault make_inside(const Folder& parent, const std::string& name);

  /** Makes a new file for reading and writing; fails if the name is taken. */
  MaybeFault create(const std::string& name, std::uint32_t open_flags, FileHandle& file);

  /** Opens an existing file for reading and writing; with `expected`, only that file. */
  MaybeFault open_file(const std::string& name, std::uint32_t open_flags, FileHandle& file,
                       const FileId* expected = nullptr);

  /** Opens an existing file for reading, uncached if possible. */
  MaybeFault open_for_reading(const std::string& name, FileHandle& file, bool& around_cache,
                              const FileId* expected = nullptr);

  /** Opens an existing file for cached reading. */
  MaybeFault open_through_cache(const std::string& name, FileHandle& file);

  /** Makes the name of a new file in this folder durable, if the mode makes names durable. */
  MaybeFault save_name(const Mode& mode, Handle file);

  /**
   * Renames a file to a name that must be free, and makes the new name durable if the mode does so.
   */
  MaybeFault rename(const Mode& mode, const std::string& from, const std::string& to);

  /** Replaces a file by another, closed one, as durably as this way of saving does. */
  MaybeFault replace(const SaveWay& way, const std::string& from, const std::string& to);

  /** Removes a file if it exists. */
  MaybeFault remove(const std::string& name);

  /** Makes all names durable with the strongest call the system has for that. */
  MaybeFault save_all_names();

  /** The names in the folder, but for "." and "..". */
  MaybeFault list(std::vector<std::string>& names);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
