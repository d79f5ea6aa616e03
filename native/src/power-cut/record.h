#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../engine/xxhash64.h"

namespace driveproof::power_cut {

inline constexpr std::uint32_t kSectorBytes = 512;
inline constexpr std::uint32_t kBlockBytes = 4096;  // suits every unbuffered write
inline constexpr std::uint32_t kSectorsPerBlock = kBlockBytes / kSectorBytes;

inline constexpr std::size_t kMostModes = 16;

/** For each prepared mode the number of one of its operations; 0 before its first operation. */
using ModeNumbers = std::array<std::uint64_t, kMostModes>;

enum class FileKind : std::uint8_t { kSlots = 0, kLog = 1, kName = 2 };

/** A record's file, by its mode (`writer`) and kind, and the position in that file. */
struct Place {
  std::uint8_t writer = 0;
  FileKind kind = FileKind::kSlots;
  std::uint32_t index = 0;  // slot, position in the log, or number of the named file
};

/** One write of the power-cut test, in whole blocks. */
struct Record {
  std::uint64_t run = 0;
  Place place;
  std::uint64_t number = 0;      // the writer's operation, from 1; 0 is the fill before the test
  std::uint64_t order = 0;       // operation of the run, over all writers, from 1; 0 for the fill
  std::uint64_t elapsed_ns = 0;  // time since the run began
  std::uint32_t blocks = 1;
  // The latest time that the witness had confirmed when the record was composed; 0: none.
  std::uint64_t witnessed_ns = 0;
  // For each mode, the last operation that had returned success when the record was composed.
  ModeNumbers returned{};
};

/**
 * One sector of a record, the smallest piece a drive writes atomically, in its format on the drive;
 * little-endian. Every sector identifies its record, so that a partly written record shows which
 * part was written. The payload is incompressible and is checked by the hash.
 */
struct Sector {
  static constexpr std::uint64_t kMagic = 0x32676C5066507244u;  // "DrPfPlg2"
  static constexpr std::size_t kPayloadBytes = 312;

  std::uint64_t magic;
  std::uint64_t run;
  std::uint64_t number;
  std::uint64_t order;
  std::uint64_t elapsed_ns;
  std::uint32_t place;
  std::uint16_t index;  // position of this sector in its record
  std::uint16_t count;  // sectors of the record
  std::uint8_t writer;
  std::uint8_t kind;
  std::uint8_t reserved[6];
  std::uint64_t witnessed_ns;
  ModeNumbers returned;
  unsigned char payload[kPayloadBytes];
  std::uint64_t hash;  // xxHash64 of all before it, seed 0

  std::uint64_t expected_hash() const { return xxhash64(this, offsetof(Sector, hash)); }
};
static_assert(sizeof(Sector) == kSectorBytes && offsetof(Sector, payload) == 192);

/** Composes the whole record: `blocks` times kBlockBytes. */
void compose_record(unsigned char* target, const Record& record);

// Each code says why a sector has no record number.
inline constexpr std::int64_t kDamagedSector = -1;     // the sector's hash does not match
inline constexpr std::int64_t kZeroSector = -2;        // the sector contains only zeros
inline constexpr std::int64_t kForeignSector = -3;     // intact, but of another run or place
inline constexpr std::int64_t kUnreadableSector = -4;  // the drive returned an error
inline constexpr std::int64_t kAbsentSector = -5;      // the file ends before it

/** What was read from one slot of a test file; a slot has room for one record. */
struct RecordFound {
  bool whole = false;
  // The next five members are valid only if the record is whole.
  std::uint64_t number = 0;
  std::uint64_t order = 0;
  std::uint64_t elapsed_ns = 0;
  std::uint64_t witnessed_ns = 0;
  ModeNumbers returned{};
  // For each sector the number of its record or one of the codes; empty if the record is whole.
  std::vector<std::int64_t> sectors;
};

/**
 * Interprets the room of one record, `blocks` blocks. A record is whole if all of its sectors are
 * there and no sector of a later record follows them; sectors of an earlier, longer record may
 * follow.
 */
RecordFound read_record(const unsigned char* data, std::uint32_t blocks, std::uint64_t run,
                        const Place& place);

}  // namespace driveproof::power_cut
