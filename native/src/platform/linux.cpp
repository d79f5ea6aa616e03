// Linux: the modes, the clocks and everything else that only this kernel has.

#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "cycle_counter.h"
#include "folder.h"
#include "posix.h"

namespace driveproof::platform {

namespace {

constexpr Flush kFsync{"fsync", "fsync(fd)", posix::call_flush<fsync>};
constexpr Flush kFdatasync{"fdatasync", "fdatasync(fd)", posix::call_flush<fdatasync>};

constexpr std::array kModes{
    Mode{"none", nullptr, 0, nullptr},
    Mode{"fsync", nullptr, 0, &kFsync, &kFsync},
    Mode{"fdatasync", nullptr, 0, &kFdatasync, &kFsync},
    Mode{"o_dsync", "open(O_RDWR|O_DSYNC)", O_DSYNC, nullptr, &kFsync},
    Mode{"o_sync", "open(O_RDWR|O_SYNC)", O_SYNC, nullptr, &kFsync},
    Mode{"o_direct", "open(O_RDWR|O_DIRECT)", O_DIRECT, nullptr},
    Mode{"o_direct_dsync", "open(O_RDWR|O_DIRECT|O_DSYNC)", O_DIRECT | O_DSYNC, nullptr, &kFsync},
};

// fsync flushes the drive's cache too (fsync(2)); nothing stronger exists for one file.
constexpr std::array<const Flush*, 1> kStrongest{&kFsync};

// File system types as statfs(2) reports them. Some kernel headers lack some of these numbers.
constexpr std::int64_t kExt = 0xEF53;  // ext2, ext3 and ext4
constexpr std::int64_t kXfs = 0x58465342;
constexpr std::int64_t kTmpfs = 0x01021994;
constexpr std::int64_t kRamfs = 0x858458F6;
constexpr std::int64_t kBtrfs = 0x9123683E;
constexpr std::int64_t kBcachefs = 0xCA451A4E;
constexpr std::int64_t kZfs = 0x2FC12FC1;
constexpr std::int64_t kOverlay = 0x794C7630;
constexpr std::int64_t kFat = 0x4D44;
constexpr std::int64_t kExfat = 0x2011BAB0;
constexpr std::int64_t kNtfs = 0x5346544E;
constexpr std::int64_t kNtfs3 = 0x7366746E;
constexpr std::int64_t kFuse = 0x65735546;

constexpr std::uint64_t to_ns(std::int64_t seconds, std::int64_t nanoseconds) {
  return static_cast<std::uint64_t>(seconds) * 1'000'000'000u +
         static_cast<std::uint64_t>(nanoseconds);
}

/** Closes a range of descriptors, which may be empty. False on kernels before 5.9. */
bool close_range_of(unsigned first, unsigned last, unsigned flags) {
#ifdef SYS_close_range
  return first > last || syscall(SYS_close_range, first, last, flags) == 0;
#else
  static_cast<void>(flags);
  return first > last;
#endif
}

void leave_descriptor_table(unsigned kept) {
  constexpr unsigned kUnshare = 1u << 1;  // CLOSE_RANGE_UNSHARE
  constexpr unsigned kStandardError = 2;
  if (kept <= kStandardError || !close_range_of(kept + 1, ~0u, kUnshare)) {
    return;
  }
  // The descriptor table now belongs to this thread, so nothing closes for other threads.
  close_range_of(0, kStandardError - 1, 0);
  close_range_of(kStandardError + 1, kept - 1, 0);
}

/** The alignment that statx(2) reports: 0 without direct writes, nothing before Linux 6.1. */
std::optional<std::uint32_t> told_alignment(int file) {
#ifdef STATX_DIOALIGN
  struct statx info {};
  // Calls statx by its number: the wrapper needs glibc 2.28, and the addon loads with older ones.
  if (syscall(SYS_statx, file, "", AT_EMPTY_PATH, STATX_DIOALIGN, &info) == 0 &&
      (info.stx_mask & STATX_DIOALIGN) != 0) {
    return info.stx_dio_offset_align == 0
               ? 0
               : std::max(info.stx_dio_mem_align, info.stx_dio_offset_align);
  }
#else
  static_cast<void>(file);
#endif
  return std::nullopt;
}

// The fault for a file on which open(2) accepts O_DIRECT but writes go through the cache anyway.
Fault no_direct_writes(const char* why) {
  Fault fault = describe("open", EOPNOTSUPP);
  fault.message = why;
  return fault;
}

constexpr const char* kNoDirectWrites = "this file system has no direct writes for this file";

std::int64_t file_system_type(int file) {
  struct statfs info {};
  const int result = posix::uninterrupted([&] { return fstatfs(file, &info); });
  return result == 0 ? static_cast<std::int64_t>(static_cast<std::uint32_t>(info.f_type)) : -1;
}

}  // namespace

std::span<const Mode> modes() { return kModes; }

std::span<const SaveWay> save_ways() {
  static constexpr std::array kWays{SaveWay{"none", nullptr}, SaveWay{"fsync", &kFsync}};
  return kWays;
}

bool is_unbuffered(const Mode& mode) { return (mode.open_flags & O_DIRECT) != 0; }

MaybeFault documented_refusal(const Mode& mode, Handle file) {
  const bool refused = is_unbuffered(mode) && told_alignment(static_cast<int>(file)) == 0u;
  return refused ? std::optional(no_direct_writes(kNoDirectWrites)) : std::nullopt;
}

const char* const kAroundCacheText = "open(O_RDWR|O_DIRECT)";

std::span<const Flush* const> strongest_flushes() { return kStrongest; }

MaybeFault check_volume(Handle) { return std::nullopt; }

const Flush& usual_flush() { return kFdatasync; }

const Flush& full_flush() { return kFdatasync; }

std::uint64_t monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);  // cannot fail for this clock and a valid address
  return to_ns(now.tv_sec, now.tv_nsec);
}

#if defined(__x86_64__)
bool clock_counts_cycles() {
  // The clock source is not "tsc" if the kernel does not trust the counter:
  // Documentation/virt/kvm/x86/timekeeping.rst
  char name[8] = {};
  const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                        O_RDONLY | O_CLOEXEC);
  if (file == -1) {
    return false;
  }
  const ssize_t length = read(file, name, sizeof name);
  close(file);
  return length == 4 && std::memcmp(name, "tsc\n", 4) == 0;
}
#endif

std::optional<std::uint64_t> slept_ns() {
  // Subtracts the time awake from CLOCK_BOOTTIME, which "also includes any time that the system is
  // suspended" (clock_gettime(2)). CLOCK_BOOTTIME is read last, so that the difference is never
  // negative.
  const std::uint64_t awake = monotonic_ns();
  timespec all{};
  clock_gettime(CLOCK_BOOTTIME, &all);
  return to_ns(all.tv_sec, all.tv_nsec) - awake;
}

const std::uint64_t kCpuTimeStepNs = 1000;  // resolution of getrusage(2): microseconds

std::optional<CpuTimes> thread_cpu_times() {
  // Reads the thread's clock first, which makes the kernel update the CPU time
  // (task_sched_runtime() in kernel/sched/core.c). getrusage() alone returns that of the last timer
  // tick, up to 4 ms ago: 4 % of a round of 100 ms.
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);  // cannot fail for a valid address
  return CpuTimes{to_ns(usage.ru_utime.tv_sec, usage.ru_utime.tv_usec * 1000),
                  to_ns(usage.ru_stime.tv_sec, usage.ru_stime.tv_usec * 1000)};
}

// While threads share a descriptor table, every call on a descriptor takes and drops a reference to
// the file with locked instructions: about 3 % of a cached write, which a single-threaded program
// does not pay. The timed thread therefore unshares the table (close_range(2), Linux 5.9) and keeps
// only the test file, and standard error for an abort message of the C library. The process's own
// table does not change. If the thread cannot be made or cannot unshare, the writes are correct and
// a little slower.
void run_timed(Handle file, const std::function<void()>& body) {
  struct Task {
    unsigned file;
    const std::function<void()>& body;
  } task{static_cast<unsigned>(file), body};
  const auto run = [](void* argument) -> void* {
    const auto& own = *static_cast<const Task*>(argument);
    leave_descriptor_table(own.file);
    own.body();
    return nullptr;
  };
  pthread_t thread;
  if (pthread_create(&thread, nullptr, run, &task) != 0) {
    body();
    return;
  }
  pthread_join(thread, nullptr);
}

std::int64_t reserve(Handle file, std::uint64_t bytes, const char** syscall) {
  // posix_fallocate(3) of glibc may write the whole file, which no stop could interrupt.
  *syscall = "fallocate";
  const auto length = static_cast<off_t>(bytes);
  return posix::uninterrupted([&] { return fallocate(static_cast<int>(file), 0, 0, length); }) == 0
             ? 0
             : errno;
}

std::uint32_t unbuffered_alignment(Handle file) {
  const auto told = told_alignment(static_cast<int>(file));
  return told && *told != 0 ? *told : 4096;
}

MaybeFault around_cache_refusal(Handle file, std::uint32_t bytes) {
  // Refuses misaligned direct writes, which some file systems perform through the cache (open(2)).
  const auto told = told_alignment(static_cast<int>(file));
  if (!told || *told == 0 || bytes % *told == 0) {
    return std::nullopt;
  }
  Fault fault = describe("statx", EINVAL);
  fault.message = "direct writes must be multiples of " + std::to_string(*told) + " bytes here";
  return fault;
}

bool drop_cached_pages(Handle file, std::uint64_t bytes) {
  // Failures do not matter: O_DIRECT reads bypass the cache even if pages stay in it.
  posix_fadvise(static_cast<int>(file), 0, static_cast<off_t>(bytes), POSIX_FADV_DONTNEED);
  return true;
}

namespace posix {

int open_nameless(int directory) {
  // Lists only file systems on which flushes of a file without a name were seen to reach the drive.
  // ZFS skips them (zfs_log_write: z_unlinked), and so did btrfs (btrfs_log_inode_parent: i_nlink
  // == 0) until "btrfs: fix fsync of files with no hard links not persisting deletion" of 2025. On
  // tmpfs no flush reaches a drive either way.
  switch (file_system_type(directory)) {
    case kExt:
    case kXfs:
    case kTmpfs:
      break;
    default:
      return -1;
  }
  const int file = uninterrupted(
      [&] { return openat(directory, ".", O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600); });
  if (file == -1) {
    return -1;
  }
  // Each mode must be able to open the file again, which needs /proc.
  const int again = reopen_nameless(file, O_RDWR | O_CLOEXEC);
  if (again == -1) {
    const int error = errno;
    close(file);
    errno = error;
    return -1;
  }
  close(again);
  return file;
}

int reopen_nameless(int file, int flags) {
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  // Drops O_NOFOLLOW, which would refuse the entries of /proc/self/fd, because they are links.
  return openat(AT_FDCWD, link.c_str(), flags & ~O_NOFOLLOW);
}

bool is_locked_for_all(int file) {
  struct stat info {};
  if (fstat(file, &info) == -1) {
    return false;
  }
  if (major(info.st_dev) != 0) {
    return true;  // local block device: no other computer can use the file
  }
  switch (file_system_type(file)) {
    case kBtrfs:
    case kBcachefs:
    case kZfs:
    case kOverlay:
    case kTmpfs:
      return true;
    default:  // network and FUSE: another computer may not see the lock, or SMB enforce it
      return false;
  }
}

bool has_owners(int file) {
  switch (file_system_type(file)) {
    case kFat:
    case kExfat:
    case kNtfs:
    case kNtfs3:
    case kFuse:
      return false;
    default:
      return true;
  }
}

bool find_path(int file, char (&path)[kPathBytes]) {
  // Builds the path by hand, because snprintf() may allocate memory.
  char link[32] = "/proc/self/fd/";
  std::size_t end = std::strlen(link);
  char digits[12];
  std::size_t count = 0;
  for (int rest = file; count == 0 || rest > 0; rest /= 10) {
    digits[count++] = static_cast<char>('0' + rest % 10);
  }
  while (count > 0) {
    link[end++] = digits[--count];
  }
  link[end] = '\0';
  const ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  return path[0] == '/' && length < static_cast<ssize_t>(sizeof path - 1);
}

MaybeFault space_of(int folder, Space& space) {
  struct statvfs info {};
  if (uninterrupted([&] { return fstatvfs(folder, &info); }) == -1) {
    return describe("fstatvfs", errno);
  }
  const std::uint64_t each = info.f_frsize;
  space = {bytes_of(info.f_blocks, each), bytes_of(info.f_bfree, each),
           bytes_of(info.f_bavail, each)};
  return std::nullopt;
}

void settle_removal(int folder) {
  syncfs(folder);  // btrfs frees the blocks with the next transaction, up to half a minute later
}

std::string held_path(int folder) {
  const std::string path = "/proc/self/fd/" + std::to_string(folder);
  struct stat named {};
  struct stat held {};
  const bool leads = stat(path.c_str(), &named) == 0 && fstat(folder, &held) == 0 &&
                     id_of(named) == id_of(held);
  return leads ? path : "";
}

void overwrite_in_place(int directory) {
  int flags = 0;
  if (file_system_type(directory) != kBtrfs ||
      ioctl(directory, FS_IOC_GETFLAGS, &flags) == -1) {
    return;
  }
  // Sets NOCOW on the folder, because new files inherit its flags (ioctl_iflags(2)). Clears the
  // compression flags in a separate call first: btrfs refuses NOCOW beside a compression flag, even
  // in the call that clears that flag (fs/btrfs/ioctl.c, check_fsflags).
  flags &= ~(FS_COMPR_FL | FS_NOCOMP_FL);
  int in_place = flags | FS_NOCOW_FL;
  if (ioctl(directory, FS_IOC_SETFLAGS, &flags) == 0) {
    ioctl(directory, FS_IOC_SETFLAGS, &in_place);
  }
}

int uncached_flags() { return O_DIRECT; }

MaybeFault make_uncached(int file) {
  const std::int64_t type = file_system_type(file);
  if (type == kTmpfs || type == kRamfs) {
    return no_direct_writes("this file system lives in memory; nothing is behind its cache");
  }
  return told_alignment(file) == 0u ? std::optional(no_direct_writes(kNoDirectWrites))
                                    : std::nullopt;
}

int residency(void* address, std::size_t bytes, unsigned char* pages) {
  return mincore(address, bytes, pages);
}

void close_descriptors_except(int first, int second) {
  const auto low = static_cast<unsigned>(std::min(first, second));
  const auto high = static_cast<unsigned>(std::max(first, second));
  if ((low == 0 || close_range_of(0, low - 1, 0)) && close_range_of(low + 1, high - 1, 0) &&
      close_range_of(high + 1, ~0u, 0)) {
    return;
  }
  // close_range() is missing before 5.9. getdtablesize() is safe after fork(): only getrlimit().
  const auto limit = static_cast<unsigned>(getdtablesize());
  for (unsigned fd = 0; fd < limit; ++fd) {
    if (fd != low && fd != high) {
      close(static_cast<int>(fd));
    }
  }
}

}  // namespace posix

}  // namespace driveproof::platform
