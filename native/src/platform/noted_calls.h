#pragma once

// Include this before a database's source: the database's calls on files then record their errors
// (see first_failure.h). On Windows databases store the error of a flush with the file (see
// sqlite_fault.cpp).

#ifndef _WIN32

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "first_failure.h"

static inline ssize_t noted(const char* call, ssize_t result) {
  if (result < 0) {
    const int error = errno;
    driveproof_note_failure(call, error);
    errno = error;
  }
  return result;
}

static inline int noted_open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(rest, int) : 0;
  va_end(rest);
  return (int)noted("open", open(path, flags, mode));
}

static inline int noted_close(int file) { return (int)noted("close", close(file)); }

static inline int noted_fstat(int file, struct stat* info) {
  return (int)noted("fstat", fstat(file, info));
}

static inline int noted_unlink(const char* path) { return (int)noted("unlink", unlink(path)); }

static inline int noted_fsync(int file) { return (int)noted("fsync", fsync(file)); }

static inline int noted_ftruncate(int file, off_t bytes) {
  return (int)noted("ftruncate", ftruncate(file, bytes));
}

static inline ssize_t noted_read(int file, void* data, size_t bytes) {
  return noted("read", read(file, data, bytes));
}

static inline ssize_t noted_pread(int file, void* data, size_t bytes, off_t offset) {
  return noted("pread", pread(file, data, bytes, offset));
}

static inline ssize_t noted_write(int file, const void* data, size_t bytes) {
  return noted("write", write(file, data, bytes));
}

static inline ssize_t noted_pwrite(int file, const void* data, size_t bytes, off_t offset) {
  return noted("pwrite", pwrite(file, data, bytes, offset));
}

/** Does not record ENODEV, which only says that this file system cannot share maps (mmap(2)). */
static inline void* noted_mmap(void* address, size_t bytes, int protection, int flags, int file,
                               off_t offset) {
  void* const map = mmap(address, bytes, protection, flags, file, offset);
  if (map == MAP_FAILED && errno != ENODEV) {
    noted("mmap", -1);
  }
  return map;
}

static inline int noted_msync(void* address, size_t bytes, int flags) {
  return (int)noted("msync", msync(address, bytes, flags));
}

#define open noted_open
#define close noted_close
#define fstat noted_fstat
#define unlink noted_unlink
#define fsync noted_fsync
#define ftruncate noted_ftruncate
#define read noted_read
#define pread noted_pread
#define write noted_write
#define pwrite noted_pwrite
#define mmap noted_mmap
#define msync noted_msync

#ifdef __linux__
static inline int noted_fdatasync(int file) { return (int)noted("fdatasync", fdatasync(file)); }

static inline ssize_t noted_pwritev(int file, const struct iovec* parts, int count, off_t offset) {
  return noted("pwritev", pwritev(file, parts, count, offset));
}

/** Returns the error number and leaves errno alone, as posix_fallocate(3) does. */
static inline int noted_posix_fallocate(int file, off_t offset, off_t bytes) {
  const int error = posix_fallocate(file, offset, bytes);
  driveproof_note_failure("posix_fallocate", error);
  return error;
}

#define fdatasync noted_fdatasync
#define pwritev noted_pwritev
#define posix_fallocate noted_posix_fallocate
#else
/** Records a failed F_FULLFSYNC: SQLite then calls fsync(2), whose success hides the error. */
static inline int noted_fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  return (int)noted("fcntl", fcntl(file, command, argument));
}

#define fcntl noted_fcntl
#endif

#endif
