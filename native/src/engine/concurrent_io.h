#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Makes uncached reads, writes or a mix of both on the prepared file, with one thread for each
 * request in flight. Each thread has its own handle, because Windows serializes the calls on one
 * synchronous handle. Called on the session's thread, which waits and adds up the threads' counters
 * for snapshots.
 *
 * A thread's warm-up ends with the first request that ends after the warm-up time; the counted part
 * follows without a pause. Writes are incompressible and not stamped: this file cannot be verified
 * afterwards.
 */
ConcurrentOutcome run_concurrently(TestFile& file, const ConcurrentRequest& request,
                                   std::uint64_t seed, Progress& progress);

}  // namespace driveproof
