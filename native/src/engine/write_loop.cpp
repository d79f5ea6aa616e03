#include "file_work.h"

#include <algorithm>

#include "cached_write_loop.h"
#include "cpu_meter.h"
#include "random.h"

namespace driveproof {

namespace {

/**
 * Waits until the next operation of a paced run is due. Polls the clock at the end, because a
 * sleeping thread wakes too late by about the time of a fast write.
 */
void wait_until(std::uint64_t due_ns, const Progress& progress) {
  constexpr std::uint64_t kAwakeNs = 200'000;
  constexpr std::uint64_t kLongestSleepNs = 20'000'000;  // between two checks of the stop flag
  for (std::uint64_t now = platform::monotonic_ns(); now < due_ns && !progress.is_stopping();
       now = platform::monotonic_ns()) {
    if (due_ns - now > kAwakeNs) {
      platform::sleep_ns(std::min(due_ns - now - kAwakeNs, kLongestSleepNs));
    }
  }
}

/**
 * A template: a mode without flushes or pauses has no code for them. False after a failed write.
 */
template <bool kFlushes, bool kPaced>
bool run(TestFile& file, const ModeOnFile& mode, const MeasureRequest& request, Random random,
         Progress& progress, MeasureOutcome& outcome) {
  const platform::Handle handle = file.handle_of(mode);
  [[maybe_unused]] const platform::Flush* const flush = mode.mode->flush;
  const std::uint32_t block_count = file.block_count();
  const std::uint64_t block_bytes = file.block_bytes();
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
  bool is_written = true;

  const std::uint64_t start = platform::monotonic_ns();
  const std::uint64_t deadline = start + request.duration_ns;
  std::uint64_t previous = start;
  progress.started_ns.store(start, std::memory_order_relaxed);
  progress.timeline.begin(start);
  for (;;) {
    if constexpr (kPaced) {
      // Operations due at fixed times count from when they were due, so that those delayed by a
      // slow one count as slow, too ("coordinated omission"). An operation after a rest was not
      // delayed and counts from its start.
      const bool rests = request.idle_ns != 0;
      const std::uint64_t due =
          rests ? previous + request.idle_ns : start + operations * request.pace_ns;
      if (due >= deadline) {
        outcome.ended_by = EndedBy::kTime;
        previous = rests ? previous : due;
        break;
      }
      wait_until(due, progress);
      previous = rests ? platform::monotonic_ns() : due;
    }
    if (progress.is_stopping()) [[unlikely]] {
      outcome.ended_by = EndedBy::kStopped;
      break;
    }
    const std::uint32_t block = random.below(block_count);
    if (!(is_written = file.rewrite_unnoted(handle, file.plan_rewrite(block, 1)))) [[unlikely]] {
      outcome.ended_by = EndedBy::kError;
      outcome.fault = file.last_error();
      // The fault's offset is where the failed write stopped; its bytes up to that offset count.
      bytes += *outcome.fault->offset - block * block_bytes;
      break;
    }
    if constexpr (kFlushes) {
      if (const std::int64_t error = flush->call(handle)) [[unlikely]] {
        outcome.ended_by = EndedBy::kError;
        outcome.fault = platform::describe(flush->syscall, error, block * block_bytes);
        bytes += block_bytes;
        break;
      }
    }
    const std::uint64_t now = platform::monotonic_ns();
    progress.latency.record(now - previous);
    progress.timeline.record(now, now - previous, operations, bytes);
    previous = now;
    ++operations;
    bytes += block_bytes;
    progress.operations.store(operations, std::memory_order_relaxed);
    progress.bytes.store(bytes, std::memory_order_relaxed);
    if (now >= deadline) {
      outcome.ended_by = EndedBy::kTime;
      break;
    }
    if (bytes >= request.max_bytes) {
      outcome.ended_by = EndedBy::kBytes;
      break;
    }
  }
  outcome.operations = operations;
  outcome.bytes = bytes;
  outcome.elapsed_ns = previous - start;
  outcome.started_ns = start;
  outcome.ended_ns = previous;
  outcome.timeline = progress.timeline.finish(previous, operations, bytes);
  return is_written;
}

using Loop = decltype(&run<false, false>);

Loop loop_for(const ModeOnFile& mode, const MeasureRequest& request) {
  const bool paced = request.pace_ns != 0 || request.idle_ns != 0;
  if (mode.mode->flush != nullptr) {
    return paced ? run<true, true> : run<true, false>;
  }
  return paced ? run<false, true> : run<false, false>;
}

MeasureRequest warmup_part(MeasureRequest request) {
  request.duration_ns = request.warmup_ns;
  return request;
}

}  // namespace

MeasureOutcome measure(TestFile& file, const ModeOnFile& mode, const MeasureRequest& request,
                       std::uint64_t order_seed, const std::optional<CycleCounter>& counter,
                       Progress& progress) {
  const bool is_cached = mode.mode->flush == nullptr && !mode.own_handle.is_open();
  const bool in_batches = is_cached && request.pace_ns == 0 && request.idle_ns == 0;
  // Checks before each round whether the cycle counter can be used, because the kernel may stop
  // trusting it at any time.
  const auto trusted = in_batches && platform::clock_counts_cycles() ? counter : std::nullopt;
  const auto write = [&](const MeasureRequest& part, Random order, MeasureOutcome& written) {
    return in_batches ? rewrite_in_batches(file, part, order, trusted, progress, written)
                      : loop_for(mode, part)(file, mode, part, order, progress, written);
  };
  const Random warmup_order(mix64(order_seed));
  const Random order(order_seed);
  const std::uint64_t before_warmup = file.sequence();
  std::uint64_t before_counted = before_warmup;
  bool is_warm = true;
  bool is_written = true;
  MeasureOutcome outcome;
  // Warm-up and counted part share one thread, and so its CPU caches.
  platform::run_timed(file.handle_of(mode), [&] {
    if (request.warmup_ns != 0) {
      progress.begin(TaskKind::kWarmingUp, request.max_bytes);
      MeasureOutcome warmup;
      is_warm = write(warmup_part(request), warmup_order, warmup);
      before_counted = file.sequence();
      outcome.warmup_bytes = warmup.bytes;
      if (warmup.ended_by == EndedBy::kStopped || !is_warm) {
        outcome.ended_by = warmup.ended_by;
        outcome.fault = warmup.fault;
        return;
      }
    }
    progress.begin(TaskKind::kMeasuring, request.max_bytes);
    const CpuMeter cpu;
    is_written = write(request, order, outcome);
    outcome.cpu = cpu.used_in(outcome.elapsed_ns);
    outcome.latency = progress.latency.read();
  });
  file.note_rewrites(warmup_order, before_warmup, before_counted, !is_warm);
  file.note_rewrites(order, before_counted, file.sequence(), !is_written);
  return outcome;
}

}  // namespace driveproof
