#include "plug_results.h"

#include "values.h"

namespace driveproof {

namespace {

Napi::Number signed_number(Napi::Env env, std::int64_t value) {
  return Napi::Number::New(env, static_cast<double>(value));
}

Napi::Array sectors_to_js(Napi::Env env, const plug::RecordFound& record) {
  return array(env, record.sectors, [env](std::int64_t code) { return signed_number(env, code); });
}

/** Columns of the places in order, and the sectors of those whose record is not whole. */
Napi::Object places_to_js(Napi::Env env, const plug::PlacesFound& found) {
  constexpr std::int64_t kNone = -1;
  const auto column = [&](auto member) {
    return array(env, found.places, [&](const plug::RecordFound& record) {
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
  result.Set("numbers", column(&plug::RecordFound::number));
  result.Set("orders", column(&plug::RecordFound::order));
  result.Set("elapsedNs", column(&plug::RecordFound::elapsed_ns));
  result.Set("witnessedNs", column(&plug::RecordFound::witnessed_ns));
  result.Set("broken", broken);
  return result;
}

Napi::Object named_to_js(Napi::Env env, const plug::NamedFound& found) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("name", found.name);
  result.Set("number",
             found.record.whole ? Napi::Value(number(env, found.record.number)) : env.Null());
  result.Set("order", number(env, found.record.order));
  result.Set("elapsedNs", number(env, found.record.elapsed_ns));
  result.Set("sectors", sectors_to_js(env, found.record));
  return result;
}

Napi::Value newest_to_js(Napi::Env env, const std::optional<plug::NewestFound>& found,
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

const char* text_of(plug::TaskKind task) {
  switch (task) {
    case plug::TaskKind::kPreparing:
      return "preparing";
    case plug::TaskKind::kWriting:
      return "writing";
    case plug::TaskKind::kReading:
      return "reading";
    case plug::TaskKind::kIdle:
      break;
  }
  return "idle";
}

}  // namespace

Napi::Value to_js(Napi::Env env, const plug::PrepareOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("modes", array(env, outcome.modes, [env](const plug::PreparedMode& mode) {
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

Napi::Value to_js(Napi::Env env, const plug::RunOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("endedBy", outcome.ended_by == plug::EndedBy::kError ? "error" : "stopped");
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

Napi::Value to_js(Napi::Env env, const plug::ReadBackOutcome& outcome) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("modes", array(env, outcome.modes, [&](const plug::ModeFound& found) {
               Napi::Object item = Napi::Object::New(env);
               item.Set("mode", found.mode->id);
               item.Set("missing", Napi::Boolean::New(env, found.missing));
               item.Set("fault", fault_or_null(env, found.fault));
               item.Set("slots", places_to_js(env, found.slots));
               item.Set("log", places_to_js(env, found.log));
               item.Set("names", array(env, found.names, [env](const plug::NamedFound& named) {
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

Napi::Value to_js(Napi::Env env, const plug::Snapshot& snapshot) {
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
