#pragma once

#include <vector>

#include "commit_variants.h"

namespace driveproof {

/**
 * The floor under every database: one file that only grows. A record is a header with its length,
 * sequence number and xxHash64, then key and value; a transaction is one write of its records and
 * a commit mark, and when durable one flush. What comes after the last good mark does not count.
 */
void add_append_log_variants(std::vector<CommitVariant>& variants);

}  // namespace driveproof
