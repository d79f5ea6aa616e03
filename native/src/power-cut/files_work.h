#pragma once

#include <memory>
#include <vector>

#include "mode_files.h"
#include "progress.h"
#include "tasks.h"

namespace driveproof::power_cut {

/** One entry for each requested mode, in the order of the request, including refused modes. */
using Files = std::vector<std::unique_ptr<ModeFiles>>;

/**
 * Makes the folder and files of every mode and fills the slots (places that are rewritten), so that
 * rewriting allocates nothing. Everything is on permanent storage before this returns. Files stay
 * even if the preparation ends early: the caller made the test's folder and removes it. Runs on the
 * session's thread.
 */
PrepareOutcome prepare(Files& files, const PrepareRequest& request, Progress& progress);

/**
 * Writes until stopped or until something fails. Modes alternate as Turns decides; each operation
 * is flushed in the way of its mode and only then acknowledged. Ends at the first failure, because
 * after a failed flush the next may report success although data is lost (fsync(2)). Runs on the
 * session's thread.
 */
RunOutcome write_records(Files& files, const Plan& plan, Progress& progress);

/**
 * Reads back the files of a run, uncached if possible. Changes nothing. Anything missing or
 * unreadable is a finding, not a failure. Runs on the session's thread.
 */
ReadBackOutcome read_back(const ReadBackRequest& request, Progress& progress);

}  // namespace driveproof::power_cut
