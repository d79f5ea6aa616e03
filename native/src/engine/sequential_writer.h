#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Writes sequentially from the start of the file, with the requested syncs, and flushes what is
 * still in memory ("settles"). Ends early when the time is over, on a stop, or when a call fails.
 * Runs on the session's thread.
 *
 * The clock is read once per write, after any sync: the end of one write is the start of the next.
 * Only successful calls count; a write whose sync failed counts as a write, but not among the
 * latencies. The last flush is left out after an error, and if the mode itself synced the last
 * write.
 *
 * Unbuffered writes never fall back to the cache: if the system refuses them, or they are found in
 * its cache afterwards, the result is a refusal, and the file's content means nothing.
 *
 * `start_seed` chooses where in the pool the data begins, so that a later pass writes other bytes
 * into the same block.
 */
SequentialOutcome write_sequentially(TestFile& file, const ModeOnFile& mode,
                                     const SequentialRequest& request, std::uint64_t start_seed,
                                     Progress& progress);

}  // namespace driveproof
