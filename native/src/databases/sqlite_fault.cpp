#ifdef DRIVEPROOF_WITH_SQLITE

#include "sqlite_fault.h"

#include <array>
#include <cerrno>
#include <utility>

namespace driveproof {

namespace {

#define DRIVEPROOF_NAMED(name) std::pair<int, const char*> { name, #name }

// Result codes of storing and reading records.
constexpr std::array kNames{
    DRIVEPROOF_NAMED(SQLITE_ERROR),
    DRIVEPROOF_NAMED(SQLITE_INTERNAL),
    DRIVEPROOF_NAMED(SQLITE_PERM),
    DRIVEPROOF_NAMED(SQLITE_BUSY),
    DRIVEPROOF_NAMED(SQLITE_LOCKED),
    DRIVEPROOF_NAMED(SQLITE_NOMEM),
    DRIVEPROOF_NAMED(SQLITE_READONLY),
    DRIVEPROOF_NAMED(SQLITE_IOERR),
    DRIVEPROOF_NAMED(SQLITE_CORRUPT),
    DRIVEPROOF_NAMED(SQLITE_FULL),
    DRIVEPROOF_NAMED(SQLITE_CANTOPEN),
    DRIVEPROOF_NAMED(SQLITE_PROTOCOL),
    DRIVEPROOF_NAMED(SQLITE_TOOBIG),
    DRIVEPROOF_NAMED(SQLITE_CONSTRAINT),
    DRIVEPROOF_NAMED(SQLITE_MISUSE),
    DRIVEPROOF_NAMED(SQLITE_NOLFS),
    DRIVEPROOF_NAMED(SQLITE_NOTADB),
    DRIVEPROOF_NAMED(SQLITE_CANTOPEN_SYMLINK),
    DRIVEPROOF_NAMED(SQLITE_IOERR_READ),
    DRIVEPROOF_NAMED(SQLITE_IOERR_SHORT_READ),
    DRIVEPROOF_NAMED(SQLITE_IOERR_WRITE),
    DRIVEPROOF_NAMED(SQLITE_IOERR_FSYNC),
    DRIVEPROOF_NAMED(SQLITE_IOERR_DIR_FSYNC),
    DRIVEPROOF_NAMED(SQLITE_IOERR_TRUNCATE),
    DRIVEPROOF_NAMED(SQLITE_IOERR_FSTAT),
    DRIVEPROOF_NAMED(SQLITE_IOERR_UNLOCK),
    DRIVEPROOF_NAMED(SQLITE_IOERR_RDLOCK),
    DRIVEPROOF_NAMED(SQLITE_IOERR_DELETE),
    DRIVEPROOF_NAMED(SQLITE_IOERR_LOCK),
    DRIVEPROOF_NAMED(SQLITE_IOERR_CLOSE),
    DRIVEPROOF_NAMED(SQLITE_IOERR_NOMEM),
    DRIVEPROOF_NAMED(SQLITE_IOERR_SHMOPEN),
    DRIVEPROOF_NAMED(SQLITE_IOERR_SHMSIZE),
    DRIVEPROOF_NAMED(SQLITE_IOERR_SHMLOCK),
    DRIVEPROOF_NAMED(SQLITE_IOERR_SHMMAP),
    DRIVEPROOF_NAMED(SQLITE_IOERR_SEEK),
    DRIVEPROOF_NAMED(SQLITE_IOERR_VNODE),
    DRIVEPROOF_NAMED(SQLITE_IOERR_CORRUPTFS),
};

#undef DRIVEPROOF_NAMED

constexpr int kPrimary = 0xFF;  // the result code without its extension

const char* name_of(int result) {
  for (const auto& [number, name] : kNames) {
    if (number == result) {
      return name;
    }
  }
  return result > kPrimary ? name_of(result & kPrimary) : "SQLITE_ERROR";
}

/**
 * The system's error of the last call that failed on the database's file or journal; 0 if none
 * failed. sqlite3_system_errno() would be too late: SQLite sets it after rolling back, when other
 * calls may have failed.
 */
int last_error(sqlite3* connection) {
  for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER}) {
    sqlite3_file* file = nullptr;
    int error = 0;
    sqlite3_file_control(connection, "main", which, &file);
    if (file != nullptr && file->pMethods != nullptr) {
      file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
    }
    if (error != 0) {
      return error;
    }
  }
  return 0;
}

/**
 * The error of a read that the system refused; 0 if everything could be read. On POSIX systems
 * SQLite reports a file it could not read as damaged (unixRead() in sqlite3.c), as if the drive had
 * returned wrong data.
 */
int refused_read([[maybe_unused]] sqlite3* connection) {
#ifndef _WIN32
  const int error = last_error(connection);
  if (error == EIO || error == ENXIO || error == ERANGE) {
    return error;
  }
#endif
  return 0;
}

/** The system's error behind this result; 0 if there is none. */
int system_error(sqlite3* connection, int result) {
  const int primary = result & kPrimary;
  if (result == SQLITE_IOERR_NOMEM || (primary != SQLITE_IOERR && primary != SQLITE_CANTOPEN)) {
    return 0;
  }
  const int error = primary == SQLITE_IOERR ? last_error(connection) : 0;
  return error != 0 ? error : sqlite3_system_errno(connection);
}

}  // namespace

platform::Fault sqlite_fault(sqlite3* connection, const char* call, int result) {
  if (connection != nullptr && result == SQLITE_CORRUPT) {
    if (const int number = refused_read(connection)) {
      platform::Fault fault = platform::describe(call, number);
      fault.message = std::string(sqlite3_errstr(SQLITE_IOERR_READ)) + ": " + fault.message + " (" +
                      fault.code + ")";
      fault.system_code = fault.code;
      fault.code = name_of(SQLITE_IOERR_READ);
      return fault;
    }
  }
  platform::Fault fault{name_of(result), call, result, sqlite3_errstr(result), std::nullopt};
  // Without a connection there is no message: SQLite had no memory for a connection.
  if (connection != nullptr) {
    fault.message = sqlite3_errmsg(connection);
    if (const int number = system_error(connection, result)) {
      const platform::Fault cause = platform::describe(call, number);
      fault.os_code = number;
      fault.system_code = cause.code;
      fault.message += ": " + cause.message + " (" + cause.code + ")";
    }
  }
  return fault;
}

}  // namespace driveproof

#endif
