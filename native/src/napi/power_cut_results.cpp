#include "power_cut_results.h"

#include "values.h"

namespace driveproof {

namespace {

Napi::Number signed_number(Napi::Env env, std::int64_t value) {
  return Napi::Number::New(env, static_cast<double>(value));
}

Napi::Array sectors_to_js(Napi::Env env, const power_cut::RecordFound& record) {
  return array(env, record.sectors, [env](std::int64_t code) { return signed_number(env, code); });
}

/** Columns of the places in order, and the sectors of those whose record is not whole. */
Napi::Object places_to_js(Napi::Env env, const power_cut::PlacesFound& found) {
  constexpr std::int64_t kNone = -1;
  const auto column = [&](auto member) {
    return array(env, found.places, [&](const power_cut::RecordFound& record) {
      return signed_number(env, record.whole ? static_cast<std::int64_t>(record.*member) : kNone);
    });
  };
  Napi::Array broken = Napi::Array::New(env);
  for (std::size_t place = 0; place < found.places.size(); ++place) {
    if (!found.places[place].whole) {
      Napi::Object item = Napi::Object::New(env);
      item.Set("place", number(env, place));
      item.Set("sectors", sectors_to_js(env, found.places[place]));
      broken.Set(broken.Length(), item);
    }
  }
  Napi::Object result = Napi::Object::New(env);
  result.Set("missing", Napi::Boolean::New(env, found.missing));
  result.Set("aroundCache", Napi::Boolean::New(env, found.around_cache));
  result.Set("fileBytes", number(env, found.file_bytes));
  result.Set("fault", fault_or_null(env, found.fault));
  result.Set("numbers", column(&power_cut::RecordFound::number));
  result.Set("orders", column(&power_cut::RecordFound::order));
  result.Set("elapsedNs", column(&power_cut::RecordFound::elapsed_ns));
  result.Set("witnessedNs", column(&power_cut::RecordFound::witnessed_ns));
  result.Set("broken", broken);
  return result;
}

Napi::Object named_to_js(Napi::Env env, const power_cut::NamedFound& found) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("name", found.name);
  result.Set("number",
             found.record.whole ? Napi::Value(number(env, found.record.number)) : env.Null());
  result.Set("order", number(env, found.record.order));
  result.Set("elapsedNs", number(env, found.record.elapsed_ns));
  result.Set("sectors", sectors_to_js(env, found.record));
  return result;
}

Napi::Value newest_to_js(Napi::Env env, const std::optional<power_cut::NewestFound>& found,
                         std::size_t modes) {
  if (!found) {
    return env.Null();
  }
  const auto begin = found->returned.begin();
  const std::vector<std::uint64_t> returned(begin, begin + static_cast<std::ptrdiff_t>(modes));
  Napi::Object result = Napi::Object::New(env);
  result.Set("order", number(env, found->order));
  result.Set("elapsedNs", number(env, found->elapsed_ns));
  result.Set("returned",
             array(env, returned, [env](std::uint64_t value) { return number(env, value); }));
  return result;
}

const char* text_of(power_cut::TaskKind task) {
  switch (task) {
    case power_cut::TaskKind::kPreparing:
      return "preparing";
    case power_cut::TaskKind::kWriting:
      return "writing";
    case power_cut::TaskKind::kReading:
      return "reading";
    case power_cut::TaskKind::kIdle:
      break;
  }
  return "idle";
}

}  // namespace

Napi::Value to_js(Napi::Env env, const power_cut::PrepareOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("modes", array(env, outcome.modes, [env](const power_cut::PreparedMode& mode) {
               Napi::Object item = Napi::Object::New(env);
               item.Set("mode", mode.mode->id);
               item.Set("systemCall", mode.system_call);
               item.Set("nameCall", mode.name_call);
               item.Set("refusal", fault_or_null(env, mode.refusal));
               item.Set("nameRefusal", fault_or_null(env, mode.name_refusal));
               return item;
             }));
  result.Set("bytesWritten", number(env, outcome.bytes_written));
  result.Set("elapsedNs", number(env, outcome.elapsed_ns));
  return result;
}

Napi::Value to_js(Napi::Env env, const power_cut::RunOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("endedBy", outcome.ended_by == power_cut::EndedBy::kError ? "error" : "stopped");
  result.Set("fault", fault_or_null(env, outcome.fault));
  result.Set("faultyMode",
             outcome.faulty_mode ? Napi::Value(number(env, *outcome.faulty_mode)) : env.Null());
  result.Set("failedAtNs",
             outcome.failed_at_ns ? Napi::Value(number(env, *outcome.failed_at_ns)) : env.Null());
  result.Set("longestNs", number(env, outcome.longest_ns));
  result.Set("acknowledged", array(env, outcome.acknowledged,
                                   [env](std::uint64_t value) { return number(env, value); }));
  result.Set("operations", number(env, outcome.operations));
  result.Set("bytesWritten", number(env, outcome.bytes_written));
  result.Set("elapsedNs", number(env, outcome.elapsed_ns));
  return result;
}

Napi::Value to_js(Napi::Env env, const power_cut::ReadBackOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("modes", array(env, outcome.modes, [&](const power_cut::ModeFound& found) {
               Napi::Object item = Napi::Object::New(env);
               item.Set("mode", found.mode->id);
               item.Set("missing", Napi::Boolean::New(env, found.missing));
               item.Set("fault", fault_or_null(env, found.fault));
               item.Set("slots", places_to_js(env, found.slots));
               item.Set("log", places_to_js(env, found.log));
               item.Set("names", array(env, found.names, [env](const power_cut::NamedFound& named) {
                          return named_to_js(env, named);
                        }));
               item.Set("newest", newest_to_js(env, found.newest, outcome.modes.size()));
               return item;
             }));
  result.Set("faults", array(env, outcome.faults, [env](const Fault& fault) {
               return Napi::Value(fault_or_null(env, fault));
             }));
  return result;
}

Napi::Value to_js(Napi::Env env, const power_cut::Snapshot& snapshot) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("task", text_of(snapshot.task));
  result.Set("acknowledged", array(env, snapshot.acknowledged,
                                   [env](std::uint64_t value) { return number(env, value); }));
  result.Set("current", number(env, snapshot.current));
  result.Set("operations", number(env, snapshot.operations));
  result.Set("bytes", number(env, snapshot.bytes));
  result.Set("totalBytes", number(env, snapshot.total_bytes));
  result.Set("elapsedNs", number(env, snapshot.elapsed_ns));
  return result;
}

}  // namespace driveproof
