#include "progress.h"

#include "../platform/platform.h"

namespace driveproof::power_cut {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

void Progress::begin(TaskKind kind, std::uint64_t total) {
  operations.store(0, kRelaxed);
  bytes.store(0, kRelaxed);
  total_bytes.store(total, kRelaxed);
  witnessed_ns.store(0, kRelaxed);
  started_ns.store(platform::monotonic_ns(), kRelaxed);
  ended_ns.store(0, std::memory_order_release);
  task.store(kind, kRelaxed);
}

void Progress::end() {
  ended_ns.store(platform::monotonic_ns(), std::memory_order_release);
  task.store(TaskKind::kIdle, kRelaxed);
}

void Progress::set_witnessed(std::uint64_t elapsed_ns) {
  std::uint64_t known = witnessed_ns.load(kRelaxed);
  while (known < elapsed_ns && !witnessed_ns.compare_exchange_weak(known, elapsed_ns, kRelaxed)) {
  }
}

Snapshot Progress::snapshot() const {
  Snapshot snapshot;
  snapshot.task = task.load(kRelaxed);
  // Before the numbers: whoever holds them holds everything up to this time.
  const std::uint64_t ended = ended_ns.load(std::memory_order_acquire);
  const std::uint64_t started = started_ns.load(kRelaxed);
  const std::uint64_t until = ended != 0 || started == 0 ? ended : platform::monotonic_ns();
  snapshot.elapsed_ns = until > started ? until - started : 0;
  const std::size_t modes = mode_count.load(std::memory_order_acquire);
  for (std::size_t mode = 0; mode < modes; ++mode) {
    snapshot.acknowledged.push_back(acknowledged[mode].load(std::memory_order_acquire));
  }
  snapshot.current = current.load(kRelaxed);
  snapshot.operations = operations.load(kRelaxed);
  snapshot.bytes = bytes.load(kRelaxed);
  snapshot.total_bytes = total_bytes.load(kRelaxed);
  return snapshot;
}

}  // namespace driveproof::power_cut
