#pragma once

#include "../engine/task_thread.h"
#include "preparation.h"
#include "progress.h"
#include "tasks.h"

namespace driveproof::plug {

/** The work on the files of a plug test: writing them, or reading them back. */
class PlugTasks {
 public:
  using Request = plug::Request;
  using Outcome = plug::Outcome;
  using Progress = plug::Progress;

  Outcome perform(const Request& request, Progress& progress);

  /** Closes the files and leaves them where they are. */
  Outcome finish();

 private:
  Outcome perform(const PrepareRequest& request, Progress& progress);
  Outcome perform(RunRequest, Progress& progress);
  Outcome perform(const ReadBackRequest& request, Progress& progress);

  Files files_;
  Plan plan_;
};

/** The files of a plug test and the one thread that works on them; they outlive the session. */
using PlugSession = TaskThread<PlugTasks>;

}  // namespace driveproof::plug
