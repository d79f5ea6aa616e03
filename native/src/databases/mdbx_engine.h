#pragma once

#include <vector>

#include "commit_variants.h"

namespace driveproof {

/** libmdbx, MDBX_SYNC_DURABLE against MDBX_SAFE_NOSYNC. */
void add_mdbx_variants(std::vector<CommitVariant>& variants);

}  // namespace driveproof
