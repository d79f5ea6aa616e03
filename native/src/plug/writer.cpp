#include "writer.h"

#include <chrono>
#include <thread>

#include "../engine/aligned_buffer.h"

namespace driveproof::plug {

namespace {

class Writer {
 public:
  Writer(Files& files, const Plan& plan, Progress& progress, RunOutcome& outcome)
      : files_(files),
        plan_(plan),
        progress_(progress),
        outcome_(outcome),
        buffer_(plan.slot_bytes(), kBlockBytes),
        start_(platform::monotonic_ns()) {
    outcome_.acknowledged.assign(files.size(), 0);
  }

  EndedBy run() {
    if (!buffer_) {
      outcome_.fault = Fault{"ENOMEM", "malloc", 0, "not enough memory for the records", {}};
      return EndedBy::kError;
    }
    for (std::size_t turn = 0; !progress_.is_stopping(); turn = (turn + 1) % files_.size()) {
      if (files_[turn]->refusal()) {
        continue;
      }
      progress_.current.store(turn, std::memory_order_relaxed);
      if ((outcome_.fault = take_turn(turn))) {
        outcome_.faulty_mode = turn;
        return EndedBy::kError;
      }
    }
    return EndedBy::kStopped;
  }

 private:
  std::optional<Fault> take_turn(std::size_t turn) {
    const std::uint64_t deadline = platform::monotonic_ns() + plan_.turn_ns;
    for (std::uint64_t count = 0; count < plan_.turn_operations; ++count) {
      keep_pace();
      if (progress_.is_stopping()) {
        return std::nullopt;
      }
      if (auto fault = perform_next(turn)) {
        return fault;
      }
      if (platform::monotonic_ns() >= deadline) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::optional<Fault> perform_next(std::size_t turn) {
    ModeFiles& files = *files_[turn];
    const std::uint64_t number = outcome_.acknowledged[turn] + 1;
    const Operation operation = operation_of(plan_, !files.name_refusal(), number);
    ++outcome_.operations;
    if (operation.blocks > 0) {
      const Record record{plan_.run, files.place_of(operation), number, outcome_.operations,
                          platform::monotonic_ns() - start_, operation.blocks};
      compose_record(buffer_.data(), record);
    }
    if (auto fault = files.perform(operation, plan_, buffer_.data())) {
      return fault;
    }
    outcome_.acknowledged[turn] = number;
    outcome_.bytes_written += std::uint64_t{operation.blocks} * kBlockBytes;
    progress_.acknowledged[turn].store(number, std::memory_order_release);
    progress_.bytes.store(outcome_.bytes_written, std::memory_order_relaxed);
    progress_.operations.store(outcome_.operations, std::memory_order_relaxed);
    return std::nullopt;
  }

  /** Holds a fast drive back, which would otherwise be worn for nothing while a person reads. */
  void keep_pace() {
    const std::uint64_t now = platform::monotonic_ns();
    if (now < next_start_) {
      std::this_thread::sleep_for(std::chrono::nanoseconds(next_start_ - now));
    }
    next_start_ = platform::monotonic_ns() + plan_.pace_ns;
  }

  Files& files_;
  const Plan& plan_;
  Progress& progress_;
  RunOutcome& outcome_;
  AlignedBuffer buffer_;
  const std::uint64_t start_;
  std::uint64_t next_start_ = 0;
};

}  // namespace

RunOutcome write_records(Files& files, const Plan& plan, Progress& progress) {
  RunOutcome outcome;
  const std::uint64_t start = platform::monotonic_ns();
  outcome.ended_by = Writer(files, plan, progress, outcome).run();
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  return outcome;
}

}  // namespace driveproof::plug
