#include "block_content.h"

#include <algorithm>

namespace driveproof {

namespace {

// Number of the random stream that fills the first prepared block; each further block has the next
// number. The first fill uses one stream per block, from 0, and never reaches this number.
constexpr std::uint64_t kBodyStreams = std::uint64_t{1} << 48;
// Number of the random stream that fills the pool, the memory for long writes.
constexpr std::uint64_t kPoolStream = std::uint64_t{1} << 49;

std::uint64_t body_count(std::uint32_t block_bytes) {
  return std::clamp<std::uint64_t>((1u << 20) / block_bytes, 4, 32);  // a power of two of bodies
}

}  // namespace

bool BlockContent::make(std::uint64_t seed, std::uint32_t block_bytes,
                        std::uint32_t alignment_bytes) {
  const std::uint64_t count = body_count(block_bytes);
  seed_ = seed;
  block_bytes_ = block_bytes;
  body_mask_ = count - 1;
  stride_bytes_ = std::max(block_bytes, alignment_bytes);
  bodies_ = AlignedBuffer(count * stride_bytes_, alignment_bytes);
  if (!bodies_) {
    return false;
  }
  for (std::uint64_t body = 0; body < count; ++body) {
    unsigned char* memory = bodies_.data() + body * stride_bytes_;
    fill_random(memory, block_bytes, seed, kBodyStreams + body);
    write_stamp(memory, 0, 0);
  }
  return true;
}

bool BlockContent::make_pool(std::uint32_t alignment_bytes) {
  if (pool_) {
    return true;
  }
  pool_ = AlignedBuffer(kPoolBytes, alignment_bytes);
  if (!pool_) {
    return false;
  }
  fill_random(pool_.data(), kPoolBytes, seed_, kPoolStream);
  return true;
}

void BlockContent::compose_first(unsigned char* target, std::uint64_t block) const {
  fill_random(target, block_bytes_, seed_, block);
  write_stamp(target, block, 0);
}

void BlockContent::compose(unsigned char* target, std::uint64_t block,
                           std::uint64_t sequence) const {
  if (sequence == 0) {
    compose_first(target, block);
    return;
  }
  const std::uint64_t place = sequence >> kCountBits;
  std::memcpy(target,
              place == 0 ? body_of(sequence) : pool_.data() + (place - 1) * block_bytes_,
              block_bytes_);
  write_stamp(target, block, sequence);
}

std::string BlockContent::difference(const unsigned char* found,
                                     const unsigned char* expected) const {
  if (std::memcmp(found, expected, block_bytes_) == 0) {
    return {};
  }
  if (std::all_of(found, found + block_bytes_, [](unsigned char byte) { return byte == 0; })) {
    return "zeros";
  }
  Stamp is;
  Stamp must;
  std::memcpy(&is, found, sizeof is);
  std::memcpy(&must, expected, sizeof must);
  if (is.is_intact()) {
    if (is.seed != must.seed) {
      return "data of another run";
    }
    if (is.block != must.block) {
      return "a different block's data (block " + std::to_string(is.block) + ")";
    }
    if (is.sequence != must.sequence) {
      return describe_write(is.block, is.sequence);
    }
  }
  const auto first = std::mismatch(found, found + block_bytes_, expected).first - found;
  return "bytes differ from byte " + std::to_string(first) + " on";
}

std::string describe_write(std::uint64_t block, std::uint64_t sequence) {
  return sequence == 0 ? "the first fill of block " + std::to_string(block)
                       : "sequence " + std::to_string(sequence & BlockContent::kCountMask) +
                             " of block " + std::to_string(block);
}

}  // namespace driveproof
