#pragma once

#include <memory>
#include <optional>

#include "batch_clock.h"
#include "task_thread.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/** The work on one test file, on the one thread of a session. */
class FileTasks {
 public:
  using Request = driveproof::Request;
  using Outcome = driveproof::Outcome;
  using Progress = driveproof::Progress;

  PrepareOutcome perform(const PrepareRequest& request, Progress& progress);
  MeasureOutcome perform(const MeasureRequest& request, Progress& progress);
  SequentialOutcome perform(const SequentialRequest& request, Progress& progress);
  ConcurrentOutcome perform(const ConcurrentRequest& request, Progress& progress);
  RefillOutcome perform(const RefillRequest& request, Progress& progress);
  EmptyOutcome perform(EmptyRequest, Progress& progress);
  DrainOutcome perform(DrainRequest, Progress& progress);
  VerifyOutcome perform(VerifyRequest, Progress& progress);

  CloseOutcome finish();

 private:
  std::unique_ptr<TestFile> file_;
  std::optional<CycleCounter> counter_;
  std::uint64_t order_seed_ = 0;
};

}  // namespace driveproof
