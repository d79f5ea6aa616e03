#pragma once

#include "preparation.h"

namespace driveproof::power_cut {

/**
 * Writes until it is stopped or something fails: the modes as Turns has it, each operation flushed
 * as its mode does, and only then counted as acknowledged. The first failure ends it, because after
 * a failed flush the next may report success although data is lost (fsync(2)).
 * On the session's thread.
 */
RunOutcome write_records(Files& files, const Plan& plan, Progress& progress);

}  // namespace driveproof::power_cut
