#pragma once

#include "../engine/progress.h"
#include "commit_tasks.h"
#include "record_maker.h"

namespace driveproof {

/**
 * Inserts transaction after transaction until all are done, the time is over, a stop is requested
 * or the database fails. Runs on the session's thread.
 *
 * The time runs from the first begin to the last commit and includes making the records, as it
 * would in a program: some ten nanoseconds each. Only the commit calls go into the histogram. A
 * transaction that was stopped halfway does not count and is left open.
 */
void run_transactions(Database& database, RecordMaker& records, const CommitRequest& request,
                      Progress& progress, CommitOutcome& outcome);

}  // namespace driveproof
