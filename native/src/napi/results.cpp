#include "results.h"

#include <algorithm>
#include <vector>

#include "../databases/commit_variants.h"
#include "values.h"

namespace driveproof {

namespace {

Napi::Value number_or_null(Napi::Env env, const std::optional<std::uint64_t>& value) {
  return value ? Napi::Value(number(env, *value)) : env.Null();
}

Napi::Value plain(Napi::Env env, const std::vector<std::uint64_t>& values) {
  return array(env, values, [env](std::uint64_t value) { return number(env, value); });
}

Napi::Value packed(Napi::Env env, const std::vector<std::uint64_t>& values) {
  Napi::Float64Array result = Napi::Float64Array::New(env, values.size());
  std::transform(values.begin(), values.end(), result.Data(),
                 [](std::uint64_t value) { return static_cast<double>(value); });
  return result;
}

Napi::Object to_js(Napi::Env env, const LatencyCounts& latency,
                   Napi::Value (*numbers)(Napi::Env, const std::vector<std::uint64_t>&) = plain) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("valuesNs", numbers(env, latency.values_ns));
  result.Set("counts", numbers(env, latency.counts));
  result.Set("minNs", number(env, latency.min_ns));
  result.Set("maxNs", number(env, latency.max_ns));
  result.Set("sumNs", number(env, latency.sum_ns));
  return result;
}

Napi::Object to_js(Napi::Env env, const TimelineCounts& timeline) {
  const auto field = [&](std::uint64_t TimelineWindow::*member) {
    return array(env, timeline.windows,
                 [=](const TimelineWindow& window) { return number(env, window.*member); });
  };
  Napi::Object result = Napi::Object::New(env);
  result.Set("windowNs", number(env, timeline.window_ns));
  result.Set("operations", field(&TimelineWindow::operations));
  result.Set("bytes", field(&TimelineWindow::bytes));
  result.Set("slowestNs", field(&TimelineWindow::slowest_ns));
  result.Set("slowestAtNs", field(&TimelineWindow::slowest_at_ns));
  return result;
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
    case TaskKind::kIdle:
      break;
  }
  return "idle";
}

}  // namespace

Napi::Value to_js(Napi::Env env, const PrepareOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("modes", array(env, outcome.modes, [env](const PreparedMode& mode) {
               Napi::Object item = Napi::Object::New(env);
               item.Set("mode", mode.mode->id);
               item.Set("systemCall", mode.system_call);
               item.Set("refusal", fault_or_null(env, mode.refusal));
               return item;
             }));
  result.Set("alignmentBytes", number(env, outcome.alignment_bytes));
  result.Set("bytesWritten", number(env, outcome.bytes_written));
  result.Set("elapsedNs", number(env, outcome.elapsed_ns));
  result.Set("named", Napi::Boolean::New(env, outcome.named));
  return result;
}

Napi::Value to_js(Napi::Env env, const MeasureOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("warmupBytes", number(env, outcome.warmup_bytes));
  result.Set("operations", number(env, outcome.operations));
  result.Set("bytes", number(env, outcome.bytes));
  result.Set("elapsedNs", number(env, outcome.elapsed_ns));
  result.Set("cpuUserNs", number(env, outcome.cpu.user_ns));
  result.Set("cpuSystemNs", number(env, outcome.cpu.system_ns));
  result.Set("latency", to_js(env, outcome.latency));
  result.Set("timeline", to_js(env, outcome.timeline));
  result.Set("endedBy", text_of(outcome.ended_by));
  result.Set("fault", fault_or_null(env, outcome.fault));
  return result;
}

Napi::Value to_js(Napi::Env env, const SequentialOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("bytes", number(env, outcome.bytes));
  result.Set("writeCalls", number(env, outcome.write_calls));
  result.Set("syncCalls", number(env, outcome.sync_calls));
  result.Set("backgroundSyncCalls", number(env, outcome.background_sync_calls));
  result.Set("elapsedNs", number(env, outcome.elapsed_ns));
  result.Set("settleNs", number_or_null(env, outcome.settle_ns));
  result.Set("settleSystemCall", outcome.settle_system_call);
  result.Set("systemCall", outcome.system_call);
  result.Set("cpuUserNs", number(env, outcome.cpu.user_ns));
  result.Set("cpuSystemNs", number(env, outcome.cpu.system_ns));
  result.Set("latency", to_js(env, outcome.latency));
  result.Set("timeline", to_js(env, outcome.timeline));
  result.Set("endedBy", text_of(outcome.ended_by));
  result.Set("fault", fault_or_null(env, outcome.fault));
  return result;
}

Napi::Value to_js(Napi::Env env, const DrainOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("elapsedNs", number(env, outcome.elapsed_ns));
  result.Set("systemCall", outcome.system_call);
  return result;
}

Napi::Value to_js(Napi::Env env, const VerifyOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("blocksChecked", number(env, outcome.blocks_checked));
  result.Set("aroundCache", Napi::Boolean::New(env, outcome.around_cache));
  result.Set("mismatchCount", number(env, outcome.mismatch_count));
  result.Set("mismatches", array(env, outcome.mismatches, [env](const Mismatch& mismatch) {
               Napi::Object item = Napi::Object::New(env);
               item.Set("offset", number(env, mismatch.offset));
               item.Set("expected", mismatch.expected);
               item.Set("found", mismatch.found);
               return item;
             }));
  result.Set("unreadable", array(env, outcome.unreadable, [env](std::uint64_t offset) {
               return number(env, offset);
             }));
  result.Set("endedBy", text_of(outcome.ended_by));
  result.Set("fault", fault_or_null(env, outcome.fault));
  return result;
}

Napi::Value to_js(Napi::Env env, const CommitOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("transactions", number(env, outcome.transactions));
  result.Set("records", number(env, outcome.records));
  result.Set("recordsFound", outcome.records_found
                                 ? Napi::Value(number(env, *outcome.records_found))
                                 : env.Null());
  result.Set("fileBytes", number(env, outcome.file_bytes));
  result.Set("elapsedNs", number(env, outcome.elapsed_ns));
  result.Set("cpuUserNs", number(env, outcome.cpu.user_ns));
  result.Set("cpuSystemNs", number(env, outcome.cpu.system_ns));
  result.Set("latency", to_js(env, outcome.latency));
  result.Set("endedBy", text_of(outcome.ended_by));
  result.Set("fault", fault_or_null(env, outcome.fault));
  return result;
}

Napi::Value to_js(Napi::Env env, const Snapshot& snapshot) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("task", text_of(snapshot.task));
  result.Set("operations", number(env, snapshot.operations));
  result.Set("bytes", number(env, snapshot.bytes));
  result.Set("elapsedNs", number(env, snapshot.elapsed_ns));
  result.Set("totalBytes", number(env, snapshot.total_bytes));
  result.Set("latency", to_js(env, snapshot.latency, packed));
  return result;
}

Napi::Value modes_to_js(Napi::Env env) {
  return array(env, platform::modes(), [env](const platform::Mode& mode) {
    Napi::Object item = Napi::Object::New(env);
    item.Set("mode", mode.id);
    item.Set("systemCall", system_call_text(mode, 0));
    return item;
  });
}

Napi::Value commit_variants_to_js(Napi::Env env) {
  return array(env, commit_variants(), [env](const CommitVariant& variant) {
    Napi::Object item = Napi::Object::New(env);
    item.Set("engine", variant.engine);
    item.Set("variant", variant.variant);
    item.Set("durableSettings", variant.durable_settings);
    item.Set("relaxedSettings", variant.relaxed_settings);
    item.Set("refusal", variant.refusal == nullptr
                            ? env.Null()
                            : Napi::Value(Napi::String::New(env, variant.refusal)));
    return item;
  });
}

}  // namespace driveproof
