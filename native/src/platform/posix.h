#pragma once

// What posix_*.cpp, linux.cpp and macos.cpp share with each other. Not for the engine.

#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "file_handle.h"
#include "folder.h"
#include "platform.h"

namespace driveproof::platform::posix {

inline int number_of(const FileHandle& file) { return static_cast<int>(file.get()); }

inline FileId id_of(const struct stat& info) {
  return {static_cast<std::uint64_t>(info.st_dev), static_cast<std::uint64_t>(info.st_ino)};
}

/** Opens the folder to make entries in it. -1 and errno upon failure. */
int open_place(const Place& place);

/**
 * A new file in this folder that never has a name and so cannot outlive the process. -1 if a call
 * failed (errno), if the system has no such files, or if flushes of such a file are not known to
 * reach the drive.
 */
int open_nameless(int directory);

/** Opens a file of open_nameless() again, with these flags of open(2). -1 and errno if refused. */
int reopen_nameless(int file, int flags);

/** See PrivateFolder::overwrite_in_place(). */
void overwrite_in_place(int directory);

/** Flags of open(2) for uncached I/O. */
int uncached_flags();

/** Makes a descriptor opened with uncached_flags() bypass the cache, or says why it cannot. */
MaybeFault make_uncached(int file);

/** mincore(2), whose last parameter differs by system. `pages[n] & 1`: page n is in memory. */
int residency(void* address, std::size_t bytes, unsigned char* pages);

/** Closes every descriptor except `first` and `second`. Async-signal-safe, for use after fork(). */
void close_descriptors_except(int first, int second);

constexpr std::size_t kPathBytes = 4096;

/** Current path of an open file, even if moved. False if not reported. Async-signal-safe. */
bool find_path(int file, char (&path)[kPathBytes]);

struct Space {
  std::uint64_t total;
  std::uint64_t free;
  std::uint64_t available;  // free to this user
};

/** Bytes of the volume that contains this open folder. */
MaybeFault space_of(int folder, Space& space);

/**
 * The bytes in so many blocks, at most the largest 64-bit number: a network store may claim more,
 * and after an overflow the volume would look full.
 */
inline std::uint64_t bytes_of(std::uint64_t blocks, std::uint64_t each) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return each != 0 && blocks > kMost / each ? kMost : blocks * each;
}

/** Makes the file system free the space of removed files now, if it would do so only later. */
void settle_removal(int folder);

/** A path to this open folder that stays valid if its name changes; empty if there is none. */
std::string held_path(int folder);

/** The names in an open folder, but for "." and "..". */
MaybeFault list_names(int directory, std::vector<std::string>& names);

/** Whether every process that may have this file open sees a flock on it. Async-signal-safe. */
bool is_locked_for_all(int file);

/** Whether this file system stores an owner for each file (not FAT, nor most of FUSE). */
bool has_owners(int file);

/** Whether an entry with this owner, on the file system of `file`, is this user's. */
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

/** Makes a `Flush::call` from a system call on a descriptor: returns 0 or the error number. */
template <int (*kCall)(int)>
std::int64_t call_flush(Handle file) {
  return uninterrupted([&] { return kCall(static_cast<int>(file)); }) == 0 ? 0 : errno;
}

/**
 * Opens a file for uncached I/O, or for buffered I/O if the system refuses that. `open` takes extra
 * flags for open(2), sets the handle and returns the fault.
 */
template <typename Open>
MaybeFault open_around_cache(Open open, FileHandle& file, MaybeFault& refusal) {
  auto fault = open(static_cast<std::uint32_t>(uncached_flags()), file);
  if (fault && is_refusal(fault->os_code)) {
    refusal = std::move(fault);
    return open(0u, file);
  }
  if (!fault) {
    refusal = make_uncached(number_of(file));
  }
  return fault;
}

}  // namespace driveproof::platform::posix
