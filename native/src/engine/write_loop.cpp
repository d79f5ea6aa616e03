#include "write_loop.h"

#include "random.h"

namespace driveproof {

namespace {

/** Templated so that modes without a flush have no trace of one in their loop. */
template <bool kFlushes>
void run(TestFile& file, const ModeOnFile& mode, const MeasureRequest& request, Random random,
         Progress& progress, MeasureOutcome& outcome) {
  const platform::Handle handle = file.handle_of(mode);
  [[maybe_unused]] const platform::Flush* const flush = mode.mode->flush;
  const std::uint32_t block_count = file.block_count();
  const std::uint64_t block_bytes = file.block_bytes();
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;

  const std::uint64_t start = platform::monotonic_ns();
  const std::uint64_t deadline = start + request.duration_ns;
  std::uint64_t previous = start;
  progress.started_ns.store(start, std::memory_order_relaxed);
  for (;;) {
    if (progress.is_stopping()) [[unlikely]] {
      outcome.ended_by = EndedBy::kStopped;
      break;
    }
    const std::uint32_t block = random.below(block_count);
    if (!file.rewrite(handle, block)) [[unlikely]] {
      outcome.ended_by = EndedBy::kError;
      outcome.fault = file.last_error();
      // Its offset is where the write stopped; what came before that was written.
      bytes += *outcome.fault->offset - block * block_bytes;
      break;
    }
    bytes += block_bytes;
    progress.bytes.store(bytes, std::memory_order_relaxed);
    if constexpr (kFlushes) {
      if (const std::int64_t error = flush->call(handle)) [[unlikely]] {
        outcome.ended_by = EndedBy::kError;
        outcome.fault = platform::describe(flush->syscall, error, block * block_bytes);
        break;
      }
    }
    const std::uint64_t now = platform::monotonic_ns();
    progress.latency.record(now - previous);
    previous = now;
    ++operations;
    progress.operations.store(operations, std::memory_order_relaxed);
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
}

}  // namespace

MeasureOutcome measure(TestFile& file, const ModeOnFile& mode, const MeasureRequest& request,
                       std::uint64_t order_seed, Progress& progress) {
  MeasureOutcome outcome;
  const Random random(order_seed);
  platform::run_timed(file.handle_of(mode), [&] {
    const platform::CpuTimes before = platform::thread_cpu_times();
    if (mode.mode->flush != nullptr) {
      run<true>(file, mode, request, random, progress, outcome);
    } else {
      run<false>(file, mode, request, random, progress, outcome);
    }
    const platform::CpuTimes after = platform::thread_cpu_times();
    outcome.cpu = {after.user_ns - before.user_ns, after.system_ns - before.system_ns};
  });
  outcome.latency = progress.latency.read();
  return outcome;
}

}  // namespace driveproof
