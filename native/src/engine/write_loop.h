#pragma once

#include <optional>

#include "batch_clock.h"
#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Rewrites random blocks in one mode until the time is over, the bytes are written, a stop is
 * requested or a call fails. Called on the session's thread, which only waits (see run_timed).
 *
 * The clock is read once per operation: the end of one is the start of the next. An operation is
 * the write and, if the mode has one, the flush after it. In a paced run it counts from when it was
 * due; in a run with a rest before each operation, from its start. Writes that end in memory are
 * timed in batches (cached_write_loop.h). A warm-up ends by the same rules and is followed by the
 * counted part without a pause; if it failed or was stopped, nothing is counted.
 */
MeasureOutcome measure(TestFile& file, const ModeOnFile& mode, const MeasureRequest& request,
                       std::uint64_t order_seed, const std::optional<CycleCounter>& counter,
                       Progress& progress);

}  // namespace driveproof
