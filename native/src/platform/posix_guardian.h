#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>

#include "folder.h"
#include "platform.h"

namespace driveproof::platform::posix {

/**
 * Marks an open file or folder as held by a living process for as long as the descriptor is open,
 * so that remove_leftovers() does not touch it. False if remove_leftovers() is about to remove it.
 * Does nothing if not every process would see the lock; remove_leftovers() then removes nothing.
 * Async-signal-safe.
 */
bool hold(int file);

// If one of the next three functions returns false, errno is ESTALE or the error of stat.

/** Whether the name still refers to this file or folder. Async-signal-safe. */
bool is_named(int directory, const char* name, const FileId& identity);

/** Whether the name refers to this open file, by its current inode number. Async-signal-safe. */
bool is_name_of(int directory, const char* name, int file);

/** Whether both descriptors refer to the same file, by its current inode number. */
bool is_same_file(int one, int other);

/** Unlinks `name` if it still means this open file. 0 or errno; 0 also if the name is missing. */
int unlink_if_same(int directory, const char* name, int file);

/** A folder that is held open, to be removed even if it was moved. */
struct HeldFolder {
  int directory;  // the parent folder
  const char* name;
  int folder;  // the open folder itself
  FileId identity;
};

/**
 * Removes this user's regular files of these names, then the folder if it is empty. Works through
 * the open folder, even if that was renamed, moved or covered by a mount. 0 or errno (ENOTEMPTY:
 * something else is in it, EBUSY: a mount covers it); 0 also for what is missing already.
 * Async-signal-safe.
 */
int remove_folder(const HeldFolder& held, std::span<const char* const> file_names);

/**
 * A small child process that makes a file or folder and removes it when this process ends, however
 * it ends: it waits on a socket whose other end only this process holds, and the kernel closes that
 * end even after SIGKILL. Because the guardian itself makes the file, the file never exists
 * unguarded.
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
  MaybeFault make(int directory, const std::string& name, FileId& identity,
                  std::optional<std::span<const char* const>> file_names = {});

  /** Ends the child and waits for it. Idempotent. */
  void dismiss();

 private:
  int socket_ = -1;
  pid_t child_ = -1;
};

}  // namespace driveproof::platform::posix
