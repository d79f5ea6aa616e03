#pragma once

#include <memory>
#include <vector>

#include "../engine/task_thread.h"
#include "../platform/private_folder.h"
#include "commit_tasks.h"

namespace driveproof {

/** Each request makes a new database, fills it with transactions and removes it. */
class CommitTasks {
 public:
  using Request = std::variant<CommitRequest>;
  using Outcome = std::variant<CommitOutcome, CloseOutcome>;
  using Progress = driveproof::Progress;

  CommitOutcome perform(const CommitRequest& request, Progress& progress);

  /** Tries once more to remove folders that could not be removed before. */
  CloseOutcome finish();

 private:
  CommitOutcome measure(const CommitRequest& request, platform::PrivateFolder& folder,
                        Progress& progress);

  std::vector<std::unique_ptr<platform::PrivateFolder>> left_over_;
  MaybeFault drive_fault_;  // of a removal, which may have succeeded since
};

}  // namespace driveproof
