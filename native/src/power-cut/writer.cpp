#include "files_work.h"

#include <algorithm>

#include "../engine/aligned_buffer.h"
#include "turns.h"

namespace driveproof::power_cut {

namespace {

class Writer {
 public:
  Writer(Files& files, const Plan& plan, Progress& progress, RunOutcome& outcome)
      : files_(files),
        plan_(plan),
        progress_(progress),
        outcome_(outcome),
        turns_(files, plan),
        buffer_(plan.slot_bytes(), kBlockBytes),
        start_(progress.started_ns.load(std::memory_order_relaxed)) {}

  EndedBy run() {
    if (!buffer_) {
      outcome_.fault = platform::out_of_memory("not enough memory for the records");
      return EndedBy::kError;
    }
    for (std::size_t turn = 0; !progress_.is_stopping(); ++turn) {
      const std::size_t taker = turns_.takers()[turn % turns_.takers().size()];
      progress_.current.store(taker, std::memory_order_relaxed);
      if ((outcome_.fault = take_turn(taker))) {
        return EndedBy::kError;
      }
    }
    return EndedBy::kStopped;
  }

  /** For each mode its last operation that has returned success. */
  const ModeNumbers& returned() const { return returned_; }

 private:
  MaybeFault take_turn(std::size_t taker) {
    const std::uint64_t deadline = platform::monotonic_ns() + turns_.turn_ns(taker);
    for (std::uint64_t own = 0; own < plan_.turn_operations;) {
      keep_pace();
      if (progress_.is_stopping()) {
        return std::nullopt;
      }
      const std::size_t mode = turns_.mode_of(outcome_.operations + 1, taker);
      RETURN_IF_FAULT(perform_next(mode));
      if (platform::monotonic_ns() >= deadline) {
        return std::nullopt;
      }
      own += mode == taker ? 1 : 0;
    }
    return std::nullopt;
  }

  MaybeFault perform_next(std::size_t mode) {
    ModeFiles& files = *files_[mode];
    const std::uint64_t number = returned_[mode] + 1;
    const Operation operation = operation_of(plan_, !files.name_refusal(), number);
    const std::uint64_t begin = platform::monotonic_ns() - start_;
    ++outcome_.operations;
    if (operation.blocks > 0) {
      compose_record(buffer_.data(),
                     {plan_.run, files.place_of(operation), number, outcome_.operations, begin,
                      operation.blocks, progress_.witnessed_ns.load(std::memory_order_relaxed),
                      returned_});
    }
    if (auto fault = files.perform(operation, plan_, buffer_.data())) {
      outcome_.failed_at_ns = begin;
      return fault;
    }
    const std::uint64_t end = platform::monotonic_ns() - start_;
    acknowledge(mode, number, operation.blocks);
    outcome_.longest_ns = std::max(outcome_.longest_ns, end - begin);
    return std::nullopt;
  }

  void acknowledge(std::size_t mode, std::uint64_t number, std::uint32_t blocks) {
    returned_[mode] = number;
    outcome_.bytes_written += std::uint64_t{blocks} * kBlockBytes;
    progress_.acknowledged[mode].store(number, std::memory_order_release);
    progress_.bytes.store(outcome_.bytes_written, std::memory_order_relaxed);
    progress_.operations.store(outcome_.operations, std::memory_order_relaxed);
  }

  /** Slows a fast drive down, to spare it needless wear while a person reads the instructions. */
  void keep_pace() {
    const std::uint64_t now = platform::monotonic_ns();
    if (now < next_start_) {
      platform::sleep_ns(next_start_ - now);
    }
    next_start_ = platform::monotonic_ns() + plan_.pace_ns;
  }

  Files& files_;
  const Plan& plan_;
  Progress& progress_;
  RunOutcome& outcome_;
  const Turns turns_;
  ModeNumbers returned_{};
  AlignedBuffer buffer_;
  const std::uint64_t start_;
  std::uint64_t next_start_ = 0;
};

}  // namespace

RunOutcome write_records(Files& files, const Plan& plan, Progress& progress) {
  RunOutcome outcome;
  const std::uint64_t start = platform::monotonic_ns();
  Writer writer(files, plan, progress, outcome);
  outcome.ended_by = writer.run();
  const auto& returned = writer.returned();
  outcome.acknowledged.assign(returned.begin(), returned.begin() + files.size());
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  return outcome;
}

}  // namespace driveproof::power_cut
