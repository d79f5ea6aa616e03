#pragma once

#include <sqlite3.h>

#include "../platform/platform.h"

namespace driveproof {

/**
 * Describes an error of SQLite by the name of its result code. The fault's number is that of the
 * system's error behind it, or of the result code if there is no system error.
 */
platform::Fault sqlite_fault(sqlite3* connection, const char* call, int result);

}  // namespace driveproof
