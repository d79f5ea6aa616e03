#include "capacity_content.h"

#include <algorithm>
#include <cstring>

#include "block_content.h"

namespace driveproof {

namespace {

constexpr unsigned kPassShift = 56;

bool is_all(const unsigned char* bytes, unsigned char value) {
  return std::all_of(bytes, bytes + CapacityContentMaker::kBlockBytes,
                     [=](unsigned char byte) { return byte == value; });
}

/** Whether at least an eighth of the bytes agree; in unrelated content one in 256 does. */
bool is_mostly(const unsigned char* found, const unsigned char* expected) {
  std::uint32_t same = 0;
  for (std::uint32_t at = 0; at < CapacityContentMaker::kBlockBytes; ++at) {
    same += found[at] == expected[at] ? 1 : 0;
  }
  return same >= CapacityContentMaker::kBlockBytes / 8;
}

}  // namespace

void CapacityContentMaker::compose(unsigned char* target, std::uint64_t block,
                                   std::uint64_t pass) const {
  fill_random(target, kBlockBytes, seed_, pass << kPassShift | block);
  const Stamp stamp{Stamp::kMagic, seed_, block, pass, Stamp::hash_of(block, pass, seed_)};
  std::memcpy(target, &stamp, sizeof stamp);
}

bool CapacityContentMaker::is_own(const unsigned char* found) const {
  Stamp stamp;
  std::memcpy(&stamp, found, sizeof stamp);
  return stamp.is_intact() && stamp.seed == seed_;
}

CapacityExtent CapacityContentMaker::classify(const unsigned char* found,
                                              const unsigned char* expected,
                                              std::uint64_t block) const {
  const auto as = [block](CapacityContent content,
                          std::optional<std::uint64_t> found_block = std::nullopt) {
    return CapacityExtent{block, 1, content, found_block};
  };
  if (is_all(found, 0)) {
    return as(CapacityContent::kZeros);
  }
  if (is_all(found, 0xFF)) {
    return as(CapacityContent::kOnes);
  }
  Stamp is;
  Stamp must;
  std::memcpy(&is, found, sizeof is);
  std::memcpy(&must, expected, sizeof must);
  if (is.is_intact() && is.seed != seed_) {
    return as(CapacityContent::kOtherRun);
  }
  if (is.is_intact() && is.block != block) {
    return as(CapacityContent::kOtherPlace, is.block);
  }
  if (is.is_intact() && is.sequence != must.sequence) {
    return as(CapacityContent::kEarlier);
  }
  return as(is_mostly(found, expected) ? CapacityContent::kDamaged : CapacityContent::kUnknown);
}

}  // namespace driveproof
