#pragma once

#include "../engine/task_thread.h"
#include "files_work.h"
#include "progress.h"
#include "tasks.h"

namespace driveproof::power_cut {

class PowerCutTasks {
 public:
  using Request = power_cut::Request;
  using Outcome = power_cut::Outcome;
  using Progress = power_cut::Progress;

  PrepareOutcome perform(const PrepareRequest& request, Progress& progress);
  RunOutcome perform(RunRequest, Progress& progress);
  ReadBackOutcome perform(const ReadBackRequest& request, Progress& progress);

  /** Closes the files, which stay on the drive, to be read back after the power cut. */
  CloseOutcome finish();

 private:
  Files files_;
  Plan plan_;
};

}  // namespace driveproof::power_cut
