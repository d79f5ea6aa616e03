#include "session.h"

#include "file_work.h"
#include "random.h"

namespace driveproof {

PrepareOutcome FileTasks::perform(const PrepareRequest& request, Progress& progress) {
  progress.begin(TaskKind::kPreparing, request.file_bytes);
  file_ = std::make_unique<TestFile>();
  order_seed_ = mix64(request.seed);
  // The cycle counter is calibrated once per session: calibrating before each round would evict
  // data from the CPU caches.
  counter_ = cycle_counter();
  PrepareOutcome outcome = prepare(*file_, request, progress);
  if (outcome.ended_by != EndedBy::kComplete) {
    file_.reset();
  }
  return outcome;
}

MeasureOutcome FileTasks::perform(const MeasureRequest& request, Progress& progress) {
  order_seed_ = mix64(order_seed_ + kGolden);  // a different block order in every round
  return measure(*file_, file_->modes()[request.mode], request, order_seed_, counter_, progress);
}

SequentialOutcome FileTasks::perform(const SequentialRequest& request, Progress& progress) {
  progress.begin(TaskKind::kMeasuring, request.total_bytes);
  order_seed_ = mix64(order_seed_ + kGolden);  // different data in every pass
  return write_sequentially(*file_, file_->modes()[request.mode], request, order_seed_, progress);
}

ConcurrentOutcome FileTasks::perform(const ConcurrentRequest& request, Progress& progress) {
  order_seed_ = mix64(order_seed_ + kGolden);
  return run_concurrently(*file_, request, order_seed_, progress);
}

RefillOutcome FileTasks::perform(const RefillRequest& request, Progress& progress) {
  progress.begin(TaskKind::kPreparing, file_->file_bytes());
  return refill(*file_, request, progress);
}

EmptyOutcome FileTasks::perform(EmptyRequest, Progress& progress) {
  progress.begin(TaskKind::kDraining, 0);
  return {file_->empty()};
}

DrainOutcome FileTasks::perform(DrainRequest, Progress& progress) {
  progress.begin(TaskKind::kDraining, 0);
  DrainOutcome outcome;
  const std::uint64_t start = platform::monotonic_ns();
  outcome.fault = file_->flush_strongest();
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  outcome.system_call = file_->strongest_flush().text;
  return outcome;
}

VerifyOutcome FileTasks::perform(VerifyRequest, Progress& progress) {
  progress.begin(TaskKind::kVerifying, file_->file_bytes());
  return verify(*file_, progress);
}

CloseOutcome FileTasks::finish() {
  CloseOutcome outcome;
  if (file_) {
    outcome.fault = file_->remove();
    file_.reset();
  }
  return outcome;
}

}  // namespace driveproof
