/*
 * Makes chosen system calls on the test file fail, for tests of what the engine does then. Loaded
 * with LD_PRELOAD. DRIVEPROOF_FAIL="call:effect:first:last" names the call (pwrite, pread, fsync,
 * fdatasync, fallocate, openat, unlinkat), what happens (EIO, EINVAL, ENOTSUP, ENOSPC, EINTR, or
 * SHORT for half of the bytes) and the range of calls, counted from 1, to which it happens.
 * Several rules are separated by a comma.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { kCalls = 7, kShort = -1 };
static const char *const names[kCalls] = {"pwrite",    "pread",  "fsync",   "fdatasync",
                                          "fallocate", "openat", "unlinkat"};
enum { kPwrite, kPread, kFsync, kFdatasync, kFallocate, kOpenat, kUnlinkat };

static struct {
  int effect;
  int first;
  int last;
} rules[kCalls];
static atomic_int counts[kCalls];

__attribute__((constructor)) static void read_rules(void) {
  static const struct {
    const char *name;
    int effect;
  } effects[] = {{"EIO", EIO},       {"EINVAL", EINVAL}, {"ENOTSUP", ENOTSUP},
                 {"ENOSPC", ENOSPC}, {"EINTR", EINTR},   {"SHORT", kShort}};
  const char *given = getenv("DRIVEPROOF_FAIL");
  char *text = given ? strdup(given) : NULL;
  for (char *rule = text ? strtok(text, ",") : NULL; rule; rule = strtok(NULL, ",")) {
    char call[16];
    char effect[16];
    int first;
    int last;
    if (sscanf(rule, "%15[^:]:%15[^:]:%d:%d", call, effect, &first, &last) != 4) {
      abort();
    }
    for (int index = 0; index < kCalls; ++index) {
      for (size_t kind = 0; kind < sizeof effects / sizeof *effects; ++kind) {
        if (strcmp(names[index], call) == 0 && strcmp(effects[kind].name, effect) == 0) {
          rules[index].effect = effects[kind].effect;
          rules[index].first = first;
          rules[index].last = last;
        }
      }
    }
  }
  free(text);
}

/* 0: let the call pass. */
static int effect_on(int call, const char *path) {
  if (rules[call].first == 0 || strstr(path, ".driveproof-native-test") == NULL) {
    return 0;
  }
  const int count = atomic_fetch_add(&counts[call], 1) + 1;
  return count >= rules[call].first && count <= rules[call].last ? rules[call].effect : 0;
}

static int effect_on_file(int call, int file) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  return effect_on(call, path);
}

/* Down to a sector, below which direct transfers are not possible. */
static size_t half_of(size_t bytes) { return bytes > 512 ? bytes / 1024 * 512 : bytes; }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int file, const void *data, size_t bytes, off64_t offset) {
  const int effect = effect_on_file(kPwrite, file);
  if (effect == kShort) {
    bytes = half_of(bytes);
  } else if (effect != 0) {
    errno = effect;
    return -1;
  }
  return REAL(pwrite64)(file, data, bytes, offset);
}

ssize_t pwrite(int file, const void *data, size_t bytes, off_t offset) {
  return pwrite64(file, data, bytes, offset);
}

ssize_t pread64(int file, void *data, size_t bytes, off64_t offset) {
  const int effect = effect_on_file(kPread, file);
  if (effect == kShort) {
    bytes = half_of(bytes);
  } else if (effect != 0) {
    errno = effect;
    return -1;
  }
  return REAL(pread64)(file, data, bytes, offset);
}

ssize_t pread(int file, void *data, size_t bytes, off_t offset) {
  return pread64(file, data, bytes, offset);
}

int fsync(int file) {
  const int effect = effect_on_file(kFsync, file);
  if (effect != 0) {
    errno = effect;
    return -1;
  }
  return REAL(fsync)(file);
}

int fdatasync(int file) {
  const int effect = effect_on_file(kFdatasync, file);
  if (effect != 0) {
    errno = effect;
    return -1;
  }
  return REAL(fdatasync)(file);
}

int fallocate64(int file, int mode, off64_t offset, off64_t length) {
  const int effect = effect_on_file(kFallocate, file);
  if (effect != 0) {
    errno = effect;
    return -1;
  }
  return REAL(fallocate64)(file, mode, offset, length);
}

int fallocate(int file, int mode, off_t offset, off_t length) {
  return fallocate64(file, mode, offset, length);
}

int openat64(int directory, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  const int effect = effect_on(kOpenat, path);
  if (effect != 0) {
    errno = effect;
    return -1;
  }
  return REAL(openat64)(directory, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return openat64(directory, path, flags, mode);
}

int unlinkat(int directory, const char *path, int flags) {
  const int effect = effect_on(kUnlinkat, path);
  if (effect != 0) {
    errno = effect;
    return -1;
  }
  return REAL(unlinkat)(directory, path, flags);
}
