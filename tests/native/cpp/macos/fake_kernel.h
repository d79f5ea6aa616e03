#pragma once

#include <cstdint>
#include <string>
#include <vector>

/**
 * A fake macOS that keeps its files on this Linux, records each call, and answers as a test told it
 * to. Calls have the names of error reports: "fsync", "F_FULLFSYNC", "F_PREALLOCATE contiguous".
 */
namespace fake {

struct Call {
  std::string name;
  int file = -1;
  std::uint64_t bytes = 0;  // length passed to the call
};

constexpr int kShort = -1;  // no error: the call transfers half of the bytes
constexpr int kEver = 1 << 30;

/** From the `first` call of this name on (1 is the next call), `times` calls end with `error`. */
void answer(const std::string& name, int error, int first = 1, int times = kEver);

/** Sets what fstatfs() returns for every folder. */
void mount(const std::string& type, std::uint32_t flags);

/** Sets the number of 4 KiB blocks that fstatfs() reports for every volume. */
void count_blocks(std::uint64_t all, std::uint64_t free, std::uint64_t available);

/** Sets whether pages stay in the cache after they were invalidated. */
void keep_pages(bool keep);

/**
 * Numbers files as FAT and exFAT do: a file's number is that of its first cluster, so all empty
 * files have the same one (bsd/sys/vnode.h of Apple's msdosfs: FILENO_EMPTY).
 */
void number_by_cluster(bool is_on);

/**
 * Unmounts all volumes by force: fstat() of an open file then fails, while fsync() still succeeds
 * (bsd/miscfs/deadfs/dead_vnops.c).
 */
void unmount(bool is_on);

/** Lets the computer sleep for `ns`. */
void sleep(std::uint64_t ns);

/** Sets the processor time of every thread. */
void thread_times(int user_seconds, int user_microseconds, int system_seconds,
                  int system_microseconds);

/**
 * Resets the fake kernel: every call succeeds, the file system is APFS, and no call is recorded.
 */
void restart();

std::vector<Call> calls();
std::size_t count(const std::string& name);

}  // namespace fake
