#pragma once

// What posix_*.cpp ask of linux.cpp and macos.cpp, and the other way round. Not seen by the engine.

#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "file_handle.h"
#include "platform.h"

namespace driveproof::platform::posix {

inline int number_of(const FileHandle& file) { return static_cast<int>(file.get()); }

/** Opens the folder for making entries in it. -1 and errno upon failure. */
int open_place(const Place& place);

/**
 * A new file in this folder that never has a name, so that no end of the process leaves it behind.
 * -1 where the system cannot, or where flushes of such a file are not known to reach the drive.
 */
int open_nameless(int directory);

/** Opens a file of open_nameless() again, with these flags of open(2). -1 and errno if refused. */
int reopen_nameless(int file, int flags);

/** Flags of an open for going around the cache. */
int uncached_flags();

/** Turns a descriptor that was opened with them into an uncached one, or says why it cannot be. */
std::optional<Fault> make_uncached(int file);

/** mincore(2), whose last parameter has another type on each system. The lowest bit: resident. */
int residency(void* address, std::size_t bytes, unsigned char* pages);

/** Closes every descriptor but these two. Async-signal-safe: called after fork(). */
void close_descriptors_except(int first, int second);

/** The names in an open folder, but for "." and "..". */
std::optional<Fault> list_names(int directory, std::vector<std::string>& names);

/** Whether a lock on this file (flock) is seen by everyone who may have it open. Async-signal-safe. */
bool is_locked_for_all(int file);

/** Whether file systems like this one keep an owner for each file (not FAT, nor most of FUSE). */
bool has_owners(int file);

/** Whether something with this owner, on the file system of `file`, is this user's. */
inline bool is_own(int file, uid_t owner) { return owner == geteuid() || !has_owners(file); }

/** Repeats a call that a signal interrupted. */
template <typename Call>
auto uninterrupted(Call call) -> decltype(call()) {
  decltype(call()) result;
  do {
    result = call();
  } while (result == -1 && errno == EINTR);
  return result;
}

/** A call that flushes, as Flush has it: 0 or the error number. */
template <int (*kCall)(int)>
std::int64_t call_flush(Handle file) {
  return uninterrupted([&] { return kCall(static_cast<int>(file)); }) == 0 ? 0 : errno;
}

/**
 * Opens a file to go around the cache; where that is refused, plainly. `open` takes further flags of
 * open(2), sets the handle and returns what went wrong.
 */
template <typename Open>
std::optional<Fault> open_around_cache(Open open, Handle& file, std::optional<Fault>& refusal) {
  auto fault = open(static_cast<std::uint32_t>(uncached_flags()), file);
  if (fault && is_refusal(fault->os_code)) {
    refusal = std::move(fault);
    return open(0u, file);
  }
  if (!fault) {
    refusal = make_uncached(static_cast<int>(file));
  }
  return fault;
}

}  // namespace driveproof::platform::posix
