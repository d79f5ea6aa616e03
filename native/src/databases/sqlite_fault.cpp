#ifdef DRIVEPROOF_WITH_SQLITE

#include "sqlite_fault.h"

#include <cerrno>
#include <string>

#include "../platform/named_numbers.h"

namespace driveproof {

namespace {

// Result codes of storing and reading records.
constexpr auto kNames = NAMED_NUMBERS(
    SQLITE_ERROR, SQLITE_INTERNAL, SQLITE_PERM, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM,
    SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_PROTOCOL,
    SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISUSE, SQLITE_NOLFS, SQLITE_NOTADB,
    SQLITE_CANTOPEN_SYMLINK, SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_WRITE,
    SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_FSTAT,
    SQLITE_IOERR_UNLOCK, SQLITE_IOERR_RDLOCK, SQLITE_IOERR_DELETE, SQLITE_IOERR_LOCK,
    SQLITE_IOERR_CLOSE, SQLITE_IOERR_NOMEM, SQLITE_IOERR_SHMOPEN, SQLITE_IOERR_SHMSIZE,
    SQLITE_IOERR_SHMLOCK, SQLITE_IOERR_SHMMAP, SQLITE_IOERR_SEEK, SQLITE_IOERR_VNODE,
    SQLITE_IOERR_CORRUPTFS);

constexpr int kPrimary = 0xFF;  // the result code without its extension

std::string name_of(int result) {
  return kNames.name_of(result, kNames.name_of(result & kPrimary, "SQLITE_ERROR"));
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
