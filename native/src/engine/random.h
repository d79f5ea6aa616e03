#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace driveproof {

inline constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15u;

/** The output function of SplitMix64 (Steele, Lea, Flood 2014). A bijection. */
constexpr std::uint64_t mix64(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

/** SplitMix64. One addition and one mix per number: cheap enough for the timed loop. */
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += kGolden;
    return mix64(state_);
  }

  /** Uniform in [0, count), by multiplication instead of division (Lemire 2019). */
  std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32);
  }

 private:
  std::uint64_t state_;
};

/**
 * Fills memory with incompressible bytes that depend only on (seed, stream), so that a comparison
 * can make them again. `bytes` is a multiple of 8.
 */
inline void fill_random(void* data, std::size_t bytes, std::uint64_t seed, std::uint64_t stream) {
  auto* at = static_cast<unsigned char*>(data);
  std::uint64_t counter = mix64(seed ^ mix64(stream + kGolden));
  for (std::size_t done = 0; done < bytes; done += 8) {
    counter += kGolden;
    const std::uint64_t word = mix64(counter);
    std::memcpy(at + done, &word, sizeof word);
  }
}

}  // namespace driveproof
