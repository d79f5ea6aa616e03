#pragma once

#include <cstdint>
#include <string>
#include <vector>

/**
 * A macOS that keeps its files on this Linux, writes down what it was asked, and answers as told.
 * Calls are named as in error reports: "fsync", "F_FULLFSYNC", "F_PREALLOCATE contiguous".
 */
namespace fake {

struct Call {
  std::string name;
  int file = -1;
  std::uint64_t bytes = 0;  // transferred, reserved or cut to
};

constexpr int kShort = -1;  // half of the bytes
constexpr int kEver = 1 << 30;

/** From the `first` call of this name on, counted from now and 1, `times` of them end so. */
void answer(const std::string& name, int error, int first = 1, int times = kEver);

/** What fstatfs() says of every folder. */
void mount(const std::string& type, std::uint32_t flags);

/** How many blocks of 4 KiB fstatfs() counts on every volume. */
void count_blocks(std::uint64_t all, std::uint64_t free, std::uint64_t available);

/** Whether pages stay in the cache after they were invalidated. */
void keep_pages(bool keep);

/**
 * FAT and exFAT: a file's number is that of its first cluster, so all empty files have the same one
 * (bsd/sys/vnode.h of Apple's msdosfs: FILENO_EMPTY).
 */
void number_by_cluster(bool is_on);

/**
 * All volumes are unmounted by force: an open file has no attributes any more, while fsync() of it
 * still succeeds (bsd/miscfs/deadfs/dead_vnops.c).
 */
void unmount(bool is_on);

/** The computer sleeps for so long. */
void sleep(std::uint64_t ns);

/** Processor time of every thread. */
void thread_times(int user_seconds, int user_microseconds, int system_seconds,
                  int system_microseconds);

/** A kernel that does everything, on APFS, and has not been asked yet. */
void restart();

std::vector<Call> calls();
std::size_t count(const std::string& name);

}  // namespace fake
