#include "progress.h"

#include "../platform/platform.h"

namespace driveproof {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

void TaskProgress::begin(TaskKind kind, std::uint64_t total) {
  operations.store(0, kRelaxed);
  bytes.store(0, kRelaxed);
  total_bytes.store(total, kRelaxed);
  started_ns.store(platform::monotonic_ns(), kRelaxed);
  ended_ns.store(0, std::memory_order_release);
  task.store(kind, kRelaxed);
}

void TaskProgress::end() {
  ended_ns.store(platform::monotonic_ns(), std::memory_order_release);
  task.store(TaskKind::kIdle, kRelaxed);
}

TaskSnapshot TaskProgress::read() const {
  TaskSnapshot snapshot;
  snapshot.task = task.load(kRelaxed);
  const std::uint64_t ended = ended_ns.load(std::memory_order_acquire);
  const std::uint64_t started = started_ns.load(kRelaxed);
  const std::uint64_t until = ended != 0 || started == 0 ? ended : platform::monotonic_ns();
  snapshot.elapsed_ns = until > started ? until - started : 0;
  snapshot.operations = operations.load(kRelaxed);
  snapshot.bytes = bytes.load(kRelaxed);
  snapshot.total_bytes = total_bytes.load(kRelaxed);
  return snapshot;
}

}  // namespace driveproof
