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
 * any work between them would distort their rate. They are timed in batches that contain only the
 * write, a check for a stop and a read of the cycle counter. Between batches the clock is paused
 * while latencies are counted and the next blocks are prepared.
 *
 * Called on the timed thread. If `counter` is empty, the monotonic clock is read. Returns false
 * after a failed write.
 */
bool rewrite_in_batches(TestFile& file, const MeasureRequest& request, Random random,
                        const std::optional<CycleCounter>& counter, Progress& progress,
                        MeasureOutcome& outcome);

}  // namespace driveproof
