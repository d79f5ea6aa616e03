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
 * Makes the folder and files of every mode and fills the slots, so that rewriting them allocates
 * nothing. Everything is on permanent storage before this returns. Files stay even if the
 * preparation ends early: the caller made the test's folder and removes it. Runs on the session's
 * thread.
 */
PrepareOutcome prepare(Files& files, const PrepareRequest& request, Progress& progress);

}  // namespace driveproof::power_cut
