#pragma once

#include <algorithm>
#include <numeric>

#include "../power-cut/session.h"
#include "task_object.h"

namespace driveproof {

// The JavaScript object of a session of PowerCutTasks: records that are read back after a power cut.

constexpr Rule places(std::uint64_t smallest) { return within(smallest, 1u << 24); }

DESCRIBE(power_cut::Plan, RULED(at_least(1), it.run, it.turn_ns, it.turn_operations),
         RULED(places(2), it.slot_count, it.append_every), RULED(within(1, 16), it.slot_blocks),
         RULED(places(1), it.slot_stride), RULED(places(0), it.log_records, it.name_limit),
         RULED(places(4), it.names_every), RULED(at_least(1).or_none(), it.main_turn_ns),
         RULED(at_least(2).or_none(), it.control_every), FIELDS(it.pace_ns));

DESCRIBE(power_cut::PrepareRequest, FIELDS(it.folder), RULED(platform::modes, it.modes),
         INLINED(it.plan));
template <>
inline constexpr auto fields<power_cut::ReadBackRequest> = fields<power_cut::PrepareRequest>;
DESCRIBE(power_cut::PreparedMode, Field("mode", kModeId),
         FIELDS(it.system_call, it.name_call, it.refusal, it.name_refusal));
DESCRIBE(power_cut::PrepareOutcome, FIELDS(it.modes, it.bytes_written, it.elapsed_ns));
DESCRIBE(power_cut::RunOutcome,
         FIELDS(it.ended_by, it.fault, it.failed_at_ns, it.longest_ns,
                it.acknowledged, it.operations, it.bytes_written, it.elapsed_ns));
DESCRIBE(power_cut::Snapshot, INLINED(static_cast<const TaskSnapshot&>(it)),
         FIELDS(it.acknowledged, it.current));

using power_cut::PlacesFound;
using power_cut::RecordFound;

/** One property of each record of a file, in file order; -1 for a record that is not whole. */
template <auto kMember>
auto of_whole(const PlacesFound& found) {
  return std::views::transform(found.places, [](const RecordFound& record) {
    return record.whole ? static_cast<std::int64_t>(record.*kMember) : -1;
  });
}

struct BrokenPlace {
  std::size_t place;
  const std::vector<std::int64_t>& sectors;
};
DESCRIBE(BrokenPlace, FIELDS(it.place, it.sectors));

inline std::vector<BrokenPlace> broken_places(const PlacesFound& found) {
  std::vector<BrokenPlace> broken;
  for (std::size_t place = 0; place < found.places.size(); ++place) {
    if (!found.places[place].whole) {
      broken.push_back({place, found.places[place].sectors});
    }
  }
  return broken;
}

DESCRIBE(PlacesFound, FIELDS(it.missing, it.around_cache, it.file_bytes, it.fault),
         Field("numbers", of_whole<&RecordFound::number>),
         Field("orders", of_whole<&RecordFound::order>),
         Field("elapsedNs", of_whole<&RecordFound::elapsed_ns>),
         Field("witnessedNs", of_whole<&RecordFound::witnessed_ns>),
         Field("broken", broken_places));
DESCRIBE(RecordFound,
         Field("number",
               [](const auto& of) { return of.whole ? std::optional(of.number) : std::nullopt; }),
         FIELDS(it.order, it.elapsed_ns, it.sectors));
DESCRIBE(power_cut::NamedFound, FIELDS(it.name), INLINED(it.record));
DESCRIBE(power_cut::NewestFound, FIELDS(it.order, it.elapsed_ns, it.returned));
DESCRIBE(power_cut::ModeFound, Field("mode", kModeId),
         FIELDS(it.missing, it.fault, it.slots, it.log, it.names, it.newest));
DESCRIBE(power_cut::ReadBackOutcome, FIELDS(it.modes, it.faults));

struct PowerCutRules : SessionRules<power_cut::PowerCutTasks, power_cut::PrepareRequest> {
  using SessionRules::after;
  static constexpr std::pair kTell{"setWitnessed", &power_cut::Progress::set_witnessed};
  static constexpr std::tuple kMethods{
      Starts<power_cut::PrepareRequest, When::kFirst>{"prepare"},
      // A second run would number its operations from 1 again, and old records would look new.
      Starts<power_cut::RunRequest, When::kLast>{"run"},
      Starts<power_cut::ReadBackRequest, When::kAnytime>{"readBack"}};

  MaybeFault admit(power_cut::RunRequest) const {
    return refused_if(!usable, "ERR_MODE_UNAVAILABLE", "every mode was refused in this folder");
  }

  /** Checks a PrepareRequest or ReadBackRequest, and sets a missing `main_turn_ns` to `turn_ns`. */
  template <typename Request>
  MaybeFault admit(Request& request) const {
    constexpr std::uint64_t kLongest = std::numeric_limits<std::uint32_t>::max();
    power_cut::Plan& plan = request.plan;
    plan.main_turn_ns = plan.main_turn_ns == 0 ? plan.turn_ns : plan.main_turn_ns;
    return first_of(
        wrong_if(request.modes.size() > power_cut::kMostModes,
                 "modes must not be more than " + std::to_string(power_cut::kMostModes)),
        wrong_if(std::gcd(plan.slot_count, plan.slot_stride) != 1,
                 "slotStride must have no divisor in common with slotCount"),
        wrong_if(plan.append_every % 2 != 0 || plan.names_every % (2 * plan.append_every) != 0,
                 "namesEvery must be a multiple of twice appendEvery, which must be even"),
        wrong_if(std::max(plan.turn_ns, plan.main_turn_ns) > kLongest * 1000 ||
                     plan.pace_ns > kLongest,
                 "turnNs, mainTurnNs or paceNs is too long"));
  }

  MaybeFault after(const power_cut::PrepareOutcome& outcome) {
    usable = std::any_of(outcome.modes.begin(), outcome.modes.end(),
                         [](const auto& mode) { return !mode.refusal; });
    return unless_complete(outcome.ended_by, outcome.fault);
  }

  MaybeFault after(const power_cut::ReadBackOutcome& outcome) const {
    return unless_complete(outcome.ended_by);
  }

  bool usable = false;  // at least one of the prepared modes was not refused
};

}  // namespace driveproof
