#pragma once

#include <vector>

#include "commit_variants.h"

namespace driveproof {

/**
 * SQLite with a write-ahead log and with a rollback journal, synchronous=FULL against OFF; where
 * the system has a stronger flush than the usual one, also with that (PRAGMA fullfsync).
 */
void add_sqlite_variants(std::vector<CommitVariant>& variants);

}  // namespace driveproof
