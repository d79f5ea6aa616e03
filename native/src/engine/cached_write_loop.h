#pragma once

#include <optional>

#include "batch_clock.h"
#include "progress.h"
#include "random.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * The loop of measure() for writes that end in the system's cache. They take about a microsecond,
 * so little that anything done between them would show in their number. They are timed in batches
 * that contain only the write, the stop flag and the reading of a counter. Between batches the time
 * stands still while latencies are counted and the next stamps made.
 *
 * Called on the timed thread. Reads the monotonic clock where there is no counter. Returns false
 * after a write that failed.
 */
bool rewrite_in_batches(TestFile& file, const MeasureRequest& request, Random random,
                        const std::optional<CycleCounter>& counter, Progress& progress,
                        MeasureOutcome& outcome);

}  // namespace driveproof
