#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "../engine/progress.h"
#include "../engine/tasks.h"
#include "values.h"

namespace driveproof {

// What the results of several sessions have in common.

NAMES(EndedBy, kError, "time", "bytes", "complete", "full", "stopped", "error");
NAMES(TaskKind, kReading, "idle", "preparing", "warming-up", "measuring", "draining", "verifying",
      "writing", "reading");
DESCRIBE(LatencyCounts, FIELDS(it.values_ns, it.counts, it.min_ns, it.max_ns, it.sum_ns));

/** NativeLatencySoFar, which says why. */
struct LatencySoFar {
  Packed values_ns;
  Packed counts;
  std::uint64_t min_ns;
  std::uint64_t max_ns;
  std::uint64_t sum_ns;
};

inline LatencySoFar latency_so_far(const Snapshot& snapshot) {
  const LatencyCounts& latency = snapshot.latency;
  return {{latency.values_ns}, {latency.counts}, latency.min_ns, latency.max_ns, latency.sum_ns};
}

DESCRIBE(LatencySoFar, FIELDS(it.values_ns, it.counts, it.min_ns, it.max_ns, it.sum_ns));
DESCRIBE(TaskSnapshot, FIELDS(it.task, it.operations, it.bytes, it.elapsed_ns, it.total_bytes));
DESCRIBE(Snapshot, INLINED(static_cast<const TaskSnapshot&>(it)), field("latency", latency_so_far));

/** One property of the windows. */
template <auto kMember>
std::vector<std::uint64_t> column(const TimelineCounts& timeline) {
  std::vector<std::uint64_t> values;
  for (const TimelineWindow& window : timeline.windows) {
    values.push_back(window.*kMember);
  }
  return values;
}

DESCRIBE(TimelineCounts, FIELDS(it.window_ns),
         field("operations", column<&TimelineWindow::operations>),
         field("bytes", column<&TimelineWindow::bytes>),
         field("slowestNs", column<&TimelineWindow::slowest_ns>),
         field("slowestAtNs", column<&TimelineWindow::slowest_at_ns>));
DESCRIBE(platform::CpuTimes, field("cpuUserNs", &platform::CpuTimes::user_ns),
         field("cpuSystemNs", &platform::CpuTimes::system_ns));

inline constexpr auto kModeId = [](const auto& of_mode) { return of_mode.mode->id; };

/** For an outcome that resolves with undefined. */
inline constexpr auto kNothing = [](const auto&) { return std::monostate(); };

}  // namespace driveproof
