#include "session.h"

#include <utility>

#include "preparation.h"
#include "random.h"
#include "sequential_writer.h"
#include "verification.h"
#include "write_loop.h"

namespace driveproof {

Session::Session(Listener listener)
    : listener_(std::move(listener)), thread_([this] { run(); }) {}

Session::~Session() {
  close();
  join();
}

void Session::hand_in(Request request) {
  progress_.stop.store(false, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(request);
  }
  arrived_.notify_one();
}

void Session::close() {
  stop();
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  arrived_.notify_one();
}

void Session::stop() { progress_.stop.store(true, std::memory_order_relaxed); }

void Session::join() {
  if (thread_.joinable()) {
    thread_.join();
  }
}

Snapshot Session::snapshot() const {
  constexpr auto relaxed = std::memory_order_relaxed;
  Snapshot snapshot;
  snapshot.task = progress_.task.load(relaxed);
  snapshot.operations = progress_.operations.load(relaxed);
  snapshot.bytes = progress_.bytes.load(relaxed);
  snapshot.total_bytes = progress_.total_bytes.load(relaxed);
  const std::uint64_t started = progress_.started_ns.load(relaxed);
  const std::uint64_t ended = progress_.ended_ns.load(relaxed);
  const std::uint64_t until = ended != 0 || started == 0 ? ended : platform::monotonic_ns();
  snapshot.elapsed_ns = until > started ? until - started : 0;
  snapshot.latency = progress_.latency.read();
  return snapshot;
}

void Session::run() {
  platform::enter_engine_thread();
  for (;;) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return waiting_ || closing_; });
    const std::optional<Request> request = std::exchange(waiting_, std::nullopt);
    lock.unlock();
    if (!request) {
      listener_(remove_file());
      return;
    }
    Outcome outcome = perform(*request);
    progress_.ended_ns.store(platform::monotonic_ns(), std::memory_order_relaxed);
    progress_.task.store(TaskKind::kIdle, std::memory_order_relaxed);
    listener_(std::move(outcome));
  }
}

void Session::begin(TaskKind kind, std::uint64_t total_bytes) {
  constexpr auto relaxed = std::memory_order_relaxed;
  progress_.operations.store(0, relaxed);
  progress_.bytes.store(0, relaxed);
  progress_.total_bytes.store(total_bytes, relaxed);
  progress_.latency.clear();
  progress_.started_ns.store(platform::monotonic_ns(), relaxed);
  progress_.ended_ns.store(0, relaxed);
  progress_.task.store(kind, relaxed);
}

Outcome Session::perform(const Request& request) {
  return std::visit([this](const auto& wanted) { return perform(wanted); }, request);
}

Outcome Session::perform(const PrepareRequest& request) {
  begin(TaskKind::kPreparing, request.file_bytes);
  file_ = std::make_unique<TestFile>();
  order_seed_ = mix64(request.seed);
  PrepareOutcome outcome = prepare(*file_, request, progress_);
  if (outcome.ended_by != EndedBy::kComplete) {
    file_.reset();
  }
  return outcome;
}

Outcome Session::perform(const MeasureRequest& request) {
  begin(TaskKind::kMeasuring, request.max_bytes);
  order_seed_ = mix64(order_seed_ + kGolden);  // every round in another order
  return measure(*file_, file_->modes()[request.mode], request, order_seed_, progress_);
}

Outcome Session::perform(const SequentialRequest& request) {
  begin(TaskKind::kMeasuring, request.total_bytes);
  order_seed_ = mix64(order_seed_ + kGolden);  // every pass with other data
  return write_sequentially(*file_, file_->modes()[request.mode], request, order_seed_, progress_);
}

Outcome Session::perform(DrainRequest) {
  begin(TaskKind::kDraining, 0);
  DrainOutcome outcome;
  const std::uint64_t start = platform::monotonic_ns();
  outcome.fault = file_->flush_strongest();
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  outcome.system_call = file_->strongest_flush().text;
  return outcome;
}

Outcome Session::perform(VerifyRequest) {
  begin(TaskKind::kVerifying, file_->file_bytes());
  return verify(*file_, progress_);
}

CloseOutcome Session::remove_file() {
  CloseOutcome outcome;
  if (file_) {
    outcome.fault = file_->remove();
    file_.reset();
  }
  return outcome;
}

}  // namespace driveproof
