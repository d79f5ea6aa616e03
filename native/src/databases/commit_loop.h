#pragma once

#include "../engine/progress.h"
#include "commit_tasks.h"
#include "record_maker.h"

namespace driveproof {

/**
 * Runs transactions until the requested number is done, the time is over, a stop is requested or
 * the database fails. Runs on the session's thread.
 *
 * The measured time runs from the first begin to the last commit. It includes making the records
 * (some ten nanoseconds each), as every program must. The histogram has only the commit calls. A
 * transaction that was stopped halfway does not count and stays open.
 */
void run_transactions(Database& database, RecordMaker& records, const CommitRequest& request,
                      Progress& progress, CommitOutcome& outcome);

}  // namespace driveproof
