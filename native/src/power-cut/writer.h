#pragma once

#include "preparation.h"

namespace driveproof::power_cut {

/**
 * Writes until stopped or until something fails. Modes alternate as Turns decides; each operation
 * is flushed in the way of its mode and only then acknowledged. Ends at the first failure, because
 * after a failed flush the next may report success although data is lost (fsync(2)). Runs on the
 * session's thread.
 */
RunOutcome write_records(Files& files, const Plan& plan, Progress& progress);

}  // namespace driveproof::power_cut
