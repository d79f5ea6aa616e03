#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Flushes the file, then reads every block back around the system's cache and compares all of its
 * bytes with what was last written there. Goes on after blocks that cannot be read unless there are
 * many; the fault is that of the first. Runs on the session's thread.
 */
VerifyOutcome verify(TestFile& file, Progress& progress);

}  // namespace driveproof
