#pragma once

// The one door between the engine and the operating system. Every system call of the engine is
// made behind it: linux.cpp, macos.cpp and windows.cpp implement it, posix_*.cpp what two of them
// share. Nothing in here decides what is measured.

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
};

/** Gives an error number of this system its symbolic name and its message. */
Fault describe(const char* syscall, std::int64_t os_code,
               std::optional<std::uint64_t> offset = std::nullopt);

/** Whether the number means "this cannot be done here", as opposed to "it went wrong". */
bool is_refusal(std::int64_t os_code);

/** Whether a preallocation call that failed this way may be left out: the file is filled anyway. */
bool is_reservation_unsupported(std::int64_t os_code);

// --- Time ---------------------------------------------------------------------------------

/** Nanoseconds of the monotonic clock, which no one can set. */
std::uint64_t monotonic_ns();

struct CpuTimes {
  std::uint64_t user_ns = 0;
  std::uint64_t system_ns = 0;
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

/** One way to write safely: how the file is opened, and what follows each write. */
struct Mode {
  const char* id;           // FlushModeId of electron/contract/flush-mode.ts
  const char* open_text;    // nullptr where the file is opened without further flags
  std::uint32_t open_flags;  // added to those every handle has
  const Flush* flush;       // nullptr: nothing follows the write
};

/** The modes of this system, in the order of the contract. */
std::span<const Mode> modes();

/**
 * The refusal of a mode that its documentation rules out for this file, even though the calls
 * might return success.
 */
std::optional<Fault> documented_refusal(const Mode& mode, Handle file);

/** Whether offset, length and buffer of this mode's writes must suit unbuffered_alignment(). */
bool is_unbuffered(const Mode& mode);

/** What may bring the file to permanent storage, the strongest first. */
std::span<const Flush* const> strongest_flushes();

/** The write call for people, with {} where the number of bytes stands. */
extern const char* const kWriteText;

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

/** Alignment that unbuffered writes need for offset, length and buffer; 4096 if not told. */
std::uint32_t unbuffered_alignment(Handle file);

/**
 * Drops the file's pages from the system's cache. False where some are known to have stayed, so
 * that even an uncached read would be answered from memory.
 */
bool drop_cached_pages(Handle file, std::uint64_t bytes);

// --- The file and its name ----------------------------------------------------------------

/**
 * The test file's name in its folder, and the promise that it does not outlive the process.
 *
 * Handles can only be opened while the file has its name. Identity is checked on every open, so a
 * name that was swapped meanwhile is noticed (ESTALE / ERROR_FILE_INVALID).
 */
class FileName {
 public:
  FileName();
  ~FileName();
  FileName(const FileName&) = delete;
  FileName& operator=(const FileName&) = delete;

  /** Makes a new file, readable and writable by its owner only; never opens an existing one. */
  std::optional<Fault> create(const std::string& directory, const std::string& name, Handle& file);

  /** Opens the same file again with further flags. */
  std::optional<Fault> reopen(std::uint32_t open_flags, Handle& file);

  /**
   * Opens the same file for reading around the cache. Where that is refused the file is opened
   * plainly and `around_cache` is false.
   */
  std::optional<Fault> open_for_reading(Handle& file, bool& around_cache);

  /**
   * Takes the name away at once where flushes of a nameless file are known to reach the drive.
   * Elsewhere it stays until remove() and `still_named` is true.
   */
  std::optional<Fault> release(bool& still_named);

  /** Removes the name if it is still there. Idempotent; also done by the destructor. */
  std::optional<Fault> remove();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
