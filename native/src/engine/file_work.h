#pragma once

#include <optional>

#include "batch_clock.h"
#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

// What a session does with its test file, on its thread.

/**
 * Creates, fills and flushes the test file and tries every mode on it once, so that timing starts
 * with existing blocks and working modes.
 *
 * Runs on the session's thread. Checks `progress.stop` after every write of at most 1 MiB.
 */
PrepareOutcome prepare(TestFile& file, const PrepareRequest& request, Progress& progress);

/**
 * Drops the prepared file's pages from the page cache and fills the file again with writes of
 * another size; if the pages stay in the cache, nothing is written. The content can still be
 * verified.
 *
 * Linux caches what one call wrote as one large folio (XFS since 5.18, ext4 since 6.16). Until the
 * folios leave the cache, they slow down writes of another size: a plain rewrite of 4 KiB takes up
 * to three times the processor time in a file filled with calls of 1 MiB, and so does a rewrite of
 * 1 MiB in a file filled block by block. So a file is filled with writes as long as those measured
 * in it.
 *
 * Runs on the session's thread. Checks `progress.stop` as prepare() does.
 */
RefillOutcome refill(TestFile& file, const RefillRequest& request, Progress& progress);

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

/**
 * Flushes the file, reads every block back uncached and compares all of its bytes with the last
 * write to it. Continues after unreadable blocks unless there are many; the fault is that of the
 * first such block. Runs on the session's thread.
 */
VerifyOutcome verify(TestFile& file, Progress& progress);

}  // namespace driveproof
