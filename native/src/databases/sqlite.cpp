#include "commit_variants.h"

#ifdef DRIVEPROOF_WITH_SQLITE
#include <cerrno>
#include <memory>

#include "../platform/file_handle.h"
#include "../platform/private_folder.h"
#include "sqlite_fault.h"
#endif

namespace driveproof {

namespace {

enum class Journal : std::uint8_t { kWriteAhead, kRollback };

enum class Flushing : std::uint8_t { kUsual, kFull };

struct Setting {
  const char* name;
  const char* value;
  const char* in_force;  // value that the pragma reports when the setting is active
};

bool has_choice_of_flush() { return &platform::full_flush() != &platform::usual_flush(); }

Setting synchronous(Durability durability) {
  switch (durability) {
    case Durability::kDurable:
      return {"synchronous", "FULL", "2"};
    case Durability::kNormal:
      return {"synchronous", "NORMAL", "1"};
    case Durability::kRelaxed:
      break;
  }
  return {"synchronous", "OFF", "0"};
}

std::vector<Setting> settings_of(Journal journal, Flushing flushing, Durability durability) {
  std::vector<Setting> settings;
  settings.push_back(journal == Journal::kWriteAhead ? Setting{"journal_mode", "WAL", "wal"}
                                                     : Setting{"journal_mode", "DELETE", "delete"});
  settings.push_back(synchronous(durability));
  if (has_choice_of_flush()) {
    const char* on = flushing == Flushing::kFull ? "1" : "0";
    settings.push_back({"fullfsync", on, on});
    settings.push_back({"checkpoint_fullfsync", on, on});
  }
  return settings;
}

std::string settings_text(Journal journal, Flushing flushing, Durability durability) {
  std::string text;
  for (const Setting& setting : settings_of(journal, flushing, durability)) {
    text += std::string(text.empty() ? "" : ", ") + setting.name + "=" + setting.value;
  }
  if (durability != Durability::kRelaxed) {
    const auto& flush =
        flushing == Flushing::kFull ? platform::full_flush() : platform::usual_flush();
    text += std::string(": ") + flush.text;
  }
  if (durability == Durability::kNormal) {
    text += " at checkpoints";
  }
  return text;
}

#ifdef DRIVEPROOF_WITH_SQLITE

constexpr const char* kFileName = "records.db";

/**
 * Pages in the write-ahead log that cause a checkpoint, by SQLite's default:
 * https://www.sqlite.org/wal.html#automatic_checkpoint
 */
constexpr int kCheckpointPages = 1000;

struct CloseConnection {
  void operator()(sqlite3* connection) const { sqlite3_close(connection); }
};

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

#ifndef _WIN32

using OpenCall = int (*)(const char* path, int flags, int mode);

OpenCall& systems_open() {
  static OpenCall call = nullptr;
  return call;
}

/**
 * Replaces open(2) in SQLite. If SQLite cannot create a file, it tries to open the file read-only,
 * which fails with ENOENT. This function then reports the first error: otherwise a full or failing
 * drive would look like a missing folder.
 */
int open_keeping_error(const char* path, int flags, int mode) {
  static thread_local int error_before = 0;
  const int opened = systems_open()(path, flags, mode);
  if (opened == -1 && errno == ENOENT && error_before != 0) {
    errno = error_before;
  }
  error_before = opened == -1 ? errno : 0;
  return opened;
}

#endif

/**
 * Returns the name of our VFS (SQLite's layer for system calls). Unlike the usual VFS, ours follows
 * links in the folder's path: that path may go through an open folder (/proc/self/fd), which looks
 * like a link but cannot be redirected. A link in place of the database file is still refused
 * (SQLITE_OPEN_NOFOLLOW, and O_NOFOLLOW in unixOpen()). Both VFSs share one table of system calls,
 * so open(2) is replaced for both; only this file uses SQLite.
 */
const char* keeping_paths() {
#ifdef _WIN32
  return nullptr;  // Windows: an open folder cannot be renamed
#else
  static sqlite3_vfs vfs = [] {
    sqlite3_vfs own = *sqlite3_vfs_find(nullptr);
    own.zName = "driveproof";
    own.pNext = nullptr;
    systems_open() = reinterpret_cast<OpenCall>(own.xGetSystemCall(&own, "open"));
    own.xSetSystemCall(&own, "open", reinterpret_cast<sqlite3_syscall_ptr>(open_keeping_error));
    own.xFullPathname = [](sqlite3_vfs*, const char* path, int bytes, char* full) {
      sqlite3_snprintf(bytes, full, "%s", path);
      return SQLITE_OK;
    };
    return own;
  }();
  static const int registered = sqlite3_vfs_register(&vfs, 0);
  return registered == SQLITE_OK ? vfs.zName : nullptr;
#endif
}

class Sqlite : public Database {
 public:
  Sqlite(Journal journal, Flushing flushing) : journal_(journal), flushing_(flushing) {}

  ~Sqlite() override {
    if (connection_) {
      // Skips the checkpoint: a database that close() has not closed is discarded.
      sqlite3_db_config(connection_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    }
  }

  MaybeFault open(const DatabaseSetup& setup) override {
    const std::string path = setup.folder + platform::kSeparator + kFileName;
    if (setup.is_new) {
      RETURN_IF_FAULT(make_file(path, setup.durability));
    }
    sqlite3* connection = nullptr;
    const int result = sqlite3_open_v2(path.c_str(), &connection,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                                           SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE,
                                       keeping_paths());
    connection_.reset(connection);
    if (result != SQLITE_OK) {
      return fault_of("sqlite3_open_v2", result);
    }
    for (const Setting& setting : settings_of(journal_, flushing_, setup.durability)) {
      RETURN_IF_FAULT(apply(setting));
    }
    if (journal_ == Journal::kWriteAhead) {
      checkpoints_ = 0;
      sqlite3_wal_hook(connection_.get(), checkpoint_when_due, this);
    }
    if (setup.is_new) {
      RETURN_IF_FAULT(
          execute("CREATE TABLE records(key BLOB PRIMARY KEY, value BLOB NOT NULL) "
                  "WITHOUT ROWID",
                  "sqlite3_exec(CREATE TABLE)"));
    }
    return prepare_statements();
  }

  MaybeFault begin() override { return run(begin_.get(), "sqlite3_step(BEGIN)"); }

  MaybeFault insert(const Record& record) override {
    sqlite3_stmt* const statement = insert_.get();
    int result = bind(statement, 1, record.key);
    if (result == SQLITE_OK) [[likely]] {
      result = bind(statement, 2, record.value);
    }
    if (result != SQLITE_OK) [[unlikely]] {
      return fault_of("sqlite3_bind_blob64", result);
    }
    return run(statement, "sqlite3_step(INSERT)");
  }

  MaybeFault commit() override { return run(commit_.get(), "sqlite3_step(COMMIT)"); }

  std::optional<std::uint64_t> checkpoints() const override { return checkpoints_; }

  MaybeFault visit(const Visitor& visitor) override {
    Statement select;
    RETURN_IF_FAULT(prepare("SELECT key, value FROM records", select));
    int result = sqlite3_step(select.get());
    while (result == SQLITE_ROW) {
      if (!visitor({column(select.get(), 0), column(select.get(), 1)})) {
        return std::nullopt;
      }
      result = sqlite3_step(select.get());
    }
    return result == SQLITE_DONE ? std::nullopt
                                 : std::optional(fault_of("sqlite3_step(SELECT)", result));
  }

  MaybeFault close() override {
    begin_.reset();
    insert_.reset();
    commit_.reset();
    if (const int result = sqlite3_close(connection_.get())) {
      return fault_of("sqlite3_close", result);
    }
    static_cast<void>(connection_.release());  // sqlite3_close() has freed the connection
    return std::nullopt;
  }

 private:
  /**
   * Like SQLite's automatic checkpoint (sqlite3WalDefaultHook), but also counts the checkpoints and
   * returns an error, with which the COMMIT that caused the checkpoint then fails.
   */
  static int checkpoint_when_due(void* self, sqlite3* connection, const char* name, int pages) {
    if (pages < kCheckpointPages) {
      return SQLITE_OK;
    }
    const int result =
        sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    if (result == SQLITE_OK) {
      ++*static_cast<Sqlite*>(self)->checkpoints_;
    }
    return result;
  }

  /**
   * Makes the file, so that it is certainly new. Tries the strongest flush once if it is wanted,
   * because SQLite would silently fall back to a weaker one.
   */
  MaybeFault make_file(const std::string& path, Durability durability) const {
    platform::FileHandle file;
    RETURN_IF_FAULT(platform::make_file(path, file));
    return flushing_ == Flushing::kFull && durability != Durability::kRelaxed
               ? platform::perform(platform::full_flush(), file.get())
               : std::nullopt;
  }

  MaybeFault apply(const Setting& setting) {
    const std::string pragma = std::string("PRAGMA ") + setting.name;
    const std::string assignment = pragma + "=" + setting.value;
    const std::string call = "sqlite3_exec(" + assignment + ")";
    RETURN_IF_FAULT(execute(assignment.c_str(), call.c_str()));
    Statement question;
    RETURN_IF_FAULT(prepare(pragma.c_str(), question));
    if (const int result = sqlite3_step(question.get()); result != SQLITE_ROW) {
      return fault_of("sqlite3_step(PRAGMA)", result);
    }
    const auto* answer = reinterpret_cast<const char*>(sqlite3_column_text(question.get(), 0));
    const std::string in_force = answer == nullptr ? "" : answer;
    if (in_force != setting.in_force) {
      return Fault{"SETTING_REFUSED", assignment, 0, "in force is " + in_force};
    }
    return std::nullopt;
  }

  MaybeFault prepare_statements() {
    RETURN_IF_FAULT(prepare("BEGIN IMMEDIATE", begin_));
    RETURN_IF_FAULT(prepare("INSERT INTO records(key, value) VALUES(?, ?)", insert_));
    return prepare("COMMIT", commit_);
  }

  MaybeFault prepare(const char* text, Statement& statement) {
    sqlite3_stmt* prepared = nullptr;
    const int result = sqlite3_prepare_v3(connection_.get(), text, -1, SQLITE_PREPARE_PERSISTENT,
                                          &prepared, nullptr);
    statement.reset(prepared);
    return result == SQLITE_OK ? std::nullopt : std::optional(fault_of("sqlite3_prepare_v3", result));
  }

  MaybeFault execute(const char* text, const char* call) {
    const int result = sqlite3_exec(connection_.get(), text, nullptr, nullptr, nullptr);
    return result == SQLITE_OK ? std::nullopt : std::optional(fault_of(call, result));
  }

  MaybeFault run(sqlite3_stmt* statement, const char* call) {
    const int result = sqlite3_step(statement);
    if (result != SQLITE_DONE) [[unlikely]] {
      return fault_of(call, result);
    }
    sqlite3_reset(statement);  // only repeats the step's result
    return std::nullopt;
  }

  /** `bytes` must not change until the statement has run: SQLite does not copy them. */
  static int bind(sqlite3_stmt* statement, int index, std::span<const unsigned char> bytes) {
    return sqlite3_bind_blob64(statement, index, bytes.data(), bytes.size(), SQLITE_STATIC);
  }

  static std::span<const unsigned char> column(sqlite3_stmt* statement, int index) {
    const auto* data = static_cast<const unsigned char*>(sqlite3_column_blob(statement, index));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement, index))};
  }

  Fault fault_of(const char* call, int result) const {
    return sqlite_fault(connection_.get(), call, result);
  }

  const Journal journal_;
  const Flushing flushing_;
  std::optional<std::uint64_t> checkpoints_;
  // The connection comes first, so that the statements below are finalized before it closes.
  std::unique_ptr<sqlite3, CloseConnection> connection_;
  Statement begin_;
  Statement insert_;
  Statement commit_;
};

constexpr const char* kRefusal = nullptr;

template <Journal kJournal, Flushing kFlushing>
std::unique_ptr<Database> make() {
  return std::make_unique<Sqlite>(kJournal, kFlushing);
}

#else

constexpr const char* kRefusal = "built without SQLite";

template <Journal, Flushing>
std::unique_ptr<Database> make() {
  return nullptr;
}

#endif

template <Journal kJournal, Flushing kFlushing>
CommitVariant variant_called(const char* name) {
  return {"sqlite",
          name,
          settings_text(kJournal, kFlushing, Durability::kDurable),
          kJournal == Journal::kWriteAhead
              ? std::optional(settings_text(kJournal, kFlushing, Durability::kNormal))
              : std::nullopt,
          settings_text(kJournal, kFlushing, Durability::kRelaxed),
          kRefusal,
          make<kJournal, kFlushing>};
}

}  // namespace

void add_sqlite_variants(std::vector<CommitVariant>& variants) {
  variants.push_back(variant_called<Journal::kWriteAhead, Flushing::kUsual>("wal"));
  variants.push_back(variant_called<Journal::kRollback, Flushing::kUsual>("rollback"));
  if (has_choice_of_flush()) {
    variants.push_back(variant_called<Journal::kWriteAhead, Flushing::kFull>("wal-fullfsync"));
    variants.push_back(variant_called<Journal::kRollback, Flushing::kFull>("rollback-fullfsync"));
  }
}

}  // namespace driveproof
