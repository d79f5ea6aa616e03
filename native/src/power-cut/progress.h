#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "record.h"

namespace driveproof::power_cut {

enum class TaskKind : std::uint8_t { kIdle, kPreparing, kWriting, kReading };

/** What the session was doing when someone looked. */
struct Snapshot {
  TaskKind task = TaskKind::kIdle;
  std::vector<std::uint64_t> acknowledged;  // per prepared mode
  std::size_t current = 0;
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
  std::uint64_t total_bytes = 0;
  std::uint64_t elapsed_ns = 0;
};

/**
 * What the session is doing, written by its one thread and readable from any thread at any time.
 * An acknowledged number is stored only after its flush has returned success, so that a reader may
 * be behind the truth and never ahead of it.
 */
struct Progress {
  std::atomic<TaskKind> task{TaskKind::kIdle};
  std::array<std::atomic<std::uint64_t>, kMostModes> acknowledged{};
  std::atomic<std::size_t> mode_count{0};  // of those, how many were prepared
  std::atomic<std::size_t> current{0};  // the mode whose turn it is
  std::atomic<std::uint64_t> operations{0};
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> total_bytes{0};
  std::atomic<std::uint64_t> started_ns{0};
  std::atomic<std::uint64_t> ended_ns{0};  // 0 while the task runs
  std::atomic<std::uint64_t> witnessed_ns{0};  // the witness holds the task up to this time

  /** Asked by any thread, seen by the task at its next step; cleared when a task is handed in. */
  std::atomic<bool> stop{false};

  bool is_stopping() const { return stop.load(std::memory_order_relaxed); }

  /** Worker only: everything but the acknowledged numbers starts from zero. */
  void begin(TaskKind kind, std::uint64_t total);

  /** Worker only. */
  void end();

  /** Any thread. The latest time wins, in whatever order they come. */
  void set_witnessed(std::uint64_t elapsed_ns);

  /** Any thread. Every number raised before `elapsed_ns` is in it. */
  Snapshot snapshot() const;

  void add_bytes(std::uint64_t count) {
    bytes.store(bytes.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
};

}  // namespace driveproof::power_cut
