#include "results.h"

namespace driveproof {

namespace {

Napi::Number number(Napi::Env env, std::uint64_t value) {
  return Napi::Number::New(env, static_cast<double>(value));
}

template <typename Items, typename Convert>
Napi::Array array(Napi::Env env, const Items& items, Convert convert) {
  Napi::Array result = Napi::Array::New(env, items.size());
  std::uint32_t index = 0;
  for (const auto& item : items) {
    result.Set(index++, convert(item));
  }
  return result;
}

void set_fault(Napi::Env env, Napi::Object target, const Fault& fault) {
  target.Set("code", fault.code);
  target.Set("syscall", fault.syscall);
  target.Set("osCode", Napi::Number::New(env, static_cast<double>(fault.os_code)));
  target.Set("message", fault.message);
  target.Set("offset", fault.offset ? Napi::Value(number(env, *fault.offset)) : env.Null());
}

Napi::Value fault_or_null(Napi::Env env, const std::optional<Fault>& fault) {
  if (!fault) {
    return env.Null();
  }
  Napi::Object result = Napi::Object::New(env);
  set_fault(env, result, *fault);
  return result;
}

Napi::Object to_js(Napi::Env env, const LatencyCounts& latency) {
  const auto convert = [env](std::uint64_t value) { return number(env, value); };
  Napi::Object result = Napi::Object::New(env);
  result.Set("valuesNs", array(env, latency.values_ns, convert));
  result.Set("counts", array(env, latency.counts, convert));
  result.Set("minNs", number(env, latency.min_ns));
  result.Set("maxNs", number(env, latency.max_ns));
  result.Set("sumNs", number(env, latency.sum_ns));
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
  result.Set("operations", number(env, outcome.operations));
  result.Set("bytes", number(env, outcome.bytes));
  result.Set("elapsedNs", number(env, outcome.elapsed_ns));
  result.Set("cpuUserNs", number(env, outcome.cpu.user_ns));
  result.Set("cpuSystemNs", number(env, outcome.cpu.system_ns));
  result.Set("latency", to_js(env, outcome.latency));
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
  result.Set("settleNs", number(env, outcome.settle_ns));
  result.Set("settleSystemCall", outcome.settle_system_call);
  result.Set("cpuUserNs", number(env, outcome.cpu.user_ns));
  result.Set("cpuSystemNs", number(env, outcome.cpu.system_ns));
  result.Set("latency", to_js(env, outcome.latency));
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
  result.Set("latency", to_js(env, snapshot.latency));
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

Napi::Error fault_error(Napi::Env env, const Fault& fault) {
  Napi::Error error = Napi::Error::New(env, fault.message);
  set_fault(env, error.Value(), fault);
  return error;
}

Napi::Error coded_error(Napi::Env env, const char* code, const std::string& message) {
  Napi::Error error = Napi::Error::New(env, message);
  error.Value().Set("code", code);
  return error;
}

Napi::Error invalid_argument(Napi::Env env, const std::string& message) {
  Napi::TypeError error = Napi::TypeError::New(env, message);
  error.Value().Set("code", "ERR_INVALID_ARG");
  return error;
}

}  // namespace driveproof
