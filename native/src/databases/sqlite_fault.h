#pragma once

#include <sqlite3.h>

#include "../platform/platform.h"

namespace driveproof {

/**
 * Describes an error of SQLite. The fault has the name of SQLite's result code, and the number of
 * the system's error behind it or, without a system error, of the result code.
 */
platform::Fault sqlite_fault(sqlite3* connection, const char* call, int result);

}  // namespace driveproof
