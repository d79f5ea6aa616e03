#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Creates, fills and flushes the test file and tries every mode on it once, so that timing starts
 * with existing blocks and working modes.
 *
 * Runs on the session's thread. Checks `progress.stop` after every write of at most 1 MiB.
 */
PrepareOutcome prepare(TestFile& file, const PrepareRequest& request, Progress& progress);

/**
 * Drops the prepared file's pages from the page cache and fills the file again with writes of
 * another size; if the pages stay in the cache, nothing is written. The content can still be
 * verified.
 *
 * Linux caches what one call wrote as one large folio (XFS since 5.18, ext4 since 6.16). Until the
 * folios leave the cache, they slow down writes of another size: a plain rewrite of 4 KiB takes up
 * to three times the processor time in a file filled with calls of 1 MiB, and so does a rewrite of
 * 1 MiB in a file filled block by block. So a file is filled with writes as long as those measured
 * in it.
 *
 * Runs on the session's thread. Checks `progress.stop` as prepare() does.
 */
RefillOutcome refill(TestFile& file, const RefillRequest& request, Progress& progress);

}  // namespace driveproof
