#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>

#include "platform.h"

namespace driveproof::platform::posix {

/** The file a name must still mean before it is removed. */
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
};

/**
 * Marks an open file or folder as held by a living process for as long as the descriptor is open,
 * so that remove_leftovers() leaves it alone; where locks are not seen by all, neither does
 * anything. False if remove_leftovers() is about to remove it. Async-signal-safe.
 */
bool hold(int file);

/** Whether the name still means this file or folder. Async-signal-safe. */
bool is_named(int directory, const char* name, const FileIdentity& identity);

/** Unlinks `name` in `directory` only if it is still this file. 0 or errno; a missing name is 0. */
int unlink_if_same(int directory, const char* name, const FileIdentity& identity);

/**
 * Removes the files of these names in the folder `name`, then the folder, only if it is still this
 * folder. 0 or errno; what is missing already is 0. Async-signal-safe.
 */
int remove_folder_if_same(int directory, const char* name, const FileIdentity& identity,
                          std::span<const char* const> file_names);

/**
 * A small child process that makes a file or folder and removes it when this process ends, however
 * it ends: it waits on a socket whose other end only this process holds, and the kernel closes that
 * end even after SIGKILL. Because the guardian itself makes the file, there is no moment at which
 * it exists unguarded.
 */
class Guardian {
 public:
  Guardian() = default;
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  /**
   * Forks the child, which makes a new file of this name, accessible to its owner only. With
   * `file_names` it makes a folder for files of these names. Never uses an existing entry.
   */
  std::optional<Fault> make(int directory, const std::string& name, FileIdentity& identity,
                            std::optional<std::span<const char* const>> file_names = {});

  /** Ends the child and waits for it. Idempotent. */
  void dismiss();

 private:
  int socket_ = -1;
  pid_t child_ = -1;
};

}  // namespace driveproof::platform::posix
