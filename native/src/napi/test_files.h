#pragma once

#include <limits>

#include "task_object.h"

namespace driveproof {

// What a session of one test file and a session of several have in common.

inline constexpr std::uint64_t kSmallestBlock = 512;

constexpr Rule blocks_up_to(std::uint64_t largest) {
  return {.smallest = kSmallestBlock, .largest = largest, .is_power = true};
}
inline constexpr Rule kBlock = blocks_up_to(1u << 20);

DESCRIBE(PrepareRequest, INLINED(it.place), RULED(kPlainName, it.file_name),
         RULED(kBlock, it.block_bytes), RULED(kBlock.or_none(), it.piece_bytes),
         FIELDS(it.file_bytes, it.seed));
DESCRIBE(MeasureRequest, RULED(platform::modes, it.mode),
         RULED(at_least(1), it.duration_ns, it.max_bytes),
         RULED(at_least(1).or_none(), it.warmup_ns, it.pace_ns, it.idle_ns));
DESCRIBE(PreparedMode, Field("mode", kModeId), FIELDS(it.system_call, it.refusal));
DESCRIBE(PrepareOutcome,
         FIELDS(it.modes, it.alignment_bytes, it.bytes_written, it.elapsed_ns, it.named));
DESCRIBE(MeasureOutcome, FIELDS(it.warmup_bytes, it.operations, it.bytes, it.elapsed_ns),
         INLINED(it.cpu), FIELDS(it.latency, it.timeline, it.ended_by, it.fault));
DESCRIBE(DrainOutcome, FIELDS(it.elapsed_ns, it.system_call));
DESCRIBE(Mismatch, FIELDS(it.offset, it.expected, it.found));
DESCRIBE(VerifyOutcome,
         FIELDS(it.blocks_checked, it.around_cache, it.mismatch_count, it.mismatches, it.unreadable,
                it.ended_by, it.fault));

/** The state of the test files, which decides what tasks a session refuses. */
template <typename Worker, typename FirstRequest>
struct TestFiles : SessionRules<Worker, FirstRequest> {
  template <typename Outcome>
  MaybeFault after(const Outcome& outcome) {
    faulted = faulted || outcome.fault;
    return SessionRules<Worker, FirstRequest>::after(outcome);
  }

  MaybeFault after(const PrepareOutcome& outcome) {
    made = outcome;
    return unless_complete(outcome.ended_by, outcome.fault);
  }

  static MaybeFault if_wrong(const PrepareRequest& request) {
    constexpr std::uint64_t kMostBlocks = std::numeric_limits<std::uint32_t>::max();
    return first_of(
        wrong_if(request.file_bytes % request.block_bytes != 0,
                 "fileBytes must be a multiple of blockBytes"),
        wrong_if(request.file_bytes / request.block_bytes > kMostBlocks,
                 "fileBytes must not be more than " + std::to_string(kMostBlocks) + " blocks"),
        if_small(request.piece_bytes, request.block_bytes));
  }

  static MaybeFault if_small(std::uint32_t piece_bytes, std::uint32_t block_bytes) {
    return wrong_if(piece_bytes != 0 && piece_bytes < block_bytes,
                    "pieceBytes must not be less than blockBytes");
  }

  static MaybeFault if_wrong(const MeasureRequest& request) {
    return wrong_if(request.pace_ns != 0 && request.idle_ns != 0,
                    "paceNs and idleNs exclude each other");
  }

  /** Refuses after a failed write or flush: the next fsync(2) may succeed although data is lost. */
  MaybeFault if_faulted() const {
    return refused_if(faulted, "ERR_SESSION_FAULTED",
                      "an earlier write or flush failed; figures after that would not be true");
  }

  MaybeFault if_unavailable(std::size_t mode) const {
    return first_of(if_faulted(),
                    refused_if(made.modes[mode].refusal.has_value(), "ERR_MODE_UNAVAILABLE",
                               "this mode was refused on this file"));
  }

  bool faulted = false;
  PrepareOutcome made;
};

}  // namespace driveproof
