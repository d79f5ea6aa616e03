// Windows: the modes, reading and writing, and everything else that only this system has.

#include "windows_common.h"

#include <winternl.h>

#include <array>
#include <string>

#include "mapped_memory.h"

namespace driveproof::platform {

namespace {

constexpr ULONG kFileDataSyncOnly = 4;  // FLUSH_FLAGS_FILE_DATA_SYNC_ONLY of ntifs.h

using NtFlushBuffersFileEx = NTSTATUS(NTAPI*)(HANDLE, ULONG, PVOID, ULONG, IO_STATUS_BLOCK*);
using RtlNtStatusToDosError = ULONG(NTAPI*)(NTSTATUS);

/** A function of ntdll, looked up at run time: older systems lack some. */
template <typename Function>
Function find_in_ntdll(const char* name) {
  const HMODULE library = GetModuleHandleW(L"ntdll.dll");
  // Casts through void*, because a direct cast between function types causes a warning.
  return library == nullptr
             ? nullptr
             : reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(library, name)));
}

std::int64_t call_flush_file_buffers(Handle file) {
  return FlushFileBuffers(native(file)) ? 0 : failure();
}

std::int64_t call_nt_flush_data_only(Handle file) {
  static const auto flush = find_in_ntdll<NtFlushBuffersFileEx>("NtFlushBuffersFileEx");
  static const auto to_win32 = find_in_ntdll<RtlNtStatusToDosError>("RtlNtStatusToDosError");
  if (flush == nullptr || to_win32 == nullptr) {
    return ERROR_PROC_NOT_FOUND;  // the function exists from Windows 8 on
  }
  IO_STATUS_BLOCK result{};
  const NTSTATUS status = flush(native(file), kFileDataSyncOnly, nullptr, 0, &result);
  return status >= 0 ? 0 : to_win32(status);
}

constexpr Flush kFlushFileBuffers{"FlushFileBuffers", "FlushFileBuffers(file)",
                                  call_flush_file_buffers};
constexpr Flush kNtFlushDataOnly{
    "NtFlushBuffersFileEx",
    "NtFlushBuffersFileEx(file, FLUSH_FLAGS_FILE_DATA_SYNC_ONLY)", call_nt_flush_data_only};

constexpr std::array kModes{
    Mode{"none", nullptr, 0, nullptr},
    Mode{"flush_file_buffers", nullptr, 0, &kFlushFileBuffers, &kFlushFileBuffers},
    Mode{"write_through", "CreateFileW(FILE_FLAG_WRITE_THROUGH)", FILE_FLAG_WRITE_THROUGH,
         nullptr},
    Mode{"no_buffering_write_through",
         "CreateFileW(FILE_FLAG_NO_BUFFERING|FILE_FLAG_WRITE_THROUGH)",
         FILE_FLAG_NO_BUFFERING | FILE_FLAG_WRITE_THROUGH, nullptr},
    Mode{"nt_flush_data_only", nullptr, 0, &kNtFlushDataOnly},
};

constexpr std::array<const Flush*, 1> kStrongest{&kFlushFileBuffers};

OVERLAPPED at(std::uint64_t offset) {
  OVERLAPPED position{};
  position.Offset = static_cast<DWORD>(offset);
  position.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return position;
}

/**
 * The alignment for offset and length: "the smallest size for which uncached I/O is supported"
 * (https://learn.microsoft.com/windows/win32/api/winbase/ns-winbase-file_storage_info). Buffers
 * begin at a page, which suits every drive.
 */
constexpr std::uint32_t alignment_of(const FILE_STORAGE_INFO& info) {
  return info.LogicalBytesPerSector;
}
// Checks alignment_of() for a drive of 4 KiB sectors, and for one whose pages Windows 11 shows as
// 32 KiB physical sectors
// (https://learn.microsoft.com/troubleshoot/sql/database-engine/database-file-operations/troubleshoot-os-4kb-disk-sector-size).
static_assert(alignment_of({4096, 4096, 4096, 4096, 0, 0, 0}) == 4096);
static_assert(alignment_of({512, 32768, 32768, 4096, 0, 0, 0}) == 512);

std::uint64_t to_ns(const FILETIME& time) {
  return ((std::uint64_t{time.dwHighDateTime} << 32) | time.dwLowDateTime) * 100;
}

}  // namespace

std::span<const Mode> modes() { return kModes; }

bool is_unbuffered(const Mode& mode) { return (mode.open_flags & FILE_FLAG_NO_BUFFERING) != 0; }

bool writes_through(const Mode& mode) { return (mode.open_flags & FILE_FLAG_WRITE_THROUGH) != 0; }

std::span<const Flush* const> strongest_flushes() { return kStrongest; }

MaybeFault check_volume(Handle) { return std::nullopt; }

const Flush& usual_flush() { return kFlushFileBuffers; }

const Flush& full_flush() { return kFlushFileBuffers; }

MaybeFault documented_refusal(const Mode& mode, Handle file) {
  if (mode.flush != &kNtFlushDataOnly) {
    return std::nullopt;
  }
  // The mode's flag is documented for NTFS only: elsewhere a success would prove nothing.
  std::array<wchar_t, MAX_PATH + 1> name{};
  if (!GetVolumeInformationByHandleW(native(file), nullptr, 0, nullptr, nullptr, nullptr,
                                     name.data(), static_cast<DWORD>(name.size()))) {
    return describe("GetVolumeInformationByHandleW", GetLastError());
  }
  const std::wstring file_system(name.data());
  if (file_system == L"NTFS") {
    return std::nullopt;
  }
  Fault fault = describe(kNtFlushDataOnly.syscall, ERROR_NOT_SUPPORTED);
  fault.message = "documented for NTFS only, and this volume is " + to_utf8(file_system);
  return fault;
}

MaybeFault documented_name_refusal(const Mode& mode) {
  if (mode.flush != &kNtFlushDataOnly) {
    return std::nullopt;
  }
  Fault fault = describe(kNtFlushDataOnly.syscall, ERROR_NOT_SUPPORTED);
  fault.message = "documented for the data of files and not for their names";
  return fault;
}

std::uint64_t monotonic_ns() {
  static const std::uint64_t frequency = [] {
    LARGE_INTEGER value{};
    QueryPerformanceFrequency(&value);  // cannot fail since Windows XP
    return static_cast<std::uint64_t>(value.QuadPart);
  }();
  LARGE_INTEGER value{};
  QueryPerformanceCounter(&value);
  const auto ticks = static_cast<std::uint64_t>(value.QuadPart);
  constexpr std::uint64_t kSecond = 1'000'000'000;
  return ticks / frequency * kSecond + ticks % frequency * kSecond / frequency;
}

// Subtracts the time awake, QueryUnbiasedInterruptTime(), from GetTickCount64(), which goes on
// while the computer sleeps, in steps of some 16 ms. The performance counter goes on, too, so it
// cannot give the time awake
// (https://learn.microsoft.com/windows/win32/sysinfo/acquiring-high-resolution-time-stamps).
std::optional<std::uint64_t> slept_ns() {
  ULONGLONG awake = 0;
  if (!QueryUnbiasedInterruptTime(&awake)) {
    return std::nullopt;
  }
  constexpr std::uint64_t kNsPerTick = 1'000'000;
  constexpr std::uint64_t kNsPerUnit = 100;
  const std::uint64_t all_ns = GetTickCount64() * kNsPerTick;
  const std::uint64_t awake_ns = awake * kNsPerUnit;
  return all_ns < awake_ns ? 0 : all_ns - awake_ns;
}

// Uses a high-resolution timer, because Sleep() wakes at a tick of the scheduler's clock, up to 16
// ms late
// (https://learn.microsoft.com/windows/win32/api/synchapi/nf-synchapi-createwaitabletimerexw).
void sleep_ns(std::uint64_t ns) {
  constexpr std::uint64_t kNsPerUnit = 100;
  const HANDLE timer = CreateWaitableTimerExW(
      nullptr, nullptr, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_MODIFY_STATE | SYNCHRONIZE);
  LARGE_INTEGER due{};
  due.QuadPart = -static_cast<LONGLONG>(ns / kNsPerUnit);  // negative: from now on
  if (timer == nullptr || !SetWaitableTimer(timer, &due, 0, nullptr, nullptr, FALSE) ||
      WaitForSingleObject(timer, INFINITE) != WAIT_OBJECT_0) {
    Sleep(static_cast<DWORD>(ns / 1'000'000));  // before Windows 10 1803
  }
  if (timer != nullptr) {
    CloseHandle(timer);
  }
}

// GetThreadTimes() counts ticks of the scheduler's clock, 64 a second unless a program asked for
// more (https://learn.microsoft.com/windows/win32/sysinfo/about-timers, "System Clock").
// QueryThreadCycleTime() would be exact, but its documentation forbids to convert its result to
// time.
const std::uint64_t kCpuTimeStepNs = 15'625'000;

std::optional<CpuTimes> thread_cpu_times() {
  FILETIME created{};
  FILETIME exited{};
  FILETIME system{};
  FILETIME user{};
  if (!GetThreadTimes(GetCurrentThread(), &created, &exited, &system, &user)) {
    return std::nullopt;
  }
  return CpuTimes{to_ns(user), to_ns(system)};
}

// Keeps the computer awake while this thread runs, and the thread at its full speed even if the
// window is in the background ("EcoQoS"). If Windows refuses, the figures show it: slept_ns()
// counts the sleep, and a slowed thread makes rounds differ.
void enter_engine_thread() {
  SetThreadExecutionState(ES_CONTINUOUS | ES_SYSTEM_REQUIRED);
  THREAD_POWER_THROTTLING_STATE speed{};
  speed.Version = THREAD_POWER_THROTTLING_CURRENT_VERSION;
  speed.ControlMask = THREAD_POWER_THROTTLING_EXECUTION_SPEED;
  SetThreadInformation(GetCurrentThread(), ThreadPowerThrottling, &speed, sizeof speed);
}

void run_timed(Handle, const std::function<void()>& body) { body(); }

// The system serializes requests on one synchronous handle
// (https://learn.microsoft.com/windows/win32/fileio/synchronous-and-asynchronous-i-o).
const bool kOneCallPerHandle = true;

const char* const kWriteText = "WriteFile(file, buf, {}, &written, &{})";
const char* const kReadText = "ReadFile(file, buf, {}, &count, &{})";
const char* const kAroundCacheText = "CreateFileW(FILE_FLAG_NO_BUFFERING)";
const char* const kWriteCall = "WriteFile";
const char* const kReadCall = "ReadFile";

std::int64_t write_at(Handle file, const void* data, std::uint32_t bytes, std::uint64_t offset) {
  OVERLAPPED position = at(offset);
  DWORD written = 0;
  if (!WriteFile(native(file), data, bytes, &written, &position)) {
    return -static_cast<std::int64_t>(failure());
  }
  return written;
}

std::int64_t read_at(Handle file, void* data, std::uint32_t bytes, std::uint64_t offset) {
  OVERLAPPED position = at(offset);
  DWORD count = 0;
  if (!ReadFile(native(file), data, bytes, &count, &position)) {
    const DWORD error = failure();
    return error == ERROR_HANDLE_EOF ? 0 : -static_cast<std::int64_t>(error);
  }
  return count;
}

const char* const kTruncateCall = "SetFileInformationByHandle(FileEndOfFileInfo)";

std::int64_t truncate(Handle file, std::uint64_t bytes) {
  FILE_END_OF_FILE_INFO end{};
  end.EndOfFile.QuadPart = static_cast<LONGLONG>(bytes);
  return SetFileInformationByHandle(native(file), FileEndOfFileInfo, &end, sizeof end)
             ? 0
             : failure();
}

MaybeFault read_length(Handle file, std::uint64_t& bytes) {
  LARGE_INTEGER size{};
  if (!GetFileSizeEx(native(file), &size)) {
    return describe("GetFileSizeEx", GetLastError());
  }
  bytes = static_cast<std::uint64_t>(size.QuadPart);
  return std::nullopt;
}

void close_handle(Handle file) { CloseHandle(native(file)); }

MaybeFault close_written(Handle file) {
  return fault_if_any("CloseHandle", CloseHandle(native(file)) ? 0 : failure());
}

std::int64_t reserve(Handle file, std::uint64_t bytes, const char** syscall) {
  *syscall = "SetFileInformationByHandle(FileAllocationInfo)";
  FILE_ALLOCATION_INFO allocation{};
  allocation.AllocationSize.QuadPart = static_cast<LONGLONG>(bytes);
  if (!SetFileInformationByHandle(native(file), FileAllocationInfo, &allocation,
                                  sizeof allocation)) {
    return failure();
  }
  *syscall = kTruncateCall;
  return truncate(file, bytes);
}

std::uint32_t unbuffered_alignment(Handle file) {
  FILE_STORAGE_INFO info{};
  if (!GetFileInformationByHandleEx(native(file), FileStorageInfo, &info, sizeof info) ||
      info.LogicalBytesPerSector == 0) {
    return 4096;
  }
  return alignment_of(info);
}

MaybeFault around_cache_refusal(Handle, std::uint32_t) {
  return std::nullopt;  // no check needed: the write itself fails for unsuitable lengths
}

std::optional<std::uint64_t> cached_bytes(Handle, std::uint64_t) { return std::nullopt; }

MaybeFault try_lock(int, bool& locked) {
  locked = false;  // Windows locks by names of kernel objects, not by folders
  return describe("flock", ERROR_NOT_SUPPORTED);
}

bool reach_mapped(void (*body)(void* context), void* context) {
  body(context);  // an unreachable page ends the process with STATUS_IN_PAGE_ERROR
  return true;
}

bool drop_cached_pages(Handle, std::uint64_t) {
  // Nothing to drop: reads of a FILE_FLAG_NO_BUFFERING handle do not use the cache.
  return true;
}

}  // namespace driveproof::platform
