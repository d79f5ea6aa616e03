#include "posix_guardian.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "posix.h"

namespace driveproof::platform::posix {

namespace {

/** The child process's report to its owner, the process that forked it. */
struct Made {
  FileId identity;
  int opened = -1;  // descriptor in the child process
  const char* refused = nullptr;  // the call; a literal, at the same address in both processes
  int error = 0;
};

/**
 * Whether the opened folder is certainly not the one just made. Another user who may rename entries
 * can put a different folder in its place, but not one that this user owns. False if a server or
 * the file system itself assigns owners, because the owner then proves nothing.
 */
bool is_swapped(int folder, const struct stat& info) {
  return is_locked_for_all(folder) && !is_own(folder, info.st_uid);
}

/**
 * Makes the file or folder. Its descriptor stays open for the lock, and because file systems
 * without stored inode numbers (FAT, exFAT) keep the number while the file is in use, even after
 * its owner was killed.
 */
Made make_thing(int directory, const char* name, bool is_folder) {
  Made made;
  if (is_folder && mkdirat(directory, name, 0700) == -1) {
    made.refused = "mkdirat";
    made.error = errno;
    return made;
  }
  const int flags = is_folder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_CREAT | O_EXCL;
  const int opened =
      uninterrupted([&] { return openat(directory, name, flags | O_NOFOLLOW, 0600); });
  struct stat info {};
  if (opened == -1 || fstat(opened, &info) == -1) {
    made.refused = opened == -1 ? "openat" : "fstat";
    made.error = errno;
    if (is_folder || opened != -1) {
      unlinkat(directory, name, is_folder ? AT_REMOVEDIR : 0);
    }
  }
  made.identity = id_of(info);
  made.opened = opened;
  if (made.refused == nullptr && is_folder && is_swapped(opened, info)) {
    made.refused = "openat";
    made.error = ESTALE;
  }
  // Another process of this program may have removed the new entry as one of a killed run.
  if (made.refused == nullptr &&
      (!hold(opened) || !is_named(directory, name, made.identity))) {
    made.refused = "flock";
    made.error = ESTALE;
  }
  return made;
}

/**
 * The child's whole life. It was forked from a process with many threads, so only async-signal-safe
 * calls are allowed: no allocation, no locks, no C++ runtime. All signals are blocked (the mask is
 * inherited), so closing a terminal or logging out does not end it early.
 */
[[noreturn]] void guard(int socket, int directory, const char* name,
                        std::optional<std::span<const char* const>> file_names) {
  setsid();
  close_descriptors_except(socket, directory);
  const Made made = make_thing(directory, name, file_names.has_value());
  // If this write fails, the owner has ended, and the read below returns at once.
  static_cast<void>(uninterrupted([&] { return write(socket, &made, sizeof made); }));
  if (made.refused == nullptr) {
    char end;
    // Blocks until the other end of the socket is closed: the owner has ended or has dismissed this
    // child.
    while (uninterrupted([&] { return read(socket, &end, 1); }) > 0) {
    }
    if (file_names) {
      remove_folder({directory, name, made.opened, made.identity}, *file_names);
    } else {
      unlink_if_same(directory, name, made.opened);
    }
  }
  _exit(0);
}

int open_sockets(int (&ends)[2]) {
#ifdef __linux__
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == -1) {
    return -1;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

}  // namespace

static bool is_same(const FileId& one, const FileId& other) {
  if (!(one == other)) {
    errno = ESTALE;
  }
  return one == other;
}

bool is_named(int directory, const char* name, const FileId& identity) {
  struct stat info {};
  return fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
         is_same(id_of(info), identity);
}

bool hold(int file) {
  // Takes a shared lock, because guardian and owner hold it together.
  return !is_locked_for_all(file) || flock(file, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool is_name_of(int directory, const char* name, int file) {
  struct stat info {};
  return fstat(file, &info) == 0 && is_named(directory, name, id_of(info));
}

bool is_same_file(int one, int other) {
  struct stat first {};
  struct stat second {};
  return fstat(one, &first) == 0 && fstat(other, &second) == 0 &&
         is_same(id_of(first), id_of(second));
}

int unlink_if_same(int directory, const char* name, int file) {
  struct stat info {};
  if (fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) == -1) {
    return errno == ENOENT ? 0 : errno;
  }
  struct stat own {};
  if (fstat(file, &own) == -1) {
    return errno;
  }
  const bool is_ours = id_of(info) == id_of(own);
  return !is_ours || unlinkat(directory, name, 0) == 0 || errno == ENOENT ? 0 : errno;
}

namespace {

/** Removes the folder if it is empty, even if it was moved. Returns 0 or the error number. */
int remove_empty(const HeldFolder& held) {
  if (is_named(held.directory, held.name, held.identity)) {
    return unlinkat(held.directory, held.name, AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : errno;
  }
  struct stat info {};
  if (fstat(held.folder, &info) == -1) {
    return errno;
  }
  char path[kPathBytes];
  if (info.st_nlink == 0 || !find_path(held.folder, path)) {
    return 0;  // the folder is gone, or its path is not known
  }
  char* slash = path;
  for (char* at = path; *at != '\0'; ++at) {
    slash = *at == '/' ? at : slash;
  }
  const char* const name = slash + 1;
  *slash = '\0';
  const int above = uninterrupted([&] {
    return open(slash == path ? "/" : path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  });
  if (above == -1) {
    return errno;
  }
  const bool is_here = is_named(above, name, held.identity);
  // EBUSY if the name refers to something else, for example because a mount covers the folder.
  const int error = !is_here                                  ? EBUSY
                    : unlinkat(above, name, AT_REMOVEDIR) == 0 ? 0
                                                               : errno;
  close(above);
  return error == ENOENT ? 0 : error;
}

}  // namespace

int remove_folder(const HeldFolder& held, std::span<const char* const> file_names) {
  int error = 0;
  for (const char* file : file_names) {
    struct stat info {};
    const bool is_found = fstatat(held.folder, file, &info, AT_SYMLINK_NOFOLLOW) == 0;
    if (!is_found && errno != ENOENT) {
      error = errno;
    }
    if (is_found && S_ISREG(info.st_mode) && is_own(held.folder, info.st_uid) &&
        unlinkat(held.folder, file, 0) == -1 && errno != ENOENT) {
      error = errno;
    }
  }
  const int last = error == 0 ? remove_empty(held) : 0;
  return error != 0 ? error : last == EEXIST ? ENOTEMPTY : last;
}

Guardian::~Guardian() { dismiss(); }

MaybeFault Guardian::make(int directory, const std::string& name, FileId& identity,
                          std::optional<std::span<const char* const>> file_names) {
  int ends[2];
  if (open_sockets(ends) == -1) {
    return describe("socketpair", errno);
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
  socket_ = ends[1];
  Made made;
  const ssize_t told = uninterrupted([&] { return read(socket_, &made, sizeof made); });
  if (told != static_cast<ssize_t>(sizeof made)) {
    return describe("read", told == -1 ? errno : EPIPE);  // EPIPE: the guardian process was killed
  }
  identity = made.identity;
  return fault_if_any(made.refused, made.error);
}

void Guardian::dismiss() {
  if (socket_ == -1) {
    return;
  }
  close(socket_);
  socket_ = -1;
  // Ignores ECHILD: if the process ignores SIGCHLD, the kernel has reaped the child already.
  uninterrupted([&] { return waitpid(child_, nullptr, 0); });
  child_ = -1;
}

}  // namespace driveproof::platform::posix
