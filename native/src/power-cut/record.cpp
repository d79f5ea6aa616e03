#include "record.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "../engine/random.h"

namespace driveproof::power_cut {

namespace {

Sector sector_at(const unsigned char* data, std::uint32_t index) {
  Sector sector;
  std::memcpy(&sector, data + std::size_t{index} * kSectorBytes, sizeof sector);
  return sector;
}

bool is_zero(const Sector& sector) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&sector);
  return std::all_of(bytes, bytes + sizeof sector, [](unsigned char byte) { return byte == 0; });
}

/** Returns the number of the sector's record or, if it has none, one of the codes in record.h. */
std::int64_t number_of(const Sector& sector, std::uint32_t index, std::uint64_t run,
                       const Place& place) {
  if (sector.magic != Sector::kMagic || sector.hash != sector.expected_hash()) {
    return is_zero(sector) ? kZeroSector : kDamagedSector;
  }
  const bool is_own = sector.run == run && sector.writer == place.writer &&
                      sector.kind == static_cast<std::uint8_t>(place.kind) &&
                      sector.place == place.index && sector.index == index;
  return is_own ? static_cast<std::int64_t>(sector.number) : kForeignSector;
}

}  // namespace

void compose_record(unsigned char* target, const Record& record) {
  const std::uint32_t count = record.blocks * kSectorsPerBlock;
  for (std::uint32_t index = 0; index < count; ++index) {
    Sector sector{Sector::kMagic,
                  record.run,
                  record.number,
                  record.order,
                  record.elapsed_ns,
                  record.place.index,
                  static_cast<std::uint16_t>(index),
                  static_cast<std::uint16_t>(count),
                  record.place.writer,
                  static_cast<std::uint8_t>(record.place.kind),
                  {},
                  record.witnessed_ns,
                  record.returned,
                  {},
                  0};
    const std::uint64_t who = mix64(record.run + record.place.writer) ^ record.place.index;
    fill_random(sector.payload, sizeof sector.payload, mix64(who), record.number << 16 | index);
    sector.hash = sector.expected_hash();
    std::memcpy(target + std::size_t{index} * kSectorBytes, &sector, sizeof sector);
  }
}

RecordFound read_record(const unsigned char* data, std::uint32_t blocks, std::uint64_t run,
                        const Place& place) {
  const std::uint32_t room = blocks * kSectorsPerBlock;
  RecordFound found;
  found.sectors.reserve(room);
  for (std::uint32_t index = 0; index < room; ++index) {
    found.sectors.push_back(number_of(sector_at(data, index), index, run, place));
  }
  const std::int64_t number = found.sectors.front();
  if (number < 0) {
    return found;
  }
  const Sector first = sector_at(data, 0);
  if (first.count == 0 || first.count > room) {
    return found;
  }
  const auto end = found.sectors.begin() + first.count;
  const bool is_there = std::all_of(found.sectors.begin(), end,
                                    [number](std::int64_t other) { return other == number; });
  const bool is_overtaken = std::any_of(end, found.sectors.end(),
                                        [number](std::int64_t other) { return other > number; });
  if (is_there && !is_overtaken) {
    found.whole = true;
    found.number = first.number;
    found.order = first.order;
    found.elapsed_ns = first.elapsed_ns;
    found.witnessed_ns = first.witnessed_ns;
    found.returned = first.returned;
    found.sectors.clear();
  }
  return found;
}

}  // namespace driveproof::power_cut
