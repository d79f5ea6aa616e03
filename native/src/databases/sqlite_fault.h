#pragma once

#include <sqlite3.h>

#include "../platform/platform.h"

namespace driveproof {

/**
 * An error of SQLite under its result code's name, with the number of the system's error behind it
 * or, without one, of the result code.
 */
platform::Fault sqlite_fault(sqlite3* connection, const char* call, int result);

}  // namespace driveproof
