#include "fake_kernel.h"

#include "../../../../native/src/platform/cycle_counter.h"

#include <mach/mach.h>
#include <sys/mount.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>

// This file needs the real functions, so it removes the macros that rename them to the fakes.
#undef fcntl
#undef fsync
#undef fdatasync
#undef pwrite
#undef pread
#undef ftruncate
#undef msync
#undef mincore
#undef fstat
#undef fstatat

namespace {

struct Rule {
  int error = 0;
  int first = 1;
  int times = 0;
  int seen = 0;
};

struct Kernel {
  std::map<std::string, Rule> rules;
  std::vector<fake::Call> calls;
  std::string type = "apfs";
  std::uint32_t flags = MNT_LOCAL;
  std::uint64_t blocks = 0;
  std::uint64_t blocks_free = 0;
  std::uint64_t blocks_available = 0;
  bool keeps_pages = false;
  thread_basic_info times{};
};

std::mutex lock;
Kernel kernel;
// Not guarded by `lock`, because guardian processes read them and are forked while the lock may be
// held.
std::atomic<bool> numbers_by_cluster = false;
std::atomic<bool> unmounted = false;
// Not guarded by `lock`, because timed loops read it.
std::atomic<std::uint64_t> slept_ns = 0;

int numbered(int result, struct stat* info) {
  constexpr ino_t kEmpty = 1;
  if (result == 0 && numbers_by_cluster && S_ISREG(info->st_mode) && info->st_size == 0) {
    info->st_ino = kEmpty;
  }
  return result;
}

/** Records the call. Returns 0, an error number, or fake::kShort. */
int enter(const std::string& name, int file, std::uint64_t bytes = 0) {
  const std::lock_guard guard(lock);
  kernel.calls.push_back({name, file, bytes});
  const auto found = kernel.rules.find(name);
  if (found == kernel.rules.end()) {
    return 0;
  }
  Rule& rule = found->second;
  const int number = ++rule.seen;
  return number >= rule.first && number - rule.first < rule.times ? rule.error : 0;
}

int fail(int error) {
  errno = error;
  return -1;
}

int enter_or_fail(const std::string& name, int file, std::uint64_t bytes = 0) {
  const int error = enter(name, file, bytes);
  return error == 0 ? 0 : fail(error);
}

std::size_t length_for(int effect, std::size_t bytes) {
  return effect == fake::kShort ? bytes / 2 : bytes;
}

}  // namespace

namespace fake {

void answer(const std::string& name, int error, int first, int times) {
  const std::lock_guard guard(lock);
  kernel.rules[name] = Rule{error, first, times, 0};
}

void mount(const std::string& type, std::uint32_t flags) {
  const std::lock_guard guard(lock);
  kernel.type = type;
  kernel.flags = flags;
}

void count_blocks(std::uint64_t all, std::uint64_t free, std::uint64_t available) {
  const std::lock_guard guard(lock);
  kernel.blocks = all;
  kernel.blocks_free = free;
  kernel.blocks_available = available;
}

void keep_pages(bool keep) {
  const std::lock_guard guard(lock);
  kernel.keeps_pages = keep;
}

void number_by_cluster(bool is_on) { numbers_by_cluster = is_on; }

void unmount(bool is_on) { unmounted = is_on; }

void sleep(std::uint64_t ns) { slept_ns += ns; }

void thread_times(int user_seconds, int user_microseconds, int system_seconds,
                  int system_microseconds) {
  const std::lock_guard guard(lock);
  kernel.times = {{user_seconds, user_microseconds}, {system_seconds, system_microseconds}};
}

void restart() {
  const std::lock_guard guard(lock);
  kernel = Kernel{};
  numbers_by_cluster = false;
  unmounted = false;
}

std::vector<Call> calls() {
  const std::lock_guard guard(lock);
  return kernel.calls;
}

std::size_t count(const std::string& name) {
  const auto list = calls();
  return static_cast<std::size_t>(
      std::count_if(list.begin(), list.end(), [&](const Call& call) { return call.name == name; }));
}

}  // namespace fake

int fake_fcntl(int file, int command, int argument) {
  switch (command) {
    case F_FULLFSYNC:
      return enter_or_fail("F_FULLFSYNC", file);
    case F_BARRIERFSYNC:
      return enter_or_fail("F_BARRIERFSYNC", file);
    case F_NOCACHE:
      return enter_or_fail("F_NOCACHE", file, static_cast<std::uint64_t>(argument));
    default:
      return fcntl(file, command, argument);
  }
}

int fake_fcntl(int file, int command, fstore_t* request) {
  // Accepts only F_ALLOCATEALL (all of the space or none), from the file's end on.
  if (command != F_PREALLOCATE || (request->fst_flags & F_ALLOCATEALL) == 0 ||
      request->fst_posmode != F_PEOFPOSMODE || request->fst_offset != 0) {
    return fail(EINVAL);
  }
  const bool contiguous = (request->fst_flags & F_ALLOCATECONTIG) != 0;
  return enter_or_fail(contiguous ? "F_PREALLOCATE contiguous" : "F_PREALLOCATE", file,
                       static_cast<std::uint64_t>(request->fst_length));
}

int fake_fsync(int file) { return enter_or_fail("fsync", file); }

int fake_fdatasync(int file) { return enter_or_fail("fdatasync", file); }

ssize_t fake_pwrite(int file, const void* data, size_t bytes, off_t offset) {
  const int effect = enter("pwrite", file, bytes);
  return effect > 0 ? fail(effect) : pwrite(file, data, length_for(effect, bytes), offset);
}

ssize_t fake_pread(int file, void* data, size_t bytes, off_t offset) {
  const int effect = enter("pread", file, bytes);
  return effect > 0 ? fail(effect) : pread(file, data, length_for(effect, bytes), offset);
}

int fake_ftruncate(int file, off_t bytes) {
  const int error = enter("ftruncate", file, static_cast<std::uint64_t>(bytes));
  return error == 0 ? ftruncate(file, bytes) : fail(error);
}

int fake_fstat(int file, struct stat* info) {
  return unmounted ? fail(EBADF) : numbered(fstat(file, info), info);
}

int fake_fstatat(int directory, const char* name, struct stat* info, int flags) {
  return numbered(fstatat(directory, name, info, flags), info);
}

int fake_msync(void*, size_t bytes, int flags) {
  return flags == MS_INVALIDATE ? enter_or_fail("msync", -1, bytes) : fail(EINVAL);
}

int fake_mincore(void*, size_t bytes, char* resident) {
  if (const int error = enter("mincore", -1, bytes)) {
    return fail(error);
  }
  const auto page = static_cast<size_t>(getpagesize());
  std::memset(resident, 0, (bytes + page - 1) / page);
  const std::lock_guard guard(lock);
  resident[(bytes - 1) / page] = kernel.keeps_pages ? MINCORE_INCORE : 0;
  return 0;
}

int fstatfs(int file, struct statfs* info) {
  if (const int error = enter("fstatfs", file)) {
    return fail(error);
  }
  const std::lock_guard guard(lock);
  info->f_bsize = 4096;
  info->f_blocks = kernel.blocks;
  info->f_bfree = kernel.blocks_free;
  info->f_bavail = kernel.blocks_available;
  info->f_flags = kernel.flags;
  std::strncpy(info->f_fstypename, kernel.type.c_str(), sizeof info->f_fstypename - 1);
  return 0;
}

std::uint64_t clock_gettime_nsec_np(int clock) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::uint64_t awake = static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
                              static_cast<std::uint64_t>(now.tv_nsec);
  return clock == CLOCK_UPTIME_RAW ? awake : awake + slept_ns;
}

#if defined(__linux__) && defined(__x86_64__)
// Linux's clock may count cycles, but macOS's does not.
bool driveproof::platform::clock_counts_cycles() { return false; }
#endif

mach_port_t mach_thread_self() { return 1; }
mach_port_t mach_task_self() { return 2; }
kern_return_t mach_port_deallocate(mach_port_t, mach_port_t) { return KERN_SUCCESS; }

kern_return_t thread_info(mach_port_t, int flavour, thread_info_t info,
                          mach_msg_type_number_t* count) {
  if (const int error = enter("thread_info", -1)) {
    return error;
  }
  if (flavour != THREAD_BASIC_INFO || *count != THREAD_BASIC_INFO_COUNT) {
    return 4;  // KERN_INVALID_ARGUMENT
  }
  const std::lock_guard guard(lock);
  std::memcpy(info, &kernel.times, sizeof kernel.times);
  return KERN_SUCCESS;
}
