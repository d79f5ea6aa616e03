#pragma once

// Included before a database's source: its writes and flushes then record their errors, see
// first_failure.h. Windows databases store the error of a flush with the file; see
// sqlite_fault.cpp.

#ifndef _WIN32

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "first_failure.h"

/** Returns `result` unchanged. */
static inline ssize_t noted(const char* call, ssize_t result) {
  if (result < 0) {
    const int error = errno;
    driveproof_note_failure(call, error);
    errno = error;
  }
  return result;
}

static inline int noted_fsync(int file) { return (int)noted("fsync", fsync(file)); }

static inline ssize_t noted_write(int file, const void* data, size_t bytes) {
  return noted("write", write(file, data, bytes));
}

static inline ssize_t noted_pwrite(int file, const void* data, size_t bytes, off_t offset) {
  return noted("pwrite", pwrite(file, data, bytes, offset));
}

static inline int noted_msync(void* address, size_t bytes, int flags) {
  return (int)noted("msync", msync(address, bytes, flags));
}

#define fsync noted_fsync
#define write noted_write
#define pwrite noted_pwrite
#define msync noted_msync

#ifdef __linux__
static inline int noted_fdatasync(int file) { return (int)noted("fdatasync", fdatasync(file)); }

static inline ssize_t noted_pwritev(int file, const struct iovec* parts, int count, off_t offset) {
  return noted("pwritev", pwritev(file, parts, count, offset));
}

#define fdatasync noted_fdatasync
#define pwritev noted_pwritev
#endif

#endif
