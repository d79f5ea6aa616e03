#pragma once

#include <cstdint>

#include "capacity_tasks.h"

namespace driveproof {

/**
 * The blocks that fill a volume: each begins with a Stamp that names the run, its place among all
 * blocks (its absolute offset in blocks) and the pass that wrote it. The rest is incompressible and
 * derived from the stamp, so that no two blocks are alike.
 */
class CapacityContentMaker {
 public:
  static constexpr std::uint32_t kBlockBytes = 4096;

  explicit CapacityContentMaker(std::uint64_t seed) : seed_(seed) {}

  void compose(unsigned char* target, std::uint64_t block, std::uint64_t pass) const;

  /** Classifies the content of a block that differs from `expected`, made by compose(). */
  CapacityExtent classify(const unsigned char* found, const unsigned char* expected,
                          std::uint64_t block) const;

  /** Whether a block begins with a stamp of this run. */
  bool is_own(const unsigned char* found) const;

 private:
  std::uint64_t seed_;
};

}  // namespace driveproof
