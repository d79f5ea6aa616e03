#include "progress.h"

#include "../platform/platform.h"

namespace driveproof {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

void Progress::begin(TaskKind kind, std::uint64_t total) {
  operations.store(0, kRelaxed);
  bytes.store(0, kRelaxed);
  total_bytes.store(total, kRelaxed);
  latency.clear();
  started_ns.store(platform::monotonic_ns(), kRelaxed);
  ended_ns.store(0, kRelaxed);
  task.store(kind, kRelaxed);
}

void Progress::end() {
  ended_ns.store(platform::monotonic_ns(), kRelaxed);
  task.store(TaskKind::kIdle, kRelaxed);
}

Snapshot Progress::snapshot() const {
  Snapshot snapshot;
  snapshot.task = task.load(kRelaxed);
  snapshot.operations = operations.load(kRelaxed);
  snapshot.bytes = bytes.load(kRelaxed);
  snapshot.total_bytes = total_bytes.load(kRelaxed);
  const std::uint64_t started = started_ns.load(kRelaxed);
  const std::uint64_t ended = ended_ns.load(kRelaxed);
  const std::uint64_t until = ended != 0 || started == 0 ? ended : platform::monotonic_ns();
  snapshot.elapsed_ns = until > started ? until - started : 0;
  snapshot.latency = latency.read();
  return snapshot;
}

}  // namespace driveproof
