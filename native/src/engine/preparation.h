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

}  // namespace driveproof
