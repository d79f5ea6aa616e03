// Builds SQLite with its defaults, but leaves out parts that commits do not need.
// scripts/setup/database-sources.mjs fetches the source. https://sqlite.org/compile.html

// 2 means no locks inside a connection: each connection stays on the thread that opened it.
#define SQLITE_THREADSAFE 2
#define SQLITE_DEFAULT_MEMSTATUS 0
// Keeps temporary tables in memory, so that SQLite makes no file outside the folder of the test.
#define SQLITE_TEMP_STORE 3
#define SQLITE_DQS 0
#define SQLITE_OMIT_LOAD_EXTENSION
#define SQLITE_OMIT_SHARED_CACHE
#define SQLITE_OMIT_DEPRECATED
#define SQLITE_OMIT_PROGRESS_CALLBACK

#ifdef __linux__
// fdatasync(2) protects the data as well as fsync(2), and SQLite in Linux distributions uses it.
#define HAVE_FDATASYNC 1
#endif

#include "../platform/noted_calls.h"

#include "sqlite3.c"
