#include "cached_write_loop.h"

#include <algorithm>
#include <array>
#include <span>

namespace driveproof {

namespace {

constexpr std::size_t kBatch = 64;

// A batch ends after this time, in nanoseconds, so that progress is reported even if writes wait
// for the drive.
constexpr std::uint64_t kLongestBatchNs = 1'000'000;

/** Consecutive writes, prepared before they are timed, and their times. */
template <class Clock>
class Batch {
 public:
  Batch(TestFile& file, Random random, Clock clock)
      : file_(file), handle_(file.main_handle()), random_(random), clock_(clock) {}

  /** Plans new writes if all planned ones are done. Returns how many writes can be made now. */
  std::size_t make_ready() {
    if (next_ == kBatch) {
      for (std::size_t index = 0; index < kBatch; ++index) {
        planned_[index] = file_.plan_rewrite(random_.below(file_.block_count()), index + 1);
      }
      next_ = 0;
    }
    return kBatch - next_;
  }

  /** Makes `count` writes, fewer after `longest_ns` or a stop. False if a write failed. */
  bool write(std::size_t count, std::uint64_t longest_ns, const Progress& progress) {
    const auto longest =
        static_cast<std::uint64_t>(static_cast<double>(longest_ns) / clock_.ns_per_tick);
    std::size_t done = 0;
    bool is_written = true;
    const std::uint64_t before_ns = platform::monotonic_ns();
    readings_[0] = Clock::read();
    do {
      if (!(is_written = file_.rewrite_unnoted(handle_, planned_[next_ + done]))) [[unlikely]] {
        break;
      }
      ++done;
      readings_[done] = Clock::read();
    } while (done < count && readings_[done] - readings_[0] < longest && !progress.is_stopping());
    const std::uint64_t bracket_ns = platform::monotonic_ns() - before_ns;
    next_ += done;
    written_ = done;
    to_elapsed_ns(std::span(readings_).first(done + 1), clock_.ns_per_tick, bracket_ns);
    return is_written;
  }

  /** Times of the last write(): 0 for its start, then the end of each operation. */
  std::span<const std::uint64_t> times_ns() const {
    return std::span(readings_).first(written_ + 1);
  }

  std::uint64_t next_block() const { return planned_[next_].block; }

 private:
  TestFile& file_;
  platform::Handle handle_;
  Random random_;
  Clock clock_;
  std::array<BlockContent::PlannedWrite, kBatch> planned_;
  std::size_t next_ = kBatch;
  std::array<std::uint64_t, kBatch + 1> readings_;
  std::size_t written_ = 0;
};

void count_operations(std::span<const std::uint64_t> times_ns, std::uint64_t started_ns,
                      std::uint64_t block_bytes, Progress& progress, MeasureOutcome& outcome) {
  for (std::size_t index = 1; index < times_ns.size(); ++index) {
    const std::uint64_t latency_ns = times_ns[index] - times_ns[index - 1];
    const std::uint64_t now_ns = started_ns + outcome.elapsed_ns + times_ns[index];
    progress.latency.record(latency_ns);
    progress.timeline.record(now_ns, latency_ns, outcome.operations, outcome.bytes);
    ++outcome.operations;
    outcome.bytes += block_bytes;
  }
  outcome.elapsed_ns += times_ns.back();
  progress.operations.store(outcome.operations, std::memory_order_relaxed);
  progress.bytes.store(outcome.bytes, std::memory_order_relaxed);
}

template <class Clock>
bool run(Batch<Clock> batch, const MeasureRequest& request, const TestFile& file,
         Progress& progress, MeasureOutcome& outcome) {
  const std::uint64_t block_bytes = file.block_bytes();
  const std::uint64_t started_ns = platform::monotonic_ns();
  progress.timeline.begin(started_ns);
  for (;;) {
    if (progress.is_stopping()) {
      outcome.ended_by = EndedBy::kStopped;
      break;
    }
    const std::uint64_t bytes_left = request.max_bytes - std::min(outcome.bytes, request.max_bytes);
    const std::size_t count = std::min<std::uint64_t>(
        batch.make_ready(), (bytes_left + block_bytes - 1) / block_bytes);
    // Moves the start of the progress past the pauses between batches, which would lower its rates.
    progress.started_ns.store(platform::monotonic_ns() - outcome.elapsed_ns,
                              std::memory_order_relaxed);
    const bool is_written = batch.write(
        count, std::min(kLongestBatchNs, request.duration_ns - outcome.elapsed_ns), progress);
    count_operations(batch.times_ns(), started_ns, block_bytes, progress, outcome);
    if (!is_written) {
      outcome.ended_by = EndedBy::kError;
      outcome.fault = file.last_error();
      // The fault's offset is where the failed write stopped; its bytes up to that offset count.
      outcome.bytes += *outcome.fault->offset - batch.next_block() * block_bytes;
      break;
    }
    if (outcome.elapsed_ns >= request.duration_ns) {
      outcome.ended_by = EndedBy::kTime;
      break;
    }
    if (outcome.bytes >= request.max_bytes) {
      outcome.ended_by = EndedBy::kBytes;
      break;
    }
  }
  outcome.started_ns = started_ns;
  outcome.ended_ns = platform::monotonic_ns();
  outcome.timeline = progress.timeline.finish(started_ns + outcome.elapsed_ns, outcome.operations,
                                              outcome.bytes);
  return outcome.ended_by != EndedBy::kError;
}

}  // namespace

bool rewrite_in_batches(TestFile& file, const MeasureRequest& request, Random random,
                        const std::optional<CycleCounter>& counter, Progress& progress,
                        MeasureOutcome& outcome) {
  const auto with = [&](auto clock) {
    return run(Batch(file, random, clock), request, file, progress, outcome);
  };
  return counter ? with(*counter) : with(MonotonicClock{});
}

}  // namespace driveproof
