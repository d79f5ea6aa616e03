// The guardian of a file or folder that has a name while it is used. See Guardian in posix_guardian.h.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "posix_guardian.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "posix.h"

namespace driveproof::platform::posix {

namespace {

/**
 * The child's whole life. It was forked from a process with many threads, so only
 * async-signal-safe calls are allowed: no allocation, no locks, no C++ runtime. All signals are
 * blocked (the mask is inherited), so closing a terminal or logging out does not end it early.
 */
[[noreturn]] void guard(int pipe, int directory, const char* name,
                        std::optional<std::span<const char* const>> file_names) {
  setsid();
  close_descriptors_except(pipe, directory);
  FileIdentity identity;
  const ssize_t told = uninterrupted([&] { return read(pipe, &identity, sizeof identity); });
  if (told == static_cast<ssize_t>(sizeof identity)) {
    // Held open, never used: file systems that number their files as they go (FAT, exFAT) keep the
    // number while the file is in use, also after its owner was killed.
    static_cast<void>(openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    char end;
    // Blocks until the last writing end is closed: the owner is gone or has dismissed us.
    while (uninterrupted([&] { return read(pipe, &end, 1); }) > 0) {
    }
    if (file_names) {
      remove_folder_if_same(directory, name, identity, *file_names);
    } else {
      unlink_if_same(directory, name, identity);
    }
  }
  _exit(0);
}

int open_pipe(int (&ends)[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) == -1) {
    return -1;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

}  // namespace

int unlink_if_same(int directory, const char* name, const FileIdentity& identity) {
  struct stat info {};
  if (fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) == -1) {
    return errno == ENOENT ? 0 : errno;
  }
  if (info.st_dev != identity.device || info.st_ino != identity.inode) {
    return 0;
  }
  return unlinkat(directory, name, 0) == 0 || errno == ENOENT ? 0 : errno;
}

int remove_folder_if_same(int directory, const char* name, const FileIdentity& identity,
                          std::span<const char* const> file_names) {
  const int folder = uninterrupted(
      [&] { return openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); });
  if (folder == -1) {
    // Gone, or something else has its name.
    return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? 0 : errno;
  }
  struct stat info {};
  int error = fstat(folder, &info) == -1 ? errno : 0;
  const bool is_same = info.st_dev == identity.device && info.st_ino == identity.inode;
  if (error == 0 && is_same) {
    for (const char* file : file_names) {
      if (unlinkat(folder, file, 0) == -1 && errno != ENOENT) {
        error = errno;
      }
    }
  }
  close(folder);
  if (error == 0 && is_same && unlinkat(directory, name, AT_REMOVEDIR) == -1 && errno != ENOENT) {
    error = errno;
  }
  return error;
}

Guardian::~Guardian() { dismiss(); }

std::optional<Fault> Guardian::start(int directory, const std::string& name,
                                     std::optional<std::span<const char* const>> file_names) {
  int ends[2];
  if (open_pipe(ends) == -1) {
    return describe("pipe", errno);
  }
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  child_ = fork();
  if (child_ == 0) {
    guard(ends[0], directory, name.c_str(), file_names);
  }
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  close(ends[0]);
  if (child_ == -1) {
    close(ends[1]);
    return describe("fork", error);
  }
  pipe_ = ends[1];
  return std::nullopt;
}

std::optional<Fault> Guardian::watch(const FileIdentity& identity) {
  if (pipe_ == -1) {
    return std::nullopt;
  }
  // Smaller than PIPE_BUF: written whole or not at all.
  const ssize_t told = uninterrupted([&] { return write(pipe_, &identity, sizeof identity); });
  return told == -1 ? std::optional(describe("write", errno)) : std::nullopt;
}

void Guardian::dismiss() {
  if (pipe_ == -1) {
    return;
  }
  close(pipe_);
  pipe_ = -1;
  // ECHILD, when the process ignores SIGCHLD, means that the kernel has reaped the child.
  uninterrupted([&] { return waitpid(child_, nullptr, 0); });
  child_ = -1;
}

}  // namespace driveproof::platform::posix
