#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Creates, fills and flushes the test file and tries every mode on it once, so that timing starts
 * on a file whose blocks all exist, with modes that are known to work.
 *
 * Runs on the session's thread. Checks `progress.stop` after every write of at most 1 MiB.
 */
PrepareOutcome prepare(TestFile& file, const PrepareRequest& request, Progress& progress);

/**
 * Fills the prepared file again, with writes of another size, after dropping its pages from the
 * page cache; if they stay there, nothing is written. The content can be verified as before.
 *
 * Linux caches what one call wrote as one large folio, on file systems that support these (XFS
 * since 5.18, ext4 since 6.16). Until the folios leave the cache, they slow down writes of another
 * size: a plain rewrite of 4 KiB takes up to three times the processor time in a file filled with
 * calls of 1 MiB, and so does a rewrite of 1 MiB in a file filled block by block. So a file is
 * filled with writes as long as those measured in it, as a program that makes such writes would
 * have left it.
 *
 * Runs on the session's thread and can be stopped, as prepare().
 */
RefillOutcome refill(TestFile& file, const RefillRequest& request, Progress& progress);

}  // namespace driveproof
