#pragma once

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/**
 * Writes a total from the start of the file on, one write after the other, with the syncs that
 * were asked for, then brings what is still in memory to permanent storage. Ends early when the
 * time is over, someone asks to stop, or a call fails. Runs on the session's thread.
 *
 * The clock is read once per write: the end of one, with the sync that followed it, is the start
 * of the next. The counts are those of calls that succeeded; a write whose sync failed is counted
 * as a write, but not among the latencies. Nothing is settled after an error, nor where the last
 * write was synced by the mode itself.
 *
 * Unbuffered writes go around the cache or nowhere: what the system refuses, and what is found in
 * its cache afterwards, comes back as a refusal. The file then holds nothing worth knowing.
 *
 * `start_seed` chooses where in the pool the data begins, so that a later pass does not put the
 * same bytes into the same block again.
 */
SequentialOutcome write_sequentially(TestFile& file, const ModeOnFile& mode,
                                     const SequentialRequest& request, std::uint64_t start_seed,
                                     Progress& progress);

}  // namespace driveproof
