#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace driveproof {

static_assert(std::endian::native == std::endian::little, "stamps and hashes are little-endian");

/**
 * xxHash64 of a piece of memory, as specified in
 * https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
 */
inline std::uint64_t xxhash64(const void* data, std::size_t bytes, std::uint64_t seed = 0) {
  constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87u;
  constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4Fu;
  constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9u;
  constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63u;
  constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5u;
  const auto round = [](std::uint64_t accumulator, std::uint64_t lane) {
    return std::rotl(accumulator + lane * kPrime2, 31) * kPrime1;
  };
  const auto merge = [&round](std::uint64_t hash, std::uint64_t accumulator) {
    return (hash ^ round(0, accumulator)) * kPrime1 + kPrime4;
  };
  const auto* at = static_cast<const unsigned char*>(data);
  const auto take = [&at]<typename Word>(Word word) {
    std::memcpy(&word, at, sizeof word);
    at += sizeof word;
    return static_cast<std::uint64_t>(word);
  };

  std::size_t left = bytes;
  std::uint64_t hash = seed + kPrime5;
  if (left >= 32) {
    std::uint64_t a = seed + kPrime1 + kPrime2;
    std::uint64_t b = seed + kPrime2;
    std::uint64_t c = seed;
    std::uint64_t d = seed - kPrime1;
    for (; left >= 32; left -= 32) {
      a = round(a, take(std::uint64_t{}));
      b = round(b, take(std::uint64_t{}));
      c = round(c, take(std::uint64_t{}));
      d = round(d, take(std::uint64_t{}));
    }
    hash = std::rotl(a, 1) + std::rotl(b, 7) + std::rotl(c, 12) + std::rotl(d, 18);
    hash = merge(merge(merge(merge(hash, a), b), c), d);
  }
  hash += bytes;
  for (; left >= 8; left -= 8) {
    hash = std::rotl(hash ^ round(0, take(std::uint64_t{})), 27) * kPrime1 + kPrime4;
  }
  for (; left >= 4; left -= 4) {
    hash = std::rotl(hash ^ (take(std::uint32_t{}) * kPrime1), 23) * kPrime2 + kPrime3;
  }
  for (; left > 0; --left) {
    hash = std::rotl(hash ^ (take(std::uint8_t{}) * kPrime5), 11) * kPrime1;
  }
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

}  // namespace driveproof
