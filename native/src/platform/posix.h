#pragma once

// What posix_*.cpp ask of linux.cpp and macos.cpp, and the other way round. Not seen by the engine.

#include <sys/types.h>

#include <cerrno>

#include "platform.h"

namespace driveproof::platform::posix {

/** Whether a flush of a file on this file system reaches the drive after its last unlink. */
bool flushes_nameless_files(int directory);

/** Flags of an open for reading around the cache. */
int uncached_read_flags();

/** Turns a freshly opened descriptor into an uncached one. 0 or errno. */
int make_uncached(int file);

/** False on file systems that live in memory, where there is nothing beyond the cache. */
bool has_drive_behind_cache(int directory);

/** Closes every descriptor but these two. Async-signal-safe: called after fork(). */
void close_descriptors_except(int first, int second);

/** Repeats a call that a signal interrupted. */
template <typename Call>
auto uninterrupted(Call call) -> decltype(call()) {
  decltype(call()) result;
  do {
    result = call();
  } while (result == -1 && errno == EINTR);
  return result;
}

}  // namespace driveproof::platform::posix
