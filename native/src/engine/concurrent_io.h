#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Reads, writes or mixes blocks of the prepared file around the system's cache, with so many
 * requests in flight: a thread each, which makes one request after the other on a handle of its
 * own. (Windows serializes the calls on one synchronous handle.) Called on the session's thread,
 * which waits and adds up the threads' counters for snapshots.
 *
 * A thread's warm-up ends with the first request that ends after its time; what is counted follows
 * without a pause. What is written is incompressible and not stamped: this file cannot be verified
 * afterwards.
 */
ConcurrentOutcome run_concurrently(TestFile& file, const ConcurrentRequest& request,
                                   std::uint64_t seed, Progress& progress);

}  // namespace driveproof
