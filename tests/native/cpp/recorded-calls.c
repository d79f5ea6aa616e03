/*
 * Reports every call that changes or flushes a file or folder of the test before the call is made,
 * and waits for an answer, so that a test sees the calls' order and the engine's state at each.
 * Loaded with LD_PRELOAD. Sets DRIVEPROOF_CALLS to "read:write": the descriptor from which the test
 * reads the calls, one per line, and the one to which the test writes a byte to let a call proceed.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
/* File offsets have 64 bits, so the names with and without "64" mean the same function. */
#define SAME_AS(name) __attribute__((alias(#name)))
#define FOLDER ".driveproof-native-test"

enum { kPathBytes = 4096 };
static int lines[2] = {-1, -1};
static int answers[2] = {-1, -1};
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  char text[32];
  if (pipe2(lines, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0 ||
      fcntl(lines[0], F_SETFL, O_NONBLOCK) != 0) {
    abort();
  }
  snprintf(text, sizeof text, "%d:%d", lines[0], answers[1]);
  setenv("DRIVEPROOF_CALLS", text, 1);
}

/* The part of a path after the test's folder; NULL if the path is not in that folder. */
static const char *inside(const char *path) {
  const char *const found = strstr(path, FOLDER);
  const char *const rest = found ? strchr(found, '/') : NULL;
  return rest ? rest + 1 : found ? "." : NULL;
}

static const char *path_of(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, kPathBytes - 1);
  path[length > 0 ? length : 0] = '\0';
  return path;
}

static const char *path_at(int directory, const char *name, char *path) {
  if (name[0] == '/' || directory == AT_FDCWD) {
    snprintf(path, kPathBytes, "%s", name);
  } else {
    path_of(directory, path);
    const size_t length = strlen(path);
    snprintf(path + length, kPathBytes - length, "/%s", name);
  }
  return path;
}

static void tell(const char *call, const char *path, const char *more) {
  const char *const place = inside(path);
  if (place == NULL) {
    return;
  }
  char line[2 * kPathBytes];
  char answer;
  const int length = snprintf(line, sizeof line, "%s %s%s\n", call, place, more);
  pthread_mutex_lock(&one_at_a_time);
  syscall(SYS_write, lines[1], line, (size_t)length);
  while (syscall(SYS_read, answers[0], &answer, 1) != 1) {
  }
  pthread_mutex_unlock(&one_at_a_time);
}

static void tell_of_file(const char *call, int file) {
  char path[kPathBytes];
  tell(call, path_of(file, path), "");
}

static void tell_of_write(int file) {
  char path[kPathBytes];
  if (inside(path_of(file, path)) == NULL) {
    return;
  }
  const int flags = fcntl(file, F_GETFL);
  const int is_sync = (flags & O_SYNC) == O_SYNC;
  const int is_dsync = !is_sync && (flags & O_DSYNC) != 0;
  char more[64];
  snprintf(more, sizeof more, "%s%s", (flags & O_DIRECT) ? " O_DIRECT" : "",
           is_sync ? " O_SYNC" : is_dsync ? " O_DSYNC" : "");
  tell("write", path, more);
}

ssize_t pwrite64(int file, const void *data, size_t bytes, off64_t offset) {
  tell_of_write(file);
  return REAL(pwrite64)(file, data, bytes, offset);
}

ssize_t pwrite(int file, const void *data, size_t bytes, off_t offset) SAME_AS(pwrite64);

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
  tell_of_write(file);
  return REAL(pwritev64)(file, parts, count, offset);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset)
    SAME_AS(pwritev64);

ssize_t write(int file, const void *data, size_t bytes) {
  tell_of_write(file);
  return REAL(write)(file, data, bytes);
}

int fsync(int file) {
  tell_of_file("fsync", file);
  return REAL(fsync)(file);
}

int fdatasync(int file) {
  tell_of_file("fdatasync", file);
  return REAL(fdatasync)(file);
}

int openat64(int directory, const char *name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if ((flags & O_CREAT) != 0) {
    char path[kPathBytes];
    tell("create", path_at(directory, name, path), "");
  }
  return REAL(openat64)(directory, name, flags, mode);
}

int openat(int directory, const char *name, int flags, ...) SAME_AS(openat64);

int mkdir(const char *name, mode_t mode) {
  tell("mkdir", name, "");
  return REAL(mkdir)(name, mode);
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  char path[kPathBytes];
  char more[kPathBytes];
  snprintf(more, sizeof more, " %s", to);
  tell("rename", path_at(from_directory, from, path), more);
  return REAL(renameat)(from_directory, from, to_directory, to);
}

int unlink(const char *name) {
  tell("unlink", name, "");
  return REAL(unlink)(name);
}
