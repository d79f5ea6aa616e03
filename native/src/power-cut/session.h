#pragma once

#include "../engine/task_thread.h"
#include "preparation.h"
#include "progress.h"
#include "tasks.h"

namespace driveproof::power_cut {

/** Writes the files of a power-cut test, or reads them back. */
class PowerCutTasks {
 public:
  using Request = power_cut::Request;
  using Outcome = power_cut::Outcome;
  using Progress = power_cut::Progress;

  Outcome perform(const Request& request, Progress& progress);

  /** Closes the files, which stay. */
  Outcome finish();

 private:
  Outcome perform(const PrepareRequest& request, Progress& progress);
  Outcome perform(RunRequest, Progress& progress);
  Outcome perform(const ReadBackRequest& request, Progress& progress);

  Files files_;
  Plan plan_;
};

/** The files of a power-cut test and the one thread that works on them; the files stay. */
using PowerCutSession = TaskThread<PowerCutTasks>;

}  // namespace driveproof::power_cut
