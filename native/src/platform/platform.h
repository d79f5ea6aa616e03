#pragma once

// The interface between the engine and the operating system, with the other headers of this folder
// that are not named after a system. linux.cpp, macos.cpp and windows.cpp implement it, posix_*.cpp
// what the first two share.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace driveproof::platform {

/** A file descriptor on POSIX, a HANDLE on Windows; both use -1 for "none". */
using Handle = std::intptr_t;
inline constexpr Handle kNoHandle = -1;

class FileHandle;  // owns a Handle: file_handle.h

/** A failed system call as the system reported it. */
struct Fault {
  std::string code;  // symbolic: EIO, ERROR_DISK_FULL
  std::string syscall;
  std::int64_t os_code = 0;
  std::string message;
  std::optional<std::uint64_t> offset = {};  // byte in the test file
  std::optional<std::string> system_code = {};  // system error behind a database's code
};

using MaybeFault = std::optional<Fault>;

// RETURN_IF_FAULT(folder.list(names)); ends the function with the call's fault, if it has one.
#define RETURN_IF_FAULT(...)                    \
  do {                                          \
    if (auto fault = __VA_ARGS__) return fault; \
  } while (false)

/**
 * A folder to make files in. The path may come to lead to another volume; the open descriptor
 * cannot. On Windows there is no descriptor.
 */
struct Place {
  std::string directory;  // path in UTF-8
  Handle descriptor = kNoHandle;
};

/** An error number of this system with its symbolic name and its message. */
Fault describe(const char* syscall, std::int64_t os_code,
               std::optional<std::uint64_t> offset = std::nullopt);

/** The fault of a call that returned this error number, or 0 for none. */
inline MaybeFault fault_if_any(const char* syscall, std::int64_t error,
                               std::optional<std::uint64_t> offset = std::nullopt) {
  return error == 0 ? std::nullopt : MaybeFault(describe(syscall, error, offset));
}

inline Fault out_of_memory(const char* message) {
  return {"ENOMEM", "malloc", 0, message};
}

/** Whether the error means "not supported here", as opposed to "it went wrong". */
bool is_refusal(std::int64_t os_code);

/** Whether the error means that there is no such file or folder. */
bool is_missing(std::int64_t os_code);

/** Whether a folder could not be removed because something else is in it or mounted over it. */
bool is_not_empty(std::int64_t os_code);

/**
 * Whether this error of reserve() can be ignored: the file then gets its space when it is filled.
 */
bool is_reservation_unsupported(std::int64_t os_code);

/**
 * Whether a failed read may have met a single unreadable spot, so that the blocks around it are
 * worth reading. Linux has special numbers for errors of the medium
 * (https://github.com/torvalds/linux/blob/master/block/blk-core.c, blk_errors).
 */
bool is_read_failure(std::int64_t os_code);

/**
 * Whether the drive, the path to it or the file system's own structures failed. No program meets
 * such an error in its ordinary work, so a database that continues after one hides a failure.
 */
bool is_drive_failure(std::int64_t os_code);

/**
 * Whether this error can be the consequence of another one: file systems become read-only after an
 * error of the drive, and a second thread may see the read-only state before the first thread has
 * its error.
 */
bool is_consequence(std::int64_t os_code);

// --- Time ---------------------------------------------------------------------------------

/** Nanoseconds of the monotonic clock, which cannot be set. */
std::uint64_t monotonic_ns();

/** Time asleep since the computer started, which grows only during sleep; empty if not reported. */
std::optional<std::uint64_t> slept_ns();

void sleep_ns(std::uint64_t ns);

struct CpuTimes {
  std::uint64_t user_ns = 0;
  std::uint64_t system_ns = 0;

  CpuTimes operator-(const CpuTimes& earlier) const {
    return {user_ns - earlier.user_ns, system_ns - earlier.system_ns};
  }
};

/** CPU time of the calling thread only; empty if the system does not report it. */
std::optional<CpuTimes> thread_cpu_times();

/** The granularity of thread_cpu_times(), in nanoseconds. */
extern const std::uint64_t kCpuTimeStepNs;

/**
 * Each engine thread calls this first: it keeps the process's signals off the thread and, on
 * Windows, the computer awake and the thread at its full speed.
 */
void enter_engine_thread();

/**
 * Runs the body, which may use only this file, as fast as the system lets a process with several
 * threads write. Returns when it is done. On Linux it runs on a new thread.
 */
void run_timed(Handle file, const std::function<void()>& body);

// --- Modes --------------------------------------------------------------------------------

/** A call that makes written data durable. `call` returns 0 or the system's error number. */
struct Flush {
  const char* syscall;  // name of the call in error reports
  const char* text;     // for people: "fdatasync(fd)"
  std::int64_t (*call)(Handle);
};

inline MaybeFault perform(const Flush& flush, Handle file,
                          std::optional<std::uint64_t> offset = std::nullopt) {
  const std::int64_t error = flush.call(file);
  return fault_if_any(flush.syscall, error, offset);
}

/** A flush mode: how the file is opened, and what follows each write. */
struct Mode {
  const char* id;           // FlushModeId of electron/contract/flush-mode.ts
  const char* open_text;    // nullptr if the file is opened without further flags
  std::uint32_t open_flags;  // added to the flags of every handle
  const Flush* flush;       // nullptr: nothing follows the write
  // Makes a new or changed name in a folder durable, if the mode includes that. Called on the
  // folder (POSIX: fsync(2), "Calling fsync() does not necessarily ensure that the entry in the
  // directory has also reached disk") or on the file itself (Windows); see Folder.
  const Flush* name_flush = nullptr;
};

/** The modes of this system, in the order of electron/contract/flush-mode.ts. */
std::span<const Mode> modes();

/** Why the mode's documentation rules it out for this file, even if the calls return success. */
MaybeFault documented_refusal(const Mode& mode, Handle file);

/** The calls by which this mode makes a new name durable, for people: "rename, fsync(folder)". */
std::string name_text(const Mode& mode);

/** The refusal of a mode whose documentation does not include names in what it makes durable. */
MaybeFault documented_name_refusal(const Mode& mode);

/** Whether offset, length and buffer of this mode's writes need unbuffered_alignment(). */
bool is_unbuffered(const Mode& mode);

/** The flushes that may bring the file to permanent storage, the strongest first. */
std::span<const Flush* const> strongest_flushes();

/** The flush that programs usually call. */
const Flush& usual_flush();

/** The flush that careful programs call: on macOS a stronger one, elsewhere usual_flush(). */
const Flush& full_flush();

/** Whether each write of this mode syncs, because of how the file is opened. */
bool writes_through(const Mode& mode);

/** Whether a write of this mode waits for the drive. */
inline bool waits_for_drive(const Mode& mode) {
  return mode.flush != nullptr || writes_through(mode);
}

/** The error if the file's volume is gone, on systems whose flushes would still succeed. */
MaybeFault check_volume(Handle file);

/** Flushes with the strongest flush that is not refused; `chosen` receives that flush. */
inline MaybeFault flush_strongest(Handle file, const Flush** chosen = nullptr) {
  MaybeFault fault;
  for (const Flush* flush : strongest_flushes()) {
    if (chosen != nullptr) {
      *chosen = flush;
    }
    fault = perform(*flush, file);
    if (!fault || !is_refusal(fault->os_code)) {
      break;
    }
  }
  return fault;
}

/**
 * The write call as a report shows it: the first {} is the number of bytes, the second the offset.
 */
extern const char* const kWriteText;

/** The read call as a report shows it, with {} for the number of bytes and for the offset. */
extern const char* const kReadText;

/** How a handle bypasses the cache, for people: "open(O_RDWR|O_DIRECT)". */
extern const char* const kAroundCacheText;

// --- Reading and writing ------------------------------------------------------------------

extern const char* const kWriteCall;
extern const char* const kReadCall;

/** One write at an offset, repeated if interrupted. Returns bytes written or -(error number). */
std::int64_t write_at(Handle file, const void* data, std::uint32_t bytes, std::uint64_t offset);

/** One read at an offset. Returns the bytes read, 0 at the end of the file, or -(error number). */
std::int64_t read_at(Handle file, void* data, std::uint32_t bytes, std::uint64_t offset);

/**
 * Whether the system serializes calls through one handle: a thread that flushes while another
 * writes then needs a separate handle.
 */
extern const bool kOneCallPerHandle;

void close_handle(Handle file);

/**
 * Closes a file that was written and may not have been flushed. Network file systems, FUSE and
 * quotas may report lost data as late as here (close(2), "Dealing with error returns from
 * close()"). The handle is invalid afterwards, even after an error.
 */
MaybeFault close_written(Handle file);

/** Reserves space for the whole file and sets its size. 0 or the error number. */
std::int64_t reserve(Handle file, std::uint64_t bytes, const char** syscall);

extern const char* const kTruncateCall;

/** Truncates the file to this length. 0 or the error number. */
std::int64_t truncate(Handle file, std::uint64_t bytes);

MaybeFault read_length(Handle file, std::uint64_t& bytes);

/** Alignment that unbuffered writes need for offset, length and buffer; 4096 if unknown. */
std::uint32_t unbuffered_alignment(Handle file);

/**
 * The refusal of writes of this length, if the system would perform them through the cache although
 * the handle was opened to bypass it.
 */
MaybeFault around_cache_refusal(Handle file, std::uint32_t bytes);

/** How many of the file's first `bytes` are in the page cache; empty if the system does not say. */
std::optional<std::uint64_t> cached_bytes(Handle file, std::uint64_t bytes);

/**
 * Drops the file's pages from the system's cache. False if some are known to have stayed, so that
 * even an uncached read would be answered from memory.
 */
bool drop_cached_pages(Handle file, std::uint64_t bytes);

/**
 * Takes the advisory lock (flock) of the file or folder open under this descriptor, without
 * waiting: `locked` is false if another process holds it. The system releases it however the
 * process ends. Windows has no such lock.
 */
MaybeFault try_lock(int descriptor, bool& locked);

// --- The file and its name ----------------------------------------------------------------

/**
 * The test file's name in its folder; the file does not outlive the process.
 *
 * Further handles can only be opened while the first is open and the name exists. Every open checks
 * the file's identity, so a name that now means another file is noticed (ESTALE /
 * ERROR_FILE_INVALID).
 */
class FileName {
 public:
  FileName();
  ~FileName();

  /**
   * Makes a new file, readable and writable by its owner only; never opens an existing one. It
   * stays nameless if the system supports that and flushes of a nameless file are known to reach
   * the drive. Otherwise it has the name until remove().
   */
  MaybeFault create(const Place& place, const std::string& name, FileHandle& file);

  /** Opens the same file again with further flags. */
  MaybeFault reopen(std::uint32_t open_flags, FileHandle& file);

  /**
   * Opens the same file uncached. If that is refused, or the file system exists only in memory, the
   * handle is a cached one and `refusal` says why.
   */
  MaybeFault open_around_cache(FileHandle& file, MaybeFault& refusal);

  bool is_named() const;

  /** Removes the name if it still exists. Idempotent; the destructor calls it, too. */
  MaybeFault remove();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
