#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "aligned_buffer.h"
#include "random.h"
#include "xxhash64.h"

namespace driveproof {

/**
 * The first bytes of every block identify the write that stored it. The hash covers block and
 * sequence and is seeded with the run's seed, so that random bytes are not taken for a stamp.
 */
struct Stamp {
  static constexpr std::uint64_t kMagic = 0x316B6C4266507244u;  // "DrPfBlk1"

  std::uint64_t magic;
  std::uint64_t seed;
  std::uint64_t block;
  std::uint64_t sequence;  // see BlockContent
  std::uint64_t hash;

  static std::uint64_t hash_of(std::uint64_t block, std::uint64_t sequence, std::uint64_t seed) {
    const std::uint64_t hashed[] = {block, sequence};
    return xxhash64(hashed, sizeof hashed, seed);
  }
  std::uint64_t expected_hash() const { return hash_of(block, sequence, seed); }
  bool is_intact() const { return magic == kMagic && hash == expected_hash(); }
};
static_assert(sizeof(Stamp) == 40);

/**
 * The content of the test file's blocks: a stamp and incompressible bytes.
 *
 * The first fill gives every block different bytes, so that nothing on the way to the drive can
 * compress or deduplicate them. Rewrites of one block put a new stamp on one of a few prepared
 * blocks ("bodies"), because making 4 KiB of random bytes takes longer than a cached write. Long
 * writes take a stretch of a larger memory (the "pool"), whose blocks all differ: copies of one
 * body side by side could be compressed.
 *
 * The sequence of the first fill is 0. The low bits of every later sequence count the session's
 * writes from 1. The bits above say the source of the bytes: 0 for a body (the count says which
 * one), or one plus the number of the block in the pool.
 */
class BlockContent {
 public:
  static constexpr unsigned kCountBits = 44;
  static constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;

  /**
   * Size of the pool in bytes: twice the longest write, which may begin anywhere in the first half.
   */
  static constexpr std::uint64_t kPoolBytes = 32u << 20;
  static constexpr std::uint64_t kLongestWriteBytes = kPoolBytes / 2;

  /**
   * One pass uses this many bytes of the pool, or one write if that is longer. They fit into the
   * CPU caches, as the buffer of an ordinary program does: walking through the whole pool made
   * writes of 1 MiB slower by an eighth. File systems and drives compress in pieces of at most 4
   * KiB and never find the same piece twice: all 4 KiB pieces differ, and each changes before it is
   * written again.
   */
  static constexpr std::uint64_t kWindowBytes = 1u << 20;

  BlockContent() = default;

  /** Makes the prepared blocks for rewrites ("bodies"). False if memory is short. */
  bool make(std::uint64_t seed, std::uint32_t block_bytes, std::uint32_t alignment_bytes);

  /** Makes the memory for long writes (the "pool") unless it exists. False if memory is short. */
  bool make_pool(std::uint32_t alignment_bytes);

  /** The memory for long writes: kPoolBytes of incompressible bytes. */
  const unsigned char* pool() const { return pool_.data(); }

  /** Stamps block `place` of the pool for the `count`-th write. Returns the stamp's sequence. */
  std::uint64_t stamp_in_pool(std::uint32_t place, std::uint64_t block, std::uint64_t count) {
    const std::uint64_t sequence = (std::uint64_t{place} + 1) << kCountBits | count;
    write_stamp(pool_.data() + std::uint64_t{place} * block_bytes_, block, sequence);
    return sequence;
  }

  /**
   * Makes this stretch of the pool differ from everything written before, with a new number at the
   * start of each 4 KiB piece. Takes and returns the count of the numbers used so far.
   */
  std::uint64_t freshen(std::uint64_t place, std::uint32_t bytes, std::uint64_t count) {
    constexpr std::uint64_t kPiece = 4096;
    const std::uint64_t end = place + bytes;
    for (std::uint64_t at = (place + kPiece - 1) / kPiece * kPiece; at < end; at += kPiece) {
      const std::uint64_t number = mix64(seed_ + ++count);
      std::memcpy(pool_.data() + at, &number, sizeof number);
    }
    return count;
  }

  /** Composes in `target` the content that the first fill writes to this block. */
  void compose_first(unsigned char* target, std::uint64_t block) const;

  /** A rewrite, with everything that can be computed before it is timed. */
  struct PlannedWrite {
    unsigned char* memory;
    std::uint64_t block;
    std::uint64_t sequence;
    std::uint64_t hash;
  };

  PlannedWrite plan(std::uint64_t block, std::uint64_t sequence) const {
    return {body_of(sequence), block, sequence, Stamp::hash_of(block, sequence, seed_)};
  }

  /** A prepared block with the stamp of this write. The next write reuses its memory. */
  static const unsigned char* stamp(const PlannedWrite& planned) {
    // make() has written the other two fields of the stamp, magic and seed.
    put(planned.memory, offsetof(Stamp, block), planned.block);
    put(planned.memory, offsetof(Stamp, sequence), planned.sequence);
    put(planned.memory, offsetof(Stamp, hash), planned.hash);
    return planned.memory;
  }

  /** Composes in `target` what the block must contain after this write. */
  void compose(unsigned char* target, std::uint64_t block, std::uint64_t sequence) const;

  /** How a block differs from `expected`, made by compose(); empty if all bytes agree. */
  std::string difference(const unsigned char* found, const unsigned char* expected) const;

  std::uint32_t block_bytes() const { return block_bytes_; }

 private:
  // Many writes in a row share a prepared block, which keeps it in the nearest CPU cache: the
  // measured time is that of the write and not of fetching its data.
  static constexpr std::uint64_t kWritesPerBody = 256;

  unsigned char* body_of(std::uint64_t sequence) const {
    return bodies_.data() + (sequence / kWritesPerBody & body_mask_) * stride_bytes_;
  }

  void write_stamp(unsigned char* target, std::uint64_t block, std::uint64_t sequence) const {
    put(target, offsetof(Stamp, magic), Stamp::kMagic);
    put(target, offsetof(Stamp, seed), seed_);
    put(target, offsetof(Stamp, block), block);
    put(target, offsetof(Stamp, sequence), sequence);
    put(target, offsetof(Stamp, hash), Stamp::hash_of(block, sequence, seed_));
  }

  // Writes into the block word by word: a copy of a finished Stamp uses wide loads, which wait for
  // the narrow stores that made the Stamp, longer than the rest of the stamping takes.
  static void put(unsigned char* target, std::size_t at, std::uint64_t word) {
    std::memcpy(target + at, &word, sizeof word);
  }

  std::uint64_t seed_ = 0;
  std::uint32_t block_bytes_ = 0;
  std::uint64_t stride_bytes_ = 0;  // distance between two bodies; keeps blocks aligned
  std::uint64_t body_mask_ = 0;
  AlignedBuffer bodies_;
  AlignedBuffer pool_;
};

/** For example "sequence 812 of block 17". */
std::string describe_write(std::uint64_t block, std::uint64_t sequence);

}  // namespace driveproof
