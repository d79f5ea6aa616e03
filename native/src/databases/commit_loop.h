#pragma once

#include "../engine/progress.h"
#include "commit_tasks.h"
#include "record_maker.h"

namespace driveproof {

/**
 * Inserts transaction after transaction until all requested transactions are done, the time is
 * over, a stop is requested or the database fails. Runs on the session's thread.
 *
 * The measured time runs from the first begin to the last commit. It includes the making of the
 * records (some ten nanoseconds each), because every program has to make its records. The histogram
 * has only the commit calls. A transaction that was stopped halfway does not count and is left
 * open.
 */
void run_transactions(Database& database, RecordMaker& records, const CommitRequest& request,
                      Progress& progress, CommitOutcome& outcome);

}  // namespace driveproof
