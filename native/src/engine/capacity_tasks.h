#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "../platform/old_file.h"
#include "tasks.h"

namespace driveproof {

// Requests to a capacity session and their outcomes. Plain data, handed between threads.

/** All files that a capacity session may have in its folder. */
std::span<const char* const> capacity_file_names();

struct CapacityPrepareRequest {
  platform::Place place;
  std::string folder_name;
  std::uint64_t file_bytes = 0;  // size of each file; the last one may be shorter
  std::uint64_t seed = 0;
};

/** Writes new files of `bytes`; fewer if other programs' use leaves only `reserve_bytes` free. */
struct CapacityFillRequest {
  std::uint64_t bytes = 0;
  std::uint64_t reserve_bytes = 0;
};

/** Overwrites the first `bytes` of all files with other content. */
struct CapacityRewriteRequest {
  std::uint64_t bytes = 0;
};

/** Reads a piece of another program's file on the same volume and hashes it. */
struct CapacityHashRequest {
  std::string path;
  std::uint64_t from_bytes = 0;
  std::uint64_t bytes = 0;
};

struct CapacityReadRequest {
  std::uint64_t from_bytes = 0;
  std::uint64_t bytes = 0;
};

/** Frees the space and removes the files and the folder. Only close() may follow. */
struct CapacityRemoveRequest {};

using CapacityRequest =
    std::variant<CapacityPrepareRequest, CapacityFillRequest, CapacityRewriteRequest,
                 CapacityReadRequest, CapacityHashRequest, CapacityRemoveRequest>;

struct CapacityPrepareOutcome {
  MaybeFault fault;
  std::uint64_t free_bytes = 0;
  std::optional<platform::VolumeSpace> space;
};

/** Counts of one of the equal parts into which the range of all offsets is divided. */
struct CapacityRegion {
  std::uint64_t bytes = 0;
  std::uint64_t elapsed_ns = 0;
  std::uint64_t lost_blocks = 0;  // readable, but not as written
  std::optional<std::uint64_t> first_lost_block;
};

/** What a block contains in place of the content that was written to it. */
enum class CapacityContent : std::uint8_t {
  kZeros,
  kOnes,
  kOtherPlace,  // the data written to `found_block`
  kOtherRun,    // data of an earlier inspection
  kEarlier,     // data that this run wrote there before
  kUnknown,
  kDamaged,  // a part of the data written there
  kUnreadable,
};

/**
 * Consecutive blocks, from `block` on, whose wrong content is of the same kind. For kOtherPlace
 * they contain the data of the blocks from `found_block` on.
 */
struct CapacityExtent {
  std::uint64_t block = 0;
  std::uint64_t blocks = 0;
  CapacityContent content = CapacityContent::kUnknown;
  std::optional<std::uint64_t> found_block = std::nullopt;
};

enum class CapacityFull : std::uint8_t {
  kNotFull,
  kNoRoom,         // a write or a new file was refused
  kNoRoomAtFlush,  // what had been accepted was refused when it was flushed
  kQuota,
  kFiles,  // the session reached its limit on files
};

struct CapacityWriteOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // possible ends: kComplete, kFull, kStopped, kError
  CapacityFull full_because = CapacityFull::kNotFull;
  std::optional<std::uint64_t> left_bytes;  // free bytes of the volume at the end
  MaybeFault fault;
  std::uint64_t bytes = 0;
  std::uint64_t elapsed_ns = 0;
  std::uint64_t region_bytes = 0;
  std::vector<CapacityRegion> regions;
  std::string system_call;
};

struct CapacityReadOutcome : CapacityWriteOutcome {
  bool around_cache = false;
  std::uint64_t bad_blocks = 0;
  std::uint64_t damaged_blocks = 0;     // included in bad_blocks
  std::uint64_t unreadable_blocks = 0;  // included in bad_blocks
  std::vector<CapacityExtent> extents;  // runs of bad blocks, the first thousand
};

struct CapacityHashOutcome {
  MaybeFault fault;
  std::uint64_t hash = 0;        // xxHash64
  std::uint64_t own_blocks = 0;  // blocks that begin with a stamp of this session
  bool around_cache = false;
};

struct CapacityRemoveOutcome {
  MaybeFault fault;                   // why the folder, or some of the files, could not be removed
  std::optional<std::string> folder;  // its current path, if it could not be removed
  std::vector<std::string> moved;     // our files that were moved; they are empty now
  // Bytes that did not return to the free space, at most those written; empty if not known.
  std::optional<std::uint64_t> missing_bytes;
};

using CapacityOutcome =
    std::variant<CapacityPrepareOutcome, CapacityWriteOutcome, CapacityReadOutcome,
                 CapacityHashOutcome, CapacityRemoveOutcome, CloseOutcome>;

}  // namespace driveproof
