// macOS: the modes, the clocks and everything else that only this kernel has.

#include <fcntl.h>
#include <mach/mach.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "folder.h"
#include "posix.h"

// Declares fdatasync(2) (system call 187): the library exports it, but no public header does.
extern "C" int fdatasync(int file);

namespace driveproof::platform {

namespace {

template <int kCommand>
std::int64_t call_fcntl(Handle file) {
  return posix::uninterrupted([&] { return fcntl(static_cast<int>(file), kCommand, 0); }) == -1
             ? errno
             : 0;
}

constexpr Flush kFsync{"fsync", "fsync(fd)", posix::call_flush<fsync>};
constexpr Flush kFdatasync{"fdatasync", "fdatasync(fd) [system call 187]",
                           posix::call_flush<fdatasync>};
constexpr Flush kBarrier{"fcntl(F_BARRIERFSYNC)", "fcntl(fd, F_BARRIERFSYNC)",
                         call_fcntl<F_BARRIERFSYNC>};
constexpr Flush kFull{"fcntl(F_FULLFSYNC)", "fcntl(fd, F_FULLFSYNC)", call_fcntl<F_FULLFSYNC>};

constexpr std::array kModes{
    Mode{"none", nullptr, 0, nullptr},
    Mode{"fsync", nullptr, 0, &kFsync, &kFsync},
    Mode{"fdatasync", nullptr, 0, &kFdatasync, &kFsync},
    Mode{"o_dsync", "open(O_RDWR|O_DSYNC)", O_DSYNC, nullptr, &kFsync},
    Mode{"f_barrierfsync", nullptr, 0, &kBarrier, &kBarrier},
    Mode{"f_fullfsync", nullptr, 0, &kFull, &kFull},
};

// Only F_FULLFSYNC reaches permanent storage; file systems without it have only weaker flushes
// (fcntl(2): HFS, MS-DOS, UDF and APFS have it).
constexpr std::array<const Flush*, 3> kStrongest{&kFull, &kBarrier, &kFsync};

std::int64_t preallocate(int file, std::uint32_t flags, std::uint64_t bytes) {
  fstore_t request{};
  request.fst_flags = flags;
  request.fst_posmode = F_PEOFPOSMODE;
  request.fst_length = static_cast<off_t>(bytes);
  return posix::uninterrupted([&] { return fcntl(file, F_PREALLOCATE, &request); }) == -1 ? errno
                                                                                          : 0;
}

constexpr std::uint64_t to_ns(const time_value_t& time) {
  return static_cast<std::uint64_t>(time.seconds) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.microseconds) * 1000u;
}

}  // namespace

std::span<const Mode> modes() { return kModes; }

std::span<const SaveWay> save_ways() {
  static constexpr std::array kWays{SaveWay{"none", nullptr}, SaveWay{"fsync", &kFsync},
                                    SaveWay{"f_fullfsync", &kFull}};
  return kWays;
}

bool is_unbuffered(const Mode&) { return false; }  // no mode here bypasses the cache

MaybeFault documented_refusal(const Mode&, Handle) { return std::nullopt; }

const char* const kAroundCacheText = "fcntl(fd, F_NOCACHE, 1)";

std::span<const Flush* const> strongest_flushes() { return kStrongest; }

// fstat(2) shows that a volume was unmounted by force: fsync(2) of its files then does nothing and
// succeeds, but fstat(2) fails (bsd/miscfs/deadfs/dead_vnops.c).
MaybeFault check_volume(Handle file) {
  struct stat info {};
  return fault_if_any("fstat", fstat(static_cast<int>(file), &info) == -1 ? errno : 0);
}

const Flush& usual_flush() { return kFsync; }

const Flush& full_flush() { return kFull; }

std::uint64_t monotonic_ns() {
  // CLOCK_MONOTONIC would count only microseconds, and go on while the computer sleeps.
  return clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
}

std::optional<std::uint64_t> slept_ns() {
  // The time asleep is the difference of two clocks: CLOCK_MONOTONIC_RAW goes on "while the system
  // is asleep", CLOCK_UPTIME_RAW "does not increment" (clock_gettime(3)). Setting the time moves
  // neither.
  const std::uint64_t awake = monotonic_ns();
  return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) - awake;
}

const std::uint64_t kCpuTimeStepNs = 1000;  // resolution of time_value_t: microseconds

std::optional<CpuTimes> thread_cpu_times() {
  thread_basic_info info{};
  mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;
  const mach_port_t thread = mach_thread_self();
  const kern_return_t result =
      thread_info(thread, THREAD_BASIC_INFO, reinterpret_cast<thread_info_t>(&info), &count);
  mach_port_deallocate(mach_task_self(), thread);
  if (result != KERN_SUCCESS) {
    return std::nullopt;
  }
  return CpuTimes{to_ns(info.user_time), to_ns(info.system_time)};
}

void run_timed(Handle, const std::function<void()>& body) { body(); }

std::int64_t reserve(Handle file, std::uint64_t bytes, const char** syscall) {
  *syscall = "fcntl(F_PREALLOCATE)";
  const int fd = static_cast<int>(file);
  std::int64_t error = preallocate(fd, F_ALLOCATECONTIG | F_ALLOCATEALL, bytes);
  if (error != 0) {
    error = preallocate(fd, F_ALLOCATEALL, bytes);
  }
  if (error != 0 && !is_reservation_unsupported(error)) {
    return error;
  }
  *syscall = "ftruncate";
  const auto length = static_cast<off_t>(bytes);
  return posix::uninterrupted([&] { return ftruncate(fd, length); }) == 0 ? 0 : errno;
}

std::uint32_t unbuffered_alignment(Handle) {
  // Uncached transfers must be aligned to pages (vfs_cluster.c): 16 KiB on Apple silicon.
  return static_cast<std::uint32_t>(getpagesize());
}

MaybeFault around_cache_refusal(Handle file, std::uint32_t bytes) {
  // cluster_write() uses the cache for lengths that are no whole pages (vfs_cluster.c).
  const std::uint32_t alignment = unbuffered_alignment(file);
  if (bytes % alignment == 0) {
    return std::nullopt;
  }
  Fault fault = describe("fcntl(F_NOCACHE)", EINVAL);
  fault.message = "the system takes transfers through its cache that are no multiples of " +
                  std::to_string(alignment) + " bytes";
  return fault;
}

bool drop_cached_pages(Handle file, std::uint64_t bytes) {
  // Invalidates resident pages, because F_NOCACHE alone would still serve them from memory
  // (cluster_read_direct). Maps 64 MiB at a time, to keep the address space small.
  constexpr std::uint64_t kWindowBytes = 64u << 20;
  for (std::uint64_t offset = 0; offset < bytes; offset += kWindowBytes) {
    const std::uint64_t length = std::min(kWindowBytes, bytes - offset);
    void* window = mmap(nullptr, length, PROT_READ, MAP_SHARED, static_cast<int>(file),
                        static_cast<off_t>(offset));
    if (window == MAP_FAILED) {
      return false;
    }
    const bool invalidated = msync(window, length, MS_INVALIDATE) == 0;
    munmap(window, length);
    if (!invalidated) {
      return false;
    }
  }
  return cached_bytes(file, bytes) == 0u;
}

namespace posix {

// How APFS treats a flush of a nameless file is not documented, so the name is always kept.
int open_nameless(int) { return -1; }

int reopen_nameless(int, int) {
  errno = ENOTSUP;
  return -1;
}

bool is_locked_for_all(int file) {
  struct statfs info {};
  return fstatfs(file, &info) == 0 && (info.f_flags & MNT_LOCAL) != 0;
}

bool has_owners(int) {
  return true;  // if the volume ignores owners, every file appears to be this user's
}

bool find_path(int file, char (&path)[kPathBytes]) {
#ifdef F_GETPATH  // not defined when this file is tested on Linux
  return fcntl(file, F_GETPATH, path) != -1;
#else
  static_cast<void>(file);
  static_cast<void>(path);
  return false;
#endif
}

// statvfs(3) counts blocks in 32 bits here, which a drive of 18 TB overflows.
MaybeFault space_of(int folder, Space& space) {
  struct statfs info {};
  if (uninterrupted([&] { return fstatfs(folder, &info); }) == -1) {
    return describe("fstatfs", errno);
  }
  const std::uint64_t each = info.f_bsize;
  space = {bytes_of(info.f_blocks, each), bytes_of(info.f_bfree, each),
           bytes_of(info.f_bavail, each)};
  return std::nullopt;
}

void settle_removal(int) {}

std::string held_path(int) { return ""; }

// APFS has no checksums of data, and copies only what a clone or a snapshot shares.
void overwrite_in_place(int) {}

int uncached_flags() { return 0; }

MaybeFault make_uncached(int file) {
  // Refuses file systems in memory and those of other computers, whose cache cannot be bypassed.
  struct statfs info {};
  if (posix::uninterrupted([&] { return fstatfs(file, &info); }) == -1) {
    return describe("fstatfs", errno);
  }
  if ((info.f_flags & MNT_LOCAL) == 0 || std::string_view(info.f_fstypename) == "tmpfs") {
    return Fault{"ENOTSUP", "fcntl(F_NOCACHE)", ENOTSUP,
                 "this file system is not on a drive of this computer"};
  }
  return fault_if_any("fcntl(F_NOCACHE)", fcntl(file, F_NOCACHE, 1) == -1 ? errno : 0);
}

int residency(void* address, std::size_t bytes, unsigned char* pages) {
  return mincore(address, bytes, reinterpret_cast<char*>(pages));
}

void close_descriptors_except(int first, int second) {
  // No descriptor is above OPEN_MAX. getdtablesize() is safe after fork(): only a getrlimit().
  const int limit = std::min(getdtablesize(), OPEN_MAX);
  for (int fd = 0; fd < limit; ++fd) {
    if (fd != first && fd != second) {
      close(fd);
    }
  }
}

}  // namespace posix

}  // namespace driveproof::platform
