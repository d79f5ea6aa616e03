#pragma once

#include "../engine/progress.h"
#include "../engine/tasks.h"
#include "values.h"

namespace driveproof {

// What the results of several sessions have in common.

NAMES(EndedBy, kError, "time", "bytes", "complete", "full", "stopped", "error");
NAMES(TaskKind, kReading, "idle", "preparing", "warming-up", "measuring", "draining", "verifying",
      "writing", "reading");
DESCRIBE(LatencyCounts, FIELDS(it.values_ns, it.counts, it.min_ns, it.max_ns, it.sum_ns));

/** NativeLatencySoFar of native/index.ts, which also says why it has typed arrays. */
struct LatencySoFar {
  const LatencyCounts& of;
};
DESCRIBE(LatencySoFar,
         Field("valuesNs", [](const auto& latency) { return Packed{latency.of.values_ns}; }),
         Field("counts", [](const auto& latency) { return Packed{latency.of.counts}; }),
         FIELDS(it.of.min_ns, it.of.max_ns, it.of.sum_ns));
DESCRIBE(TaskSnapshot, FIELDS(it.task, it.operations, it.bytes, it.elapsed_ns, it.total_bytes));
DESCRIBE(Snapshot, INLINED(static_cast<const TaskSnapshot&>(it)),
         Field("latency", [](const auto& snapshot) { return LatencySoFar{snapshot.latency}; }));

/** One property of all windows of a timeline, in order. */
template <auto kMember>
auto column(const TimelineCounts& timeline) {
  return std::views::transform(timeline.windows, kMember);
}

DESCRIBE(TimelineCounts, FIELDS(it.window_ns),
         Field("operations", column<&TimelineWindow::operations>),
         Field("bytes", column<&TimelineWindow::bytes>),
         Field("slowestNs", column<&TimelineWindow::slowest_ns>),
         Field("slowestAtNs", column<&TimelineWindow::slowest_at_ns>));
DESCRIBE(platform::CpuTimes, Field("cpuUserNs", &platform::CpuTimes::user_ns),
         Field("cpuSystemNs", &platform::CpuTimes::system_ns));

inline constexpr auto kModeId = [](const auto& of_mode) { return of_mode.mode->id; };

}  // namespace driveproof
