#pragma once

// Folders for files that a database opens by their paths.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "platform.h"

namespace driveproof::platform {

extern const char* const kSeparator;

/** Makes a new file for its owner only, to read and write; never opens an existing one. */
MaybeFault make_file(const std::string& path, FileHandle& file);

/** Opens an existing file for reading and writing, unless it is a symbolic link. */
MaybeFault open_file(const std::string& path, FileHandle& file);

/**
 * A folder for files that other code opens by their paths. Folder and files do not outlive this
 * process: on Linux and macOS a guardian process removes them even if this process is killed. If
 * the guardian is killed, too, and on Windows, remove_leftovers() does so later.
 */
class PrivateFolder {
 public:
  PrivateFolder();
  ~PrivateFolder();

  /**
   * Makes a new folder for its owner only (mode 0700; on Windows with inherited rights); never uses
   * an existing one. `file_names`, which must outlive this object, are all the files that may be in
   * it; nothing else is ever removed.
   */
  MaybeFault create(const Place& place, const std::string& name,
                    std::span<const char* const> file_names);

  /**
   * A path to the folder without symbolic links that other users can change. If other users may
   * rename a folder above it, and the system has such paths (Linux), the path goes through the open
   * folder.
   */
  const std::string& path() const;

  /** The folder's current path, for people; if the system reports none, the path at creation. */
  std::string whereabouts() const;

  /** The open folder, which stays the same even if it is moved. Belongs to this object. */
  Handle handle() const;

  /** A fault (ESTALE) if the path no longer leads to this folder. */
  MaybeFault check() const;

  /**
   * Asks a file system that copies and checksums what is written (btrfs, ReFS) to do neither for
   * files made here from now on: blocks are then overwritten in place, and one that the drive has
   * lost can be read instead of failing its checksum. The file system may refuse.
   */
  void overwrite_in_place();

  /** Bytes that this user may still write to the folder's volume. */
  MaybeFault free_bytes(std::uint64_t& bytes) const;

  /** Asks the file system to count removed files as free space, if it supports that. */
  void settle() const;

  /** The size of all files in the folder together, in bytes. */
  std::uint64_t file_bytes() const;

  /**
   * Removes the files and the folder if they still exist, even if moved. Fails if the folder
   * contains something else (ENOTEMPTY) or a mount covers it (EBUSY). Idempotent; the destructor
   * calls it, too.
   */
  MaybeFault remove();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
