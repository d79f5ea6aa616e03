#include "batch_clock.h"

#include <algorithm>
#include <cstddef>

namespace driveproof {

namespace {

struct BothReadings {
  std::uint64_t cycles = 0;
  std::uint64_t ns = 0;
};

/** Reads cycle counter and clock together; of several tries the one that took the fewest cycles. */
BothReadings read_both() {
  constexpr int kTries = 16;
  BothReadings best;
  std::uint64_t narrowest = ~std::uint64_t{0};
  for (int tries = 0; tries < kTries; ++tries) {
    const std::uint64_t before = platform::cycle_count();
    const std::uint64_t ns = platform::monotonic_ns();
    const std::uint64_t gap = platform::cycle_count() - before;
    if (gap < narrowest) {
      narrowest = gap;
      best = {before + gap / 2, ns};
    }
  }
  return best;
}

double ns_per_cycle(const BothReadings& start, const BothReadings& end) {
  return static_cast<double>(end.ns - start.ns) / static_cast<double>(end.cycles - start.cycles);
}

BothReadings read_both_after(const BothReadings& start, std::uint64_t wait_ns) {
  while (platform::monotonic_ns() - start.ns < wait_ns) {
  }
  return read_both();
}

}  // namespace

std::optional<CycleCounter> cycle_counter() {
  // Length of half the calibration, in nanoseconds. A reading of the clock is uncertain by some 20
  // ns, 1/50000 of that length.
  constexpr std::uint64_t kHalfNs = 1'000'000;
  if (!platform::clock_counts_cycles()) {
    return std::nullopt;
  }
  const BothReadings start = read_both();
  const BothReadings middle = read_both_after(start, kHalfNs);
  const BothReadings end = read_both_after(middle, kHalfNs);
  // If the computer slept during one half, the cycle counter ran on and the clock did not: the two
  // halves then disagree, and the counter is not used.
  const double first_half = ns_per_cycle(start, middle);
  const double second_half = ns_per_cycle(middle, end);
  const bool agree = first_half < second_half * 1.01 && second_half < first_half * 1.01;
  return agree ? std::optional(CycleCounter{ns_per_cycle(start, end)}) : std::nullopt;
}

void to_elapsed_ns(std::span<std::uint64_t> readings, double ns_per_tick,
                   std::uint64_t bracket_ns) {
  // Allows the readings to exceed the clock's time by 1/128 and 1 µs: far more than the error of
  // the calibration, and less than any sleep.
  const std::uint64_t allowed_ns = bracket_ns + bracket_ns / 128 + 1000;
  const auto to_ns = [&](std::uint64_t ticks) { return static_cast<double>(ticks) * ns_per_tick; };

  // Finds the reading at which the counter jumped. In an unsigned number a jump back looks like a
  // very long jump forward, so subtracting the surplus corrects both directions.
  const std::uint64_t first = readings.front();
  const std::uint64_t seeming = readings.back() - first;
  std::size_t jumped = readings.size();
  std::uint64_t surplus = 0;
  if (to_ns(seeming) > static_cast<double>(allowed_ns)) {
    surplus = seeming - static_cast<std::uint64_t>(static_cast<double>(bracket_ns) / ns_per_tick);
    std::uint64_t longest = 0;
    for (std::size_t index = 1; index < readings.size(); ++index) {
      if (const std::uint64_t took = readings[index] - readings[index - 1]; took > longest) {
        longest = took;
        jumped = index;
      }
    }
  }
  // Clamps each time, because the counter may have jumped twice in one batch.
  double elapsed_ns = 0;
  for (std::size_t index = 0; index < readings.size(); ++index) {
    const double ns = to_ns(readings[index] - first - (index < jumped ? 0 : surplus));
    elapsed_ns = std::clamp(ns, elapsed_ns, static_cast<double>(allowed_ns));
    readings[index] = static_cast<std::uint64_t>(elapsed_ns);
  }
}

}  // namespace driveproof
