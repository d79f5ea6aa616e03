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
  kWriting,
  kReading,
};

struct TaskSnapshot {
  TaskKind task = TaskKind::kIdle;
  std::uint64_t elapsed_ns = 0;
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
  std::uint64_t total_bytes = 0;
};

/**
 * What a session is doing, written by the one working thread and readable from any thread. The
 * members are not read as one unit: a reader may see an operation's bytes before its count.
 */
struct TaskProgress {
  std::atomic<TaskKind> task{TaskKind::kIdle};
  std::atomic<std::uint64_t> operations{0};
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> total_bytes{0};
  std::atomic<std::uint64_t> started_ns{0};
  std::atomic<std::uint64_t> ended_ns{0};  // end of the task; 0 while it runs

  /**
   * Set by any thread; the task sees it at its next check for a stop. Cleared when a task is handed
   * in.
   */
  std::atomic<bool> stop{false};

  bool is_stopping() const { return stop.load(std::memory_order_relaxed); }

  /** Called on the working thread only. */
  void begin(TaskKind kind, std::uint64_t total);

  /** Called on the working thread only. */
  void end();

  /** Called on any thread. Reads the time before the counters. */
  TaskSnapshot read() const;

  /** Called on the working thread only. */
  void add_bytes(std::uint64_t count) {
    bytes.store(bytes.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
};

struct Snapshot : TaskSnapshot {
  LatencyCounts latency;
};

/** The progress of a task that times operations. */
struct Progress : TaskProgress {
  Histogram latency;
  Timeline timeline;  // used by the working thread only

  /** Called on the working thread only. */
  void begin(TaskKind kind, std::uint64_t total) {
    latency.clear();
    TaskProgress::begin(kind, total);
  }

  /** Called on any thread. */
  Snapshot snapshot() const { return {read(), latency.read()}; }
};

}  // namespace driveproof
