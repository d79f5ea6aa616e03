#include "cached_write_loop.h"

#include <algorithm>
#include <array>
#include <span>
namespace driveproof {

namespace {

constexpr std::size_t kBatch = 64;

// Where a cached write has to wait for the drive, nobody waits for the rest of its batch: progress
// is told after this time, or after one write.
constexpr std::uint64_t kLongestBatchNs = 1'000'000;

/** Counts the operations that ended at these times since the batch began, the first of which is 0. */
void count_operations(std::span<const std::uint64_t> ends_ns, std::uint64_t started_ns,
                      std::uint64_t block_bytes, Progress& progress, MeasureOutcome& outcome) {
  for (std::size_t index = 1; index < ends_ns.size(); ++index) {
    const std::uint64_t latency_ns = ends_ns[index] - ends_ns[index - 1];
    const std::uint64_t now_ns = started_ns + outcome.elapsed_ns + ends_ns[index];
    progress.latency.record(latency_ns);
    progress.timeline.record(now_ns, latency_ns, outcome.operations, outcome.bytes);
    ++outcome.operations;
    outcome.bytes += block_bytes;
  }
  outcome.elapsed_ns += ends_ns.back();
  progress.operations.store(outcome.operations, std::memory_order_relaxed);
  progress.bytes.store(outcome.bytes, std::memory_order_relaxed);
}

template <class Clock>
bool run(TestFile& file, const MeasureRequest& request, Random random, Clock clock,
         Progress& progress, MeasureOutcome& outcome) {
  const platform::Handle handle = file.main_handle();
  const std::uint64_t block_bytes = file.block_bytes();
  std::array<BlockContent::PlannedWrite, kBatch> planned;
  std::size_t next = kBatch;  // all are used up
  std::array<std::uint64_t, kBatch + 1> readings;

  const std::uint64_t started_ns = platform::monotonic_ns();
  progress.timeline.begin(started_ns);
  for (;;) {
    if (progress.is_stopping()) {
      outcome.ended_by = EndedBy::kStopped;
      break;
    }
    if (next == kBatch) {
      for (std::size_t index = 0; index < kBatch; ++index) {
        planned[index] = file.plan_rewrite(random.below(file.block_count()), index + 1);
      }
      next = 0;
    }
    const std::uint64_t bytes_left = request.max_bytes - std::min(outcome.bytes, request.max_bytes);
    const std::size_t count =
        std::min<std::uint64_t>(kBatch - next, (bytes_left + block_bytes - 1) / block_bytes);
    const std::uint64_t longest_ns =
        std::min(kLongestBatchNs, request.duration_ns - outcome.elapsed_ns);
    const auto longest =
        static_cast<std::uint64_t>(static_cast<double>(longest_ns) / clock.ns_per_tick);

    const std::uint64_t batch_began_ns = platform::monotonic_ns();
    // For those who look the time stands still between batches too.
    progress.started_ns.store(batch_began_ns - outcome.elapsed_ns, std::memory_order_relaxed);
    std::size_t done = 0;
    bool is_written = true;
    readings[0] = Clock::read();
    do {
      if (!(is_written = file.rewrite_unnoted(handle, planned[next + done]))) [[unlikely]] {
        break;
      }
      ++done;
      readings[done] = Clock::read();
    } while (done < count && readings[done] - readings[0] < longest && !progress.is_stopping());
    const std::uint64_t bracket_ns = platform::monotonic_ns() - batch_began_ns;

    const std::span ends = std::span(readings).first(done + 1);
    to_elapsed_ns(ends, clock.ns_per_tick, bracket_ns);
    count_operations(ends, started_ns, block_bytes, progress, outcome);
    next += done;
    if (!is_written) {
      outcome.ended_by = EndedBy::kError;
      outcome.fault = file.last_error();
      // Its offset is where the write stopped; what came before that was written.
      outcome.bytes += *outcome.fault->offset - planned[next].block * block_bytes;
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
  outcome.timeline = progress.timeline.finish(started_ns + outcome.elapsed_ns, outcome.operations,
                                              outcome.bytes);
  return outcome.ended_by != EndedBy::kError;
}

}  // namespace

bool rewrite_in_batches(TestFile& file, const MeasureRequest& request, Random random,
                        const std::optional<CycleCounter>& counter, Progress& progress,
                        MeasureOutcome& outcome) {
  return counter ? run(file, request, random, *counter, progress, outcome)
                 : run(file, request, random, MonotonicClock{}, progress, outcome);
}

}  // namespace driveproof
