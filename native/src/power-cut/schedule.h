#pragma once

#include <cstdint>

#include "record.h"

namespace driveproof::power_cut {

/** What each operation of a run writes, and when. Stored, to read the test back later. */
struct Plan {
  std::uint64_t run = 0;
  std::uint32_t slot_count = 0;
  std::uint32_t slot_blocks = 0;   // size of a slot, and the longest record
  std::uint32_t slot_stride = 0;   // must share no divisor with slot_count
  std::uint32_t append_every = 0;  // must be even
  std::uint32_t log_records = 0;
  std::uint32_t names_every = 0;  // must be a multiple of twice append_every
  std::uint32_t name_limit = 0;

  std::uint64_t turn_ns = 0;  // length of a turn, except that of the ordinary save
  std::uint64_t main_turn_ns = 0;  // length of the ordinary save's turn
  std::uint64_t turn_operations = 0;  // a turn also ends after this many operations
  std::uint64_t control_every = 0;  // modes that do not wait get every n-th operation; 0: turns
  std::uint64_t pace_ns = 0;  // minimum time from the start of one operation to the next

  std::uint64_t slot_bytes() const { return std::uint64_t{slot_blocks} * kBlockBytes; }
};

enum class OperationKind : std::uint8_t { kOverwrite, kAppend, kCreate, kRename };

struct Operation {
  OperationKind kind = OperationKind::kOverwrite;
  std::uint32_t place = 0;
  std::uint32_t blocks = 0;  // 0 for a rename, which has no record
};

/**
 * What the `number`-th operation (from 1) of a mode does: mostly the rewrite of a slot, one in
 * `append_every` an append to the log, and one in `names_every` the creation of a file and, half
 * way to the next creation, the renaming of that file. When the log or the names are complete,
 * slots are rewritten in their place. Only the number decides, so that the last acknowledged number
 * determines what must exist after a power cut. The same in TypeScript:
 * electron/analysis/power-cut/schedule.ts.
 */
inline Operation operation_of(const Plan& plan, bool tests_names, std::uint64_t number) {
  // Knuth's multiplicative hash of the low 32 bits gives lengths without a pattern.
  const std::uint32_t mixed = static_cast<std::uint32_t>(number) * 2654435761u >> 16;
  const std::uint32_t blocks = 1 + mixed % plan.slot_blocks;
  const std::uint64_t name = number / plan.names_every;
  if (tests_names && name >= 1 && name <= plan.name_limit) {
    if (number % plan.names_every == 0) {
      return {OperationKind::kCreate, static_cast<std::uint32_t>(name), blocks};
    }
    if (number % plan.names_every == plan.names_every / 2) {
      return {OperationKind::kRename, static_cast<std::uint32_t>(name), 0};
    }
  }
  const std::uint64_t position = number / plan.append_every;
  if (number % plan.append_every == plan.append_every / 2 && position < plan.log_records) {
    return {OperationKind::kAppend, static_cast<std::uint32_t>(position), 1};
  }
  return {OperationKind::kOverwrite,
          static_cast<std::uint32_t>(number % plan.slot_count * plan.slot_stride %
                                     plan.slot_count),
          blocks};
}

}  // namespace driveproof::power_cut
