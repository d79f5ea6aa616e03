#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Makes, fills and flushes the test file and tries every mode on it once, so that timing starts on
 * a file whose blocks all exist, with modes that are known to work.
 *
 * Runs on the session's thread. Checks `progress.stop` after every write of at most 1 MiB.
 */
PrepareOutcome prepare(TestFile& file, const PrepareRequest& request, Progress& progress);

/**
 * Fills the prepared file once more, in pieces of another size, after its pages were dropped from
 * the system's cache; where they stay nothing is written. The content can be verified as before.
 *
 * Linux caches what one call wrote as one large folio where the file system has these (XFS since
 * 5.18, ext4 since 6.16). In a file filled with calls of 1 MiB a later plain rewrite of 4 KiB takes
 * up to three times the processor time, and in one filled block by block a rewrite of 1 MiB takes
 * three times that of another, until the folios leave the cache. So a file is filled in pieces as
 * long as the writes that are measured in it, as the program had left it that makes such writes.
 *
 * Runs on the session's thread and can be stopped, as prepare().
 */
RefillOutcome refill(TestFile& file, const RefillRequest& request, Progress& progress);

}  // namespace driveproof
