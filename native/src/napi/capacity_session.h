#pragma once

#include "../engine/capacity_session.h"
#include "task_object.h"

namespace driveproof {

// The JavaScript object of a session of CapacityTasks: files that fill a volume.

inline constexpr std::uint64_t kMebibyte = 1u << 20;  // all sizes are multiples of it
inline constexpr std::uint64_t kHashed = 4096;

constexpr Rule pieces(std::uint64_t smallest, std::uint64_t largest = Rule().largest,
                      std::uint64_t unit = kMebibyte) {
  return {.smallest = smallest, .largest = largest, .unit = unit};
}

DESCRIBE(CapacityPrepareRequest, INLINED(it.place), RULED(kPlainName, it.folder_name),
         RULED(pieces(kMebibyte, 1u << 30), it.file_bytes), FIELDS(it.seed));
DESCRIBE(CapacityFillRequest, RULED(pieces(kMebibyte), it.bytes),
         RULED(Rule().or_none(), it.reserve_bytes));
DESCRIBE(CapacityRewriteRequest, RULED(pieces(kMebibyte), it.bytes));
DESCRIBE(CapacityReadRequest, RULED(pieces(0), it.from_bytes), RULED(pieces(kMebibyte), it.bytes));
DESCRIBE(CapacityHashRequest, FIELDS(it.path),
         RULED(pieces(0, Rule().largest, kHashed), it.from_bytes),
         RULED(pieces(kHashed, kMebibyte, kHashed), it.bytes));

DESCRIBE(platform::VolumeSpace, FIELDS(it.total_bytes, it.used_bytes));
DESCRIBE(CapacityPrepareOutcome, FIELDS(it.free_bytes), INLINED(it.space));
DESCRIBE(CapacityRegion, FIELDS(it.bytes, it.elapsed_ns, it.lost_blocks, it.first_lost_block));
NAMES(CapacityFull, kFiles, nullptr, "no-room", "no-room-at-flush", "quota", "files");
DESCRIBE(CapacityWriteOutcome,
         FIELDS(it.bytes, it.elapsed_ns, it.region_bytes, it.regions, it.system_call, it.ended_by,
                it.full_because, it.left_bytes, it.fault));
NAMES(CapacityContent, kUnreadable, "zeros", "ones", "other-place", "other-run", "earlier",
      "unknown", "damaged", "unreadable");
DESCRIBE(CapacityExtent, FIELDS(it.block, it.blocks, it.content, it.found_block));
DESCRIBE(CapacityReadOutcome, INLINED(static_cast<const CapacityWriteOutcome&>(it)),
         FIELDS(it.around_cache, it.bad_blocks, it.damaged_blocks, it.unreadable_blocks,
                it.extents));
DESCRIBE(CapacityHashOutcome,
         // The hash becomes a text, because a JavaScript number would lose its last bits.
         Field("hash", [](const auto& of) { return of.fault ? "" : std::to_string(of.hash); }),
         FIELDS(it.own_blocks, it.around_cache, it.fault));
DESCRIBE(CapacityRemoveOutcome, FIELDS(it.fault, it.folder, it.moved, it.missing_bytes));

struct CapacityRules : SessionRules<CapacityTasks, CapacityPrepareRequest> {
  using SessionRules::after;
  static constexpr std::tuple kMethods{
      Starts<CapacityPrepareRequest, When::kFirst>{"prepare"},
      Starts<CapacityFillRequest>{"fill"},
      Starts<CapacityRewriteRequest>{"rewrite"},
      Starts<CapacityReadRequest>{"read"},
      Starts<CapacityHashRequest>{"hashOf"},
      Starts<CapacityRemoveRequest, When::kLast>{"remove"}};

  MaybeFault admit(const CapacityFillRequest&) {
    return refused_if(std::exchange(filled, true), "ERR_SESSION_FILLED",
                      "the volume was filled already");
  }

  MaybeFault after(const CapacityHashOutcome&) const { return std::nullopt; }
  MaybeFault after(const CapacityRemoveOutcome&) const { return std::nullopt; }

  bool filled = false;
};

}  // namespace driveproof
