#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>

#include "platform.h"

namespace driveproof::platform::posix {

/** Which file a name must still belong to before anyone removes it. */
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
};

/** Unlinks `name` in `directory` only if it is still this file. 0 or errno; a missing name is 0. */
int unlink_if_same(int directory, const char* name, const FileIdentity& identity);

/**
 * Removes the files of these names in the folder `name`, then the folder, only if it is still this
 * folder. 0 or errno; what is missing already is 0. Async-signal-safe.
 */
int remove_folder_if_same(int directory, const char* name, const FileIdentity& identity,
                          std::span<const char* const> file_names);

/**
 * A small child process that removes the test file's name when this process ends, however it
 * ends: it waits on a pipe whose other end only this process holds, and the kernel closes that
 * end even after SIGKILL.
 */
class Guardian {
 public:
  Guardian() = default;
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  /**
   * Forks the child. To be called before there is anything of this name. With `file_names` it will
   * be a folder, in which there may be files of these names.
   */
  std::optional<Fault> start(int directory, const std::string& name,
                             std::optional<std::span<const char* const>> file_names = {});

  /** Tells the child which file or folder it is to remove. Before this it removes nothing. */
  std::optional<Fault> watch(const FileIdentity& identity);

  /** Ends the child and waits for it. Idempotent. */
  void dismiss();

 private:
  int pipe_ = -1;
  pid_t child_ = -1;
};

}  // namespace driveproof::platform::posix
