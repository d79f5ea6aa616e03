#include "results.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "../databases/commit_variants.h"
#include "../platform/folder.h"
#include "values.h"

namespace driveproof {

namespace {

using platform::CpuTimes;
using power_cut::RecordFound;

std::optional<std::uint64_t> part_of(const std::optional<CpuTimes>& cpu,
                                     std::uint64_t CpuTimes::*member) {
  return cpu ? std::optional(*cpu.*member) : std::nullopt;
}

Napi::Value packed(Napi::Env env, const std::vector<std::uint64_t>& values) {
  Napi::Float64Array result = Napi::Float64Array::New(env, values.size());
  std::transform(values.begin(), values.end(), result.Data(),
                 [](std::uint64_t value) { return static_cast<double>(value); });
  return result;
}

using Convert = Napi::Value(Napi::Env, const std::vector<std::uint64_t>&);

Napi::Value to_js(Napi::Env env, const LatencyCounts& latency,
                  Convert* convert = to_value<std::uint64_t>) {
  return ObjectBuilder(env)
      .set("valuesNs", convert(env, latency.values_ns))
      .set("counts", convert(env, latency.counts))
      .set("minNs", latency.min_ns)
      .set("maxNs", latency.max_ns)
      .set("sumNs", latency.sum_ns);
}

Napi::Value to_js(Napi::Env env, const TimelineCounts& timeline) {
  const auto column = [&](std::uint64_t TimelineWindow::*member) {
    return array(env, timeline.windows,
                 [=](const TimelineWindow& window) { return to_value(env, window.*member); });
  };
  return ObjectBuilder(env)
      .set("windowNs", timeline.window_ns)
      .set("operations", column(&TimelineWindow::operations))
      .set("bytes", column(&TimelineWindow::bytes))
      .set("slowestNs", column(&TimelineWindow::slowest_ns))
      .set("slowestAtNs", column(&TimelineWindow::slowest_at_ns));
}

const char* text_of(EndedBy ended_by) {
  switch (ended_by) {
    case EndedBy::kTime:
      return "time";
    case EndedBy::kBytes:
      return "bytes";
    case EndedBy::kComplete:
      return "complete";
    case EndedBy::kStopped:
      return "stopped";
    case EndedBy::kError:
      break;
  }
  return "error";
}

const char* text_of(TaskKind task) {
  switch (task) {
    case TaskKind::kPreparing:
      return "preparing";
    case TaskKind::kWarmingUp:
      return "warming-up";
    case TaskKind::kMeasuring:
      return "measuring";
    case TaskKind::kDraining:
      return "draining";
    case TaskKind::kVerifying:
      return "verifying";
    case TaskKind::kWriting:
      return "writing";
    case TaskKind::kReading:
      return "reading";
    case TaskKind::kIdle:
      break;
  }
  return "idle";
}

ObjectBuilder builder_of(Napi::Env env, const TaskSnapshot& snapshot) {
  return ObjectBuilder(env)
      .set("task", text_of(snapshot.task))
      .set("operations", snapshot.operations)
      .set("bytes", snapshot.bytes)
      .set("elapsedNs", snapshot.elapsed_ns)
      .set("totalBytes", snapshot.total_bytes);
}

/** Columns of the places in order, and the sectors of those whose record is not whole. */
Napi::Value to_js(Napi::Env env, const power_cut::PlacesFound& found) {
  constexpr std::int64_t kNone = -1;
  const auto column = [&](std::uint64_t RecordFound::*member) {
    return array(env, found.places, [&](const RecordFound& record) {
      return to_value(env, record.whole ? static_cast<std::int64_t>(record.*member) : kNone);
    });
  };
  Napi::Array broken = Napi::Array::New(env);
  for (std::size_t place = 0; place < found.places.size(); ++place) {
    if (!found.places[place].whole) {
      broken.Set(broken.Length(),
                 Napi::Value(ObjectBuilder(env).set("place", place).set(
                     "sectors", found.places[place].sectors)));
    }
  }
  return ObjectBuilder(env)
      .set("missing", found.missing)
      .set("aroundCache", found.around_cache)
      .set("fileBytes", found.file_bytes)
      .set("fault", found.fault)
      .set("numbers", column(&RecordFound::number))
      .set("orders", column(&RecordFound::order))
      .set("elapsedNs", column(&RecordFound::elapsed_ns))
      .set("witnessedNs", column(&RecordFound::witnessed_ns))
      .set("broken", broken);
}

Napi::Value to_js(Napi::Env env, const power_cut::NamedFound& found) {
  const RecordFound& record = found.record;
  return ObjectBuilder(env)
      .set("name", found.name)
      .set("number", record.whole ? std::optional(record.number) : std::nullopt)
      .set("order", record.order)
      .set("elapsedNs", record.elapsed_ns)
      .set("sectors", record.sectors);
}

Napi::Value to_js(Napi::Env env, const std::optional<power_cut::NewestFound>& found,
                  std::size_t modes) {
  if (!found) {
    return env.Null();
  }
  const auto begin = found->returned.begin();
  return ObjectBuilder(env)
      .set("order", found->order)
      .set("elapsedNs", found->elapsed_ns)
      .set("returned",
           std::vector<std::uint64_t>(begin, begin + static_cast<std::ptrdiff_t>(modes)));
}

}  // namespace

Napi::Value to_js(Napi::Env env, const PrepareOutcome& outcome) {
  const auto modes = array(env, outcome.modes, [env](const PreparedMode& mode) {
    return ObjectBuilder(env)
        .set("mode", mode.mode->id)
        .set("systemCall", mode.system_call)
        .set("refusal", mode.refusal);
  });
  return ObjectBuilder(env)
      .set("modes", modes)
      .set("alignmentBytes", outcome.alignment_bytes)
      .set("bytesWritten", outcome.bytes_written)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("named", outcome.named);
}

Napi::Value to_js(Napi::Env env, const MeasureOutcome& outcome) {
  return ObjectBuilder(env)
      .set("warmupBytes", outcome.warmup_bytes)
      .set("operations", outcome.operations)
      .set("bytes", outcome.bytes)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("cpuUserNs", part_of(outcome.cpu, &CpuTimes::user_ns))
      .set("cpuSystemNs", part_of(outcome.cpu, &CpuTimes::system_ns))
      .set("latency", to_js(env, outcome.latency))
      .set("timeline", to_js(env, outcome.timeline))
      .set("endedBy", text_of(outcome.ended_by))
      .set("fault", outcome.fault);
}

Napi::Value to_js(Napi::Env env, const SequentialOutcome& outcome) {
  return ObjectBuilder(env)
      .set("bytes", outcome.bytes)
      .set("writeCalls", outcome.write_calls)
      .set("syncCalls", outcome.sync_calls)
      .set("backgroundSyncCalls", outcome.background_sync_calls)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("settleNs", outcome.settle_ns)
      .set("settleSystemCall", outcome.settle_system_call)
      .set("systemCall", outcome.system_call)
      .set("cpuUserNs", part_of(outcome.cpu, &CpuTimes::user_ns))
      .set("cpuSystemNs", part_of(outcome.cpu, &CpuTimes::system_ns))
      .set("latency", to_js(env, outcome.latency))
      .set("timeline", to_js(env, outcome.timeline))
      .set("endedBy", text_of(outcome.ended_by))
      .set("fault", outcome.fault);
}

Napi::Value to_js(Napi::Env env, const ConcurrentOutcome& outcome) {
  return ObjectBuilder(env)
      .set("warmupReads", outcome.warmup_reads)
      .set("warmupWrites", outcome.warmup_writes)
      .set("reads", outcome.reads)
      .set("writes", outcome.writes)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("threadsNs", outcome.threads_ns)
      .set("systemCall", outcome.system_call)
      .set("latency", to_js(env, outcome.latency))
      .set("timeline", to_js(env, outcome.timeline))
      .set("endedBy", text_of(outcome.ended_by))
      .set("fault", outcome.fault);
}

Napi::Value to_js(Napi::Env env, const RefillOutcome& outcome) {
  return ObjectBuilder(env)
      .set("dropped", outcome.dropped)
      .set("bytesWritten", outcome.bytes_written)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("endedBy", text_of(outcome.ended_by))
      .set("fault", outcome.fault);
}

Napi::Value to_js(Napi::Env env, const DrainOutcome& outcome) {
  return ObjectBuilder(env)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("systemCall", outcome.system_call);
}

Napi::Value to_js(Napi::Env env, const VerifyOutcome& outcome) {
  const auto mismatches = array(env, outcome.mismatches, [env](const Mismatch& mismatch) {
    return ObjectBuilder(env)
        .set("offset", mismatch.offset)
        .set("expected", mismatch.expected)
        .set("found", mismatch.found);
  });
  return ObjectBuilder(env)
      .set("blocksChecked", outcome.blocks_checked)
      .set("aroundCache", outcome.around_cache)
      .set("mismatchCount", outcome.mismatch_count)
      .set("mismatches", mismatches)
      .set("unreadable", outcome.unreadable)
      .set("endedBy", text_of(outcome.ended_by))
      .set("fault", outcome.fault);
}

Napi::Value to_js(Napi::Env env, const Snapshot& snapshot) {
  return builder_of(env, snapshot).set("latency", to_js(env, snapshot.latency, packed));
}

Napi::Value to_js(Napi::Env env, const CommitOutcome& outcome) {
  return ObjectBuilder(env)
      .set("transactions", outcome.transactions)
      .set("records", outcome.records)
      .set("recordsFound", outcome.records_found)
      .set("checkpoints", outcome.checkpoints)
      .set("fileBytes", outcome.file_bytes)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("cpuUserNs", part_of(outcome.cpu, &CpuTimes::user_ns))
      .set("cpuSystemNs", part_of(outcome.cpu, &CpuTimes::system_ns))
      .set("latency", to_js(env, outcome.latency))
      .set("endedBy", text_of(outcome.ended_by))
      .set("fault", outcome.fault);
}

namespace {

const char* text_of(CapacityContent content) {
  switch (content) {
    case CapacityContent::kZeros:
      return "zeros";
    case CapacityContent::kOnes:
      return "ones";
    case CapacityContent::kOtherPlace:
      return "other-place";
    case CapacityContent::kOtherRun:
      return "other-run";
    case CapacityContent::kEarlier:
      return "earlier";
    case CapacityContent::kDamaged:
      return "damaged";
    case CapacityContent::kUnreadable:
      return "unreadable";
    case CapacityContent::kUnknown:
      break;
  }
  return "unknown";
}

const char* text_of(CapacityFull full) {
  switch (full) {
    case CapacityFull::kNoRoom:
      return "no-room";
    case CapacityFull::kNoRoomAtFlush:
      return "no-room-at-flush";
    case CapacityFull::kQuota:
      return "quota";
    case CapacityFull::kFiles:
      return "files";
    case CapacityFull::kNotFull:
      break;
  }
  return nullptr;
}

ObjectBuilder builder_of(Napi::Env env, const CapacityWriteOutcome& outcome) {
  const auto regions = array(env, outcome.regions, [env](const CapacityRegion& region) {
    const bool lost = region.lost_blocks > 0;
    return ObjectBuilder(env)
        .set("bytes", region.bytes)
        .set("elapsedNs", region.elapsed_ns)
        .set("lostBlocks", region.lost_blocks)
        .set("firstLostBlock", lost ? std::optional(region.first_lost_block) : std::nullopt);
  });
  return ObjectBuilder(env)
      .set("bytes", outcome.bytes)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("regionBytes", outcome.region_bytes)
      .set("regions", regions)
      .set("systemCall", outcome.system_call)
      .set("endedBy", outcome.ended_by == EndedBy::kBytes ? "full" : text_of(outcome.ended_by))
      .set("fullBecause", text_of(outcome.full))
      .set("leftBytes", outcome.left_bytes)
      .set("fault", outcome.fault);
}

}  // namespace

Napi::Value to_js(Napi::Env env, const CapacityHashOutcome& outcome) {
  // A JavaScript number would lose the last bits.
  return ObjectBuilder(env)
      .set("hash", outcome.fault ? std::string() : std::to_string(outcome.hash))
      .set("ownBlocks", outcome.own_blocks)
      .set("aroundCache", outcome.around_cache)
      .set("fault", outcome.fault);
}

Napi::Value to_js(Napi::Env env, const CapacityWriteOutcome& outcome) {
  return builder_of(env, outcome);
}

Napi::Value to_js(Napi::Env env, const CapacityReadOutcome& outcome) {
  const auto extents = array(env, outcome.extents, [env](const CapacityExtent& extent) {
    const bool is_other = extent.content == CapacityContent::kOtherPlace;
    return ObjectBuilder(env)
        .set("block", extent.block)
        .set("blocks", extent.blocks)
        .set("content", text_of(extent.content))
        .set("foundBlock", is_other ? std::optional(extent.found_block) : std::nullopt);
  });
  return builder_of(env, outcome)
      .set("aroundCache", outcome.around_cache)
      .set("badBlocks", outcome.bad_blocks)
      .set("damagedBlocks", outcome.damaged_blocks)
      .set("unreadableBlocks", outcome.unreadable_blocks)
      .set("extents", extents);
}

Napi::Value to_js(Napi::Env env, const MeasureTogetherOutcome& outcome) {
  // Times count from the first start: after 105 days a computer's uptime in nanoseconds exceeds
  // JavaScript's exact integers. Writers that ended during a warm-up never started.
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  for (const MeasureOutcome& writer : outcome.writers) {
    first = writer.started_ns == 0 ? first : std::min(first, writer.started_ns);
  }
  const auto since_first = [first](std::uint64_t ns) {
    return ns == 0 ? 0.0 : static_cast<double>(ns - first);
  };
  return array(env, outcome.writers, [&](const MeasureOutcome& writer) -> Napi::Value {
    Napi::Object counts = to_js(env, writer).As<Napi::Object>();
    counts.Set("startNs", since_first(writer.started_ns));
    counts.Set("endNs", since_first(writer.ended_ns));
    return counts;
  });
}

Napi::Value to_js(Napi::Env env, const SaveDocumentsOutcome& outcome) {
  return ObjectBuilder(env)
      .set("documents", outcome.documents)
      .set("bytes", outcome.bytes)
      .set("elapsedNs", outcome.elapsed_ns)
      .set("latency", to_js(env, outcome.latency))
      .set("endedBy", text_of(outcome.ended_by))
      .set("fault", outcome.fault);
}

Napi::Value to_js(Napi::Env env, const power_cut::PrepareOutcome& outcome) {
  const auto modes = array(env, outcome.modes, [env](const power_cut::PreparedMode& mode) {
    return ObjectBuilder(env)
        .set("mode", mode.mode->id)
        .set("systemCall", mode.system_call)
        .set("nameCall", mode.name_call)
        .set("refusal", mode.refusal)
        .set("nameRefusal", mode.name_refusal);
  });
  return ObjectBuilder(env)
      .set("modes", modes)
      .set("bytesWritten", outcome.bytes_written)
      .set("elapsedNs", outcome.elapsed_ns);
}

Napi::Value to_js(Napi::Env env, const power_cut::RunOutcome& outcome) {
  return ObjectBuilder(env)
      .set("endedBy", text_of(outcome.ended_by))
      .set("fault", outcome.fault)
      .set("faultyMode", outcome.faulty_mode)
      .set("failedAtNs", outcome.failed_at_ns)
      .set("longestNs", outcome.longest_ns)
      .set("acknowledged", outcome.acknowledged)
      .set("operations", outcome.operations)
      .set("bytesWritten", outcome.bytes_written)
      .set("elapsedNs", outcome.elapsed_ns);
}

Napi::Value to_js(Napi::Env env, const power_cut::ReadBackOutcome& outcome) {
  const auto modes = array(env, outcome.modes, [&](const power_cut::ModeFound& found) {
    const auto names = array(env, found.names, [env](const power_cut::NamedFound& named) {
      return to_js(env, named);
    });
    return ObjectBuilder(env)
        .set("mode", found.mode->id)
        .set("missing", found.missing)
        .set("fault", found.fault)
        .set("slots", to_js(env, found.slots))
        .set("log", to_js(env, found.log))
        .set("names", names)
        .set("newest", to_js(env, found.newest, outcome.modes.size()));
  });
  return ObjectBuilder(env).set("modes", modes).set("faults", outcome.faults);
}

Napi::Value to_js(Napi::Env env, const power_cut::Snapshot& snapshot) {
  return builder_of(env, snapshot)
      .set("acknowledged", snapshot.acknowledged)
      .set("current", snapshot.current);
}

Napi::Value modes_to_js(Napi::Env env) {
  return array(env, platform::modes(), [env](const platform::Mode& mode) {
    return ObjectBuilder(env).set("mode", mode.id).set("systemCall", system_call_text(mode, 0));
  });
}

Napi::Value commit_variants_to_js(Napi::Env env) {
  return array(env, commit_variants(), [env](const CommitVariant& variant) {
    return ObjectBuilder(env)
        .set("database", variant.database)
        .set("variant", variant.variant)
        .set("durableSettings", variant.durable_settings)
        .set("normalSettings", variant.normal_settings.empty()
                                   ? nullptr
                                   : variant.normal_settings.c_str())
        .set("relaxedSettings", variant.relaxed_settings)
        .set("refusal", variant.refusal);
  });
}

Napi::Value document_ways_to_js(Napi::Env env) {
  return array(env, platform::save_ways(), [env](const platform::SaveWay& way) {
    return ObjectBuilder(env).set("way", way.id).set("systemCall", platform::save_text(way));
  });
}

}  // namespace driveproof
