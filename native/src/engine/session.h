#pragma once

#include <memory>
#include <optional>

#include "batch_clock.h"
#include "task_thread.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

/** The work on one test file. */
class FileTasks {
 public:
  using Request = driveproof::Request;
  using Outcome = driveproof::Outcome;
  using Progress = driveproof::Progress;

  Outcome perform(const Request& request, Progress& progress);

  /** Closes and removes the file. */
  Outcome finish();

 private:
  Outcome perform(const PrepareRequest& request, Progress& progress);
  Outcome perform(const MeasureRequest& request, Progress& progress);
  Outcome perform(const SequentialRequest& request, Progress& progress);
  Outcome perform(const ConcurrentRequest& request, Progress& progress);
  Outcome perform(const RefillRequest& request, Progress& progress);
  Outcome perform(EmptyRequest, Progress& progress);
  Outcome perform(DrainRequest, Progress& progress);
  Outcome perform(VerifyRequest, Progress& progress);

  std::unique_ptr<TestFile> file_;
  std::optional<CycleCounter> counter_;
  std::uint64_t order_seed_ = 0;
};

/** One test file and the one thread that works on it; the end of the session removes the file. */
using Session = TaskThread<FileTasks>;

}  // namespace driveproof
