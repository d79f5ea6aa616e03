#include "session.h"

namespace driveproof::power_cut {

PrepareOutcome PowerCutTasks::perform(const PrepareRequest& request, Progress& progress) {
  progress.begin(TaskKind::kPreparing,
                 request.plan.slot_bytes() * request.plan.slot_count * request.modes.size());
  plan_ = request.plan;
  PrepareOutcome outcome = prepare(files_, request, progress);
  if (outcome.ended_by == EndedBy::kComplete) {
    progress.mode_count.store(files_.size(), std::memory_order_release);
  } else {
    files_.clear();
  }
  return outcome;
}

RunOutcome PowerCutTasks::perform(RunRequest, Progress& progress) {
  progress.begin(TaskKind::kWriting, 0);
  return write_records(files_, plan_, progress);
}

ReadBackOutcome PowerCutTasks::perform(const ReadBackRequest& request, Progress& progress) {
  progress.begin(TaskKind::kReading, 0);
  return read_back(request, progress);
}

CloseOutcome PowerCutTasks::finish() {
  files_.clear();
  return {};
}

}  // namespace driveproof::power_cut
