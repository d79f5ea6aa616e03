#pragma once

// The one door between the engine and the operating system, with folder.h and private_folder.h
// beside it. Every system call of the engine is made behind it: linux.cpp, macos.cpp and
// windows.cpp implement it, posix_*.cpp what two of them share. Nothing in here decides what is
// measured.

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

/** A failed system call as the system reported it. */
struct Fault {
  std::string code;  // symbolic: EIO, ERROR_DISK_FULL
  std::string syscall;
  std::int64_t os_code = 0;
  std::string message;
  std::optional<std::uint64_t> offset;  // byte in the test file
  std::string system_code = {};         // the system's below a database's code, else empty
};

/**
 * A folder to make files in: by its path and, where the system can open files relative to a
 * descriptor (not on Windows), by one that is held open. The path may come to lead to another volume;
 * the descriptor never does.
 */
struct Place {
  std::string directory;  // UTF-8
  Handle descriptor = kNoHandle;
};

/** Gives an error number of this system its symbolic name and its message. */
Fault describe(const char* syscall, std::int64_t os_code,
               std::optional<std::uint64_t> offset = std::nullopt);

/** The fault of an allocation that failed. */
inline Fault out_of_memory(const char* message) {
  return {"ENOMEM", "malloc", 0, message, std::nullopt};
}

/** Whether the number means "this cannot be done here", as opposed to "it went wrong". */
bool is_refusal(std::int64_t os_code);

/** Whether the number means that there is no such file or folder. */
bool is_missing(std::int64_t os_code);

/** Whether a preallocation call that failed this way may be left out: the file is filled anyway. */
bool is_reservation_unsupported(std::int64_t os_code);

/**
 * Whether a read that failed this way may have met one bad place, so that its neighbours are worth
 * reading. Linux has numbers of its own for what a drive says of its medium
 * (https://github.com/torvalds/linux/blob/master/block/blk-core.c, blk_errors).
 */
bool is_read_failure(std::int64_t os_code);

// --- Time ---------------------------------------------------------------------------------

/** Nanoseconds of the monotonic clock, which no one can set. */
std::uint64_t monotonic_ns();

struct CpuTimes {
  std::uint64_t user_ns = 0;
  std::uint64_t system_ns = 0;

  CpuTimes operator-(const CpuTimes& earlier) const {
    return {user_ns - earlier.user_ns, system_ns - earlier.system_ns};
  }
};

/** Processor time of the calling thread alone. */
CpuTimes thread_cpu_times();

/** Called first on every engine thread: keeps the process's signals away from it. */
void enter_engine_thread();

/**
 * Runs the body, in which no other file than this one is used, as fast as the system lets a
 * process with several threads write. Returns when it is done. Linux: on a thread of its own.
 */
void run_timed(Handle file, const std::function<void()>& body);

// --- Modes --------------------------------------------------------------------------------

/** One call that asks for safety. `call` returns 0 or the system's error number. */
struct Flush {
  const char* syscall;  // for error reports
  const char* text;     // for people: "fdatasync(fd)"
  std::int64_t (*call)(Handle);
};

inline std::optional<Fault> perform(const Flush& flush, Handle file,
                                    std::optional<std::uint64_t> offset = std::nullopt) {
  const std::int64_t error = flush.call(file);
  return error == 0 ? std::nullopt : std::optional(describe(flush.syscall, error, offset));
}

/** One way to write safely: how the file is opened, and what follows each write. */
struct Mode {
  const char* id;           // FlushModeId of electron/contract/flush-mode.ts
  const char* open_text;    // nullptr where the file is opened without further flags
  std::uint32_t open_flags;  // added to those every handle has
  const Flush* flush;       // nullptr: nothing follows the write
  // Brings a new or changed name in a folder to storage, where the mode asks for that. Called on
  // the folder (POSIX: fsync(2), "Calling fsync() does not necessarily ensure that the entry in
  // the directory has also reached disk") or on the file itself (Windows); see Folder.
  const Flush* name_flush = nullptr;
};

/** The modes of this system, in the order of the contract. */
std::span<const Mode> modes();

/**
 * The refusal of a mode that its documentation rules out for this file, even though the calls
 * might return success.
 */
std::optional<Fault> documented_refusal(const Mode& mode, Handle file);

/** The calls by which this mode makes a new name safe, for people: "rename, fsync(folder)". */
std::string name_text(const Mode& mode);

/** Why the documentation leaves names out of what this mode makes safe. */
std::optional<Fault> documented_name_refusal(const Mode& mode);

/** Whether offset, length and buffer of this mode's writes must suit unbuffered_alignment(). */
bool is_unbuffered(const Mode& mode);

/** What may bring the file to permanent storage, the strongest first. */
std::span<const Flush* const> strongest_flushes();

/** What programs usually call to bring a file's data to the drive. */
const Flush& usual_flush();

/** What they call to be sure: the same as the usual one, or on macOS a stronger one. */
const Flush& full_flush();

/** Whether each write of this mode is a sync by itself, because of how the file is opened. */
bool writes_through(const Mode& mode);

/** Whether a write of this mode returns only when something was asked of the drive. */
inline bool waits_for_drive(const Mode& mode) {
  return mode.flush != nullptr || writes_through(mode);
}

/** Flushes with the strongest that is not refused, and tells which one that was. */
inline std::optional<Fault> flush_strongest(Handle file, const Flush** chosen = nullptr) {
  std::optional<Fault> fault;
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

/** The write call for people, with {} where the number of bytes stands, and again for the place. */
extern const char* const kWriteText;

/** How a handle gets around the cache, for people: "open(O_RDWR|O_DIRECT)". */
extern const char* const kAroundCacheText;

// --- Reading and writing ------------------------------------------------------------------

extern const char* const kWriteCall;
extern const char* const kReadCall;

/** One write at an offset; interrupted calls are repeated. Bytes written, or -(error number). */
std::int64_t write_at(Handle file, const void* data, std::uint32_t bytes, std::uint64_t offset);

/** One read at an offset. Bytes read, 0 at the end of the file, or -(error number). */
std::int64_t read_at(Handle file, void* data, std::uint32_t bytes, std::uint64_t offset);

void close_handle(Handle file);

/** Reserves space for the whole file and gives it its size. 0 or the error number. */
std::int64_t reserve(Handle file, std::uint64_t bytes, const char** syscall);

extern const char* const kTruncateCall;

/** Cuts the file off at this length. 0 or the error number. */
std::int64_t truncate(Handle file, std::uint64_t bytes);

/** Length of the file. */
std::optional<Fault> read_length(Handle file, std::uint64_t& bytes);

/** Alignment that unbuffered writes need for offset, length and buffer; 4096 if not told. */
std::uint32_t unbuffered_alignment(Handle file);

/**
 * Why writes of this length would not go around the cache although their handle should, where the
 * system is known to carry them out all the same.
 */
std::optional<Fault> around_cache_refusal(Handle file, std::uint32_t bytes);

/** How much of the file's first bytes is in the system's cache; nothing where it does not tell. */
std::optional<std::uint64_t> cached_bytes(Handle file, std::uint64_t bytes);

/**
 * Drops the file's pages from the system's cache. False where some are known to have stayed, so
 * that even an uncached read would be answered from memory.
 */
bool drop_cached_pages(Handle file, std::uint64_t bytes);

/**
 * Takes the advisory lock of the file or folder that is open under this descriptor (flock), without
 * waiting: `locked` is false where another process holds it. The system takes it back however the
 * process ends. Windows has no such lock.
 */
std::optional<Fault> try_lock(int descriptor, bool& locked);

// --- The file and its name ----------------------------------------------------------------

/**
 * The test file's name in its folder, and the promise that it does not outlive the process.
 *
 * Further handles can only be opened while the first is open and the name is there. Identity is
 * checked on every open, so a name that was swapped meanwhile is noticed (ESTALE /
 * ERROR_FILE_INVALID).
 */
class FileName {
 public:
  FileName();
  ~FileName();
  FileName(const FileName&) = delete;
  FileName& operator=(const FileName&) = delete;

  /**
   * Makes a new file, readable and writable by its owner only; never opens an existing one. Where
   * the system can, and flushes of a nameless file are known to reach the drive, it never has the
   * name. Elsewhere it has it until remove().
   */
  std::optional<Fault> create(const Place& place, const std::string& name, Handle& file);

  /** Opens the same file again with further flags. */
  std::optional<Fault> reopen(std::uint32_t open_flags, Handle& file);

  /**
   * Opens the same file for going around the cache. Where that is refused, or there is nothing
   * behind the cache, the handle goes through it like any other and `refusal` says why.
   */
  std::optional<Fault> open_around_cache(Handle& file, std::optional<Fault>& refusal);

  bool is_named() const;

  /** Removes the name if it is still there. Idempotent; also done by the destructor. */
  std::optional<Fault> remove();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
