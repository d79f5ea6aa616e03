#pragma once

#include "progress.h"
#include "tasks.h"

namespace driveproof::power_cut {

/**
 * Reads back what a run has left, around the system's cache where that is possible. Changes
 * nothing. What is missing or cannot be read is a finding and no failure. On the session's thread.
 */
ReadBackOutcome read_back(const ReadBackRequest& request, Progress& progress);

}  // namespace driveproof::power_cut
