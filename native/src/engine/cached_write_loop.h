#pragma once

#include <optional>

#include "batch_clock.h"
#include "progress.h"
#include "random.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * The loop of measure() for writes that end in the page cache. They take about a microsecond, so
 * little that any work between them would distort their rate. They are therefore timed in batches
 * that contain only the write, a check for a stop and a read of the cycle counter. The clock is
 * paused between batches, while latencies are counted and the next blocks are
 * prepared.
 *
 * Called on the timed thread. Reads the monotonic clock if there is no counter. Returns false after
 * a failed write.
 */
bool rewrite_in_batches(TestFile& file, const MeasureRequest& request, Random random,
                        const std::optional<CycleCounter>& counter, Progress& progress,
                        MeasureOutcome& outcome);

}  // namespace driveproof
