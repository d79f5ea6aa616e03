#pragma once

#include <sqlite3.h>

#include "../platform/platform.h"

namespace driveproof {

/**
 * Describes an error of SQLite. The name is that of SQLite's result code; the number is that of the
 * system's error that caused it or, if there is none, the result code's.
 */
platform::Fault sqlite_fault(sqlite3* connection, const char* call, int result);

}  // namespace driveproof
