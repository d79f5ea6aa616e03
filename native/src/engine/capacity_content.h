#pragma once

#include <cstdint>

#include "capacity_tasks.h"

namespace driveproof {

/**
 * The blocks that fill a volume. Each begins with a Stamp that names the run, the block's offset
 * (in blocks, over all files) and the pass that wrote it. The other bytes are incompressible and
 * derived from the stamp, so that no two blocks are alike.
 */
class CapacityContentMaker {
 public:
  static constexpr std::uint32_t kBlockBytes = 4096;

  explicit CapacityContentMaker(std::uint64_t seed) : seed_(seed) {}

  void compose(unsigned char* target, std::uint64_t block, std::uint64_t pass) const;

  /** Classifies a block that differs from `expected`, which compose() made. */
  CapacityExtent classify(const unsigned char* found, const unsigned char* expected,
                          std::uint64_t block) const;

  /** Whether a block begins with a stamp of this run. */
  bool is_own(const unsigned char* found) const;

 private:
  std::uint64_t seed_;
};

}  // namespace driveproof
