#pragma once

#include "progress.h"
#include "tasks.h"

namespace driveproof::power_cut {

/**
 * Reads back the files of a run, uncached if possible. Changes nothing. Anything missing or
 * unreadable is a finding, not a failure. Runs on the session's thread.
 */
ReadBackOutcome read_back(const ReadBackRequest& request, Progress& progress);

}  // namespace driveproof::power_cut
