#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Flushes the file, reads every block back uncached and compares all of its bytes with the last
 * write to it. Continues after unreadable blocks unless there are many; the fault is that of the
 * first such block. Runs on the session's thread.
 */
VerifyOutcome verify(TestFile& file, Progress& progress);

}  // namespace driveproof
