#include "power_cut_arguments.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "../power-cut/record.h"
#include "options.h"

namespace driveproof {

namespace {

constexpr std::uint32_t kMany = 1u << 24;  // places of one kind

/** What both calls take: the folder, the modes and the layout. */
template <typename Request>
std::optional<Request> parse(const Napi::CallbackInfo& info, const char* method) {
  constexpr std::uint32_t kMostBlocks = 16;
  constexpr std::uint64_t kLongest = std::numeric_limits<std::uint32_t>::max();
  Options options(info, method);
  Request request;
  request.folder = options.text("folder");
  request.modes = options.modes("modes");
  power_cut::Plan& plan = request.plan;
  plan.run = options.integer("run", 1);
  plan.slot_count = options.integer_within("slotCount", 2, kMany);
  plan.slot_blocks = options.integer_within("slotBlocks", 1, kMostBlocks);
  plan.slot_stride = options.integer_within("slotStride", 1, kMany);
  plan.append_every = options.integer_within("appendEvery", 2, kMany);
  plan.log_records = options.integer_within("logRecords", 0, kMany);
  plan.names_every = options.integer_within("namesEvery", 4, kMany);
  plan.name_limit = options.integer_within("nameLimit", 0, kMany);
  plan.turn_ns = options.integer("turnNs", 1);
  plan.main_turn_ns = options.optional_integer("mainTurnNs", 1).value_or(plan.turn_ns);
  plan.control_every = options.optional_integer("controlEvery", 2).value_or(0);
  plan.turn_operations = options.integer("turnOperations", 1);
  plan.pace_ns = options.integer("paceNs", 0);
  if (!options.ok()) {
    return std::nullopt;
  }
  if (request.modes.size() > power_cut::kMostModes) {
    options.fail("modes must not be more than " + std::to_string(power_cut::kMostModes));
  } else if (std::gcd(plan.slot_count, plan.slot_stride) != 1) {
    options.fail("slotStride must have no divisor in common with slotCount");
  } else if (plan.append_every % 2 != 0 || plan.names_every % (2 * plan.append_every) != 0) {
    options.fail("namesEvery must be a multiple of twice appendEvery, which must be even");
  } else if (std::max(plan.turn_ns, plan.main_turn_ns) > kLongest * 1000 ||
             plan.pace_ns > kLongest) {
    options.fail("turnNs, mainTurnNs or paceNs is too long");
  }
  return options.ok() ? std::optional(std::move(request)) : std::nullopt;
}

}  // namespace

std::optional<power_cut::PrepareRequest> parse_power_cut_prepare(const Napi::CallbackInfo& info) {
  return parse<power_cut::PrepareRequest>(info, "prepare()");
}

std::optional<power_cut::ReadBackRequest> parse_power_cut_read_back(const Napi::CallbackInfo& info) {
  return parse<power_cut::ReadBackRequest>(info, "readBack()");
}

std::optional<std::uint64_t> parse_power_cut_witnessed(const Napi::CallbackInfo& info) {
  constexpr double kLargest = 9007199254740991;  // Number.MAX_SAFE_INTEGER
  const double elapsed_ns = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : -1;
  if (!(elapsed_ns >= 0 && elapsed_ns <= kLargest)) {
    invalid_argument(info.Env(), "setWitnessed() needs a time in nanoseconds")
        .ThrowAsJavaScriptException();
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(elapsed_ns);
}

}  // namespace driveproof
