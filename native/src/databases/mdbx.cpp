#include "commit_variants.h"

#ifdef DRIVEPROOF_WITH_MDBX
#include <mdbx.h>

#include <array>
#include <filesystem>
#include <utility>

#include "../platform/file_handle.h"
#include "../platform/mapped_memory.h"
#include "../platform/named_numbers.h"
#include "../platform/private_folder.h"
#endif

namespace driveproof {

namespace {

/** The system calls of a durable commit; see dxb_sync_locked() and osal_fsync() in mdbx.c. */
std::string durable_settings() {
  std::string text = "MDBX_SYNC_DURABLE: ";
#ifdef _WIN32
  return text + "CreateFileW(FILE_FLAG_WRITE_THROUGH)";
#else
  return text + platform::full_flush().text + ", then the meta page through open(O_WRONLY|O_DSYNC)";
#endif
}

#ifdef DRIVEPROOF_WITH_MDBX

constexpr const char* kFileName = "records.mdbx";
constexpr std::uint64_t kStepBytes = 16u << 20;
constexpr const char* kLockSuffix = "-lck";
constexpr std::uint64_t kLockFileBytes = 64u << 10;  // more than the lock file needs

/** The flags that say how durable a commit is. */
constexpr unsigned kSyncFlags = MDBX_NOMETASYNC | MDBX_UTTERLY_NOSYNC;

// Result codes of storing and reading records; all other codes are the system's errors.
constexpr auto kErrorNames = NAMED_NUMBERS(
    MDBX_KEYEXIST, MDBX_NOTFOUND, MDBX_PAGE_NOTFOUND, MDBX_CORRUPTED, MDBX_PANIC,
    MDBX_VERSION_MISMATCH, MDBX_INVALID, MDBX_MAP_FULL, MDBX_READERS_FULL, MDBX_TXN_FULL,
    MDBX_PAGE_FULL, MDBX_UNABLE_EXTEND_MAPSIZE, MDBX_INCOMPATIBLE, MDBX_BAD_TXN, MDBX_BAD_VALSIZE,
    MDBX_PROBLEM, MDBX_BUSY, MDBX_WANNA_RECOVERY, MDBX_TOO_LARGE, MDBX_DUPLICATED_LCK,
    MDBX_EREMOTE);

Fault fault_of(const char* call, int error) {
  const std::string name = kErrorNames.name_of(error, "");
  return name.empty() ? platform::describe(call, error)
                      : Fault{name, call, error, mdbx_strerror(error)};
}

MaybeFault checked(const char* call, int error) {
  return error == MDBX_SUCCESS ? std::nullopt : std::optional(fault_of(call, error));
}

MDBX_val value_of(std::span<const unsigned char> bytes) {
  // Casting const away is safe, because libmdbx only reads the bytes that it stores.
  return {const_cast<unsigned char*>(bytes.data()), bytes.size()};
}

std::span<const unsigned char> bytes_of(const MDBX_val& value) {
  return {static_cast<const unsigned char*>(value.iov_base), value.iov_len};
}

/** Reads the file with read calls and not through a map. Returns the first error. */
MaybeFault read_whole(const std::string& path, platform::FileHandle& file) {
  RETURN_IF_FAULT(platform::open_file(path, file));
  std::array<unsigned char, 1u << 16> buffer;
  std::int64_t count = 1;
  for (std::uint64_t offset = 0; count > 0; offset += static_cast<std::uint64_t>(count)) {
    count = platform::read_at(file.get(), buffer.data(), buffer.size(), offset);
  }
  return platform::fault_if_any(platform::kReadCall, -count);
}

/**
 * Returns why a page of a mapped file could not be accessed: SIGBUS alone does not say. libmdbx
 * maps its data file read-only and writes its lock file through a map, which gets its space at that
 * moment. So if read calls can read the whole data file, the lock file is at fault.
 */
Fault why_unreachable(const std::string& path, const char* call) {
  platform::FileHandle data;
  platform::FileHandle lock;
  auto fault = read_whole(path, data);
  if (!fault) {
    fault = read_whole(path + kLockSuffix, lock);
  }
  if (!fault) {
    const char* syscall = nullptr;
    const std::int64_t error = platform::reserve(lock.get(), kLockFileBytes, &syscall);
    if (error != 0 && !platform::is_reservation_unsupported(error)) {
      fault = platform::describe(syscall, error);
    }
  }
  if (!fault) {
    return Fault{"SIGBUS", call, 0,
                 "a page of the database's files could not be reached: either the drive failed a "
                 "read or space ran out"};
  }
  fault->message +=
      std::string(" (a page of the database's files could not be reached in ") + call + ")";
  return *fault;
}

class Mdbx : public Database {
 public:
  ~Mdbx() override {
    if (is_abandoned_) {
      return;  // any further call of the library could hit the same page
    }
    if (transaction_ != nullptr) {
      mdbx_txn_abort(transaction_);
    }
    if (environment_ != nullptr) {
      mdbx_env_close_ex(environment_, true);
    }
  }

  MaybeFault open(const DatabaseSetup& setup) override {
    path_ = setup.folder + platform::kSeparator + kFileName;
    RETURN_IF_FAULT(checked("mdbx_env_create", mdbx_env_create(&environment_)));
    if (setup.is_new) {
      RETURN_IF_FAULT(make_file(path_));
      RETURN_IF_FAULT(set_geometry(setup));
    }
    RETURN_IF_FAULT(open_environment(path_, setup));
    RETURN_IF_FAULT(begin());
    RETURN_IF_FAULT(reached("mdbx_dbi_open", [this] {
      return mdbx_dbi_open(transaction_, nullptr, MDBX_DB_DEFAULTS, &records_);
    }));
    return commit();
  }

  MaybeFault begin() override {
    return reached("mdbx_txn_begin", [this] {
      return mdbx_txn_begin(environment_, nullptr, MDBX_TXN_READWRITE, &transaction_);
    });
  }

  MaybeFault insert(const Record& record) override {
    const MDBX_val key = value_of(record.key);
    MDBX_val value = value_of(record.value);
    return reached("mdbx_put", [&] {
      return mdbx_put(transaction_, records_, &key, &value, MDBX_NOOVERWRITE);
    });
  }

  MaybeFault commit() override {
    // Gives up the pointer, because mdbx_txn_commit() frees the transaction even after an error.
    return reached("mdbx_txn_commit",
                   [this] { return mdbx_txn_commit(std::exchange(transaction_, nullptr)); });
  }

  MaybeFault visit(const Visitor& visitor) override {
    const char* call = "mdbx_txn_begin";
    return reached(call, [&] {
      int result = mdbx_txn_begin(environment_, nullptr, MDBX_TXN_RDONLY, &transaction_);
      if (result != MDBX_SUCCESS) {
        return result;
      }
      call = "mdbx_cursor_open";
      MDBX_cursor* cursor = nullptr;
      result = mdbx_cursor_open(transaction_, records_, &cursor);
      if (result != MDBX_SUCCESS) {
        return result;
      }
      call = "mdbx_cursor_get";
      MDBX_val key{};
      MDBX_val value{};
      result = mdbx_cursor_get(cursor, &key, &value, MDBX_FIRST);
      while (result == MDBX_SUCCESS && visitor({bytes_of(key), bytes_of(value)})) {
        result = mdbx_cursor_get(cursor, &key, &value, MDBX_NEXT);
      }
      mdbx_cursor_close(cursor);
      mdbx_txn_abort(std::exchange(transaction_, nullptr));
      return result == MDBX_NOTFOUND ? MDBX_SUCCESS : result;
    });
  }

  MaybeFault close() override {
    return reached("mdbx_env_close", [this] {
      return mdbx_env_close_ex(std::exchange(environment_, nullptr), false);
    });
  }

 private:
  /**
   * Makes the file, so that it is certainly new, and checks that there is space for this file and
   * the lock file. On a file system in memory libmdbx would not check the space, and its first
   * access to the mapped lock file would end the process (osal_fsetsize() in mdbx.c).
   */
  static MaybeFault make_file(const std::string& path) {
    platform::FileHandle file;
    RETURN_IF_FAULT(platform::make_file(path, file));
    const char* syscall = nullptr;
    std::int64_t error = platform::reserve(file.get(), kStepBytes + kLockFileBytes, &syscall);
    if (error == 0 || platform::is_reservation_unsupported(error)) {
      syscall = platform::kTruncateCall;
      error = platform::truncate(file.get(), 0);
    }
    return platform::fault_if_any(syscall, error);
  }

  /**
   * Lets the file grow in large steps, as a fast program does: libmdbx syncs before each step even
   * with relaxed durability. All other sizes are the defaults.
   */
  MaybeFault set_geometry(const DatabaseSetup& setup) {
    constexpr std::uint64_t kFactor = 8;  // half-full pages, several versions of a page
    const auto step = static_cast<std::intptr_t>(kStepBytes);
    const auto limit =
        static_cast<std::intptr_t>(kFactor * setup.record_bytes * setup.records + kStepBytes);
    return checked("mdbx_env_set_geometry",
                   mdbx_env_set_geometry(environment_, -1, step, limit, step, -1, -1));
  }

  MaybeFault open_environment(const std::string& path, const DatabaseSetup& setup) {
    const MDBX_env_flags_t wanted =
        setup.durability == Durability::kDurable ? MDBX_SYNC_DURABLE : MDBX_SAFE_NOSYNC;
    // Converts the path from UTF-8 to the encoding of the system's paths.
    const std::filesystem::path native(std::u8string(path.begin(), path.end()));
    const mdbx_mode_t mode = setup.is_new ? 0600 : 0;
    RETURN_IF_FAULT(reached("mdbx_env_open", [&] {
      return mdbx_env_openT(environment_, native.c_str(), MDBX_NOSUBDIR | wanted, mode);
    }));
    unsigned flags = 0;
    RETURN_IF_FAULT(checked("mdbx_env_get_flags", mdbx_env_get_flags(environment_, &flags)));
    // Expects MDBX_NOMETASYNC beside MDBX_SAFE_NOSYNC, because libmdbx itself adds it.
    const unsigned expected = wanted == MDBX_SYNC_DURABLE ? 0u : unsigned{wanted | MDBX_NOMETASYNC};
    if ((flags & kSyncFlags) != expected) {
      return Fault{"SETTING_REFUSED", "mdbx_env_open", 0,
                   "other sync flags are in force than those asked for"};
    }
    return std::nullopt;
  }

  /** Runs `calls`, which access mapped files. `name`: the system call that `calls` made last. */
  template <typename Calls>
  MaybeFault reached(const char* const& name, Calls calls) {
    int error = MDBX_SUCCESS;
    const auto body = [&] { error = calls(); };
    if (platform::reach_mapped(body)) {
      return checked(name, error);
    }
    is_abandoned_ = true;
    return why_unreachable(path_, name);
  }

  std::string path_;
  bool is_abandoned_ = false;
  MDBX_env* environment_ = nullptr;
  MDBX_txn* transaction_ = nullptr;
  MDBX_dbi records_ = 0;
};

constexpr const char* kRefusal = nullptr;

std::unique_ptr<Database> make() { return std::make_unique<Mdbx>(); }

#else

constexpr const char* kRefusal = "built without libmdbx";

std::unique_ptr<Database> make() { return nullptr; }

#endif

}  // namespace

void add_mdbx_variants(std::vector<CommitVariant>& variants) {
  variants.push_back({"mdbx", "mdbx", durable_settings(), std::nullopt, "MDBX_SAFE_NOSYNC", kRefusal,
                      make});
}

}  // namespace driveproof
