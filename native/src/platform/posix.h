#pragma once

// What posix_*.cpp, linux.cpp and macos.cpp share with each other. Not for the engine.

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
 * A new file in this folder that never has a name, so that it cannot outlive the process. -1 if the
 * system cannot, or where flushes of such a file are not known to reach the drive.
 */
int open_nameless(int directory);

/** Opens a file of open_nameless() again, with these flags of open(2). -1 and errno if refused. */
int reopen_nameless(int file, int flags);

/** See PrivateFolder::overwrite_in_place(). */
bool overwrite_in_place(int directory);

/** Flags of open(2) for going around the cache. */
int uncached_flags();

/** Makes a descriptor that was opened with them go around the cache, or says why it cannot. */
std::optional<Fault> make_uncached(int file);

/** mincore(2), whose last parameter differs by system. The lowest bit: resident. */
int residency(void* address, std::size_t bytes, unsigned char* pages);

/** Closes every descriptor but these two. Async-signal-safe: called after fork(). */
void close_descriptors_except(int first, int second);

/** The names in an open folder, but for "." and "..". */
std::optional<Fault> list_names(int directory, std::vector<std::string>& names);

/** Whether everyone who may have this file open sees a lock on it (flock). Async-signal-safe. */
bool is_locked_for_all(int file);

/** Whether this file system keeps an owner for each file (not FAT, nor most of FUSE). */
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

/** `Flush::call` of a system call: 0 or the error number. */
template <int (*kCall)(int)>
std::int64_t call_flush(Handle file) {
  return uninterrupted([&] { return kCall(static_cast<int>(file)); }) == 0 ? 0 : errno;
}

/**
 * Opens a file to go around the cache or, where that is refused, through it. `open` takes further
 * flags of open(2), sets the handle and returns what went wrong.
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
