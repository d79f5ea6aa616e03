#pragma once

#include <atomic>
#include <cstdint>

#include "histogram.h"
#include "timeline.h"

namespace driveproof {

enum class TaskKind : std::uint8_t {
  kIdle,
  kPreparing,
  kWarmingUp,
  kMeasuring,
  kDraining,
  kVerifying,
};

/** What the engine was doing when someone looked. */
struct Snapshot {
  TaskKind task = TaskKind::kIdle;
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
  std::uint64_t elapsed_ns = 0;
  std::uint64_t total_bytes = 0;
  LatencyCounts latency;
};

/**
 * What the engine is doing, written by the one thread that works at that moment and readable from
 * any thread at any time. The parts are not read as one: a reader may see an operation's bytes
 * before its count.
 */
struct Progress {
  std::atomic<TaskKind> task{TaskKind::kIdle};
  std::atomic<std::uint64_t> operations{0};
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> total_bytes{0};
  std::atomic<std::uint64_t> started_ns{0};
  std::atomic<std::uint64_t> ended_ns{0};  // 0 while the task runs
  Histogram latency;
  Timeline timeline;  // of the working thread alone

  /** Asked by any thread, seen by the task at its next step; cleared when a task is handed in. */
  std::atomic<bool> stop{false};

  bool is_stopping() const { return stop.load(std::memory_order_relaxed); }

  /** Worker only: everything starts from zero. */
  void begin(TaskKind kind, std::uint64_t total);

  /** Worker only. */
  void end();

  /** Any thread. */
  Snapshot snapshot() const;

  void add_bytes(std::uint64_t count) {
    bytes.store(bytes.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
};

}  // namespace driveproof
