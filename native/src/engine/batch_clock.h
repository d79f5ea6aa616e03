#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "../platform/cycle_counter.h"
#include "../platform/platform.h"

namespace driveproof {

struct MonotonicClock {
  static std::uint64_t read() { return platform::monotonic_ns(); }
  double ns_per_tick = 1;
};

/** Usable only if the monotonic clock is derived from the processor's cycle counter. */
struct CycleCounter {
  static std::uint64_t read() { return platform::cycle_count(); }
  double ns_per_tick;
};

/**
 * Calibrates the cycle counter against the monotonic clock for two milliseconds. Empty if the clock
 * is not derived from the counter (see platform::clock_counts_cycles()).
 */
std::optional<CycleCounter> cycle_counter();

/**
 * Turns readings, each the end of one operation and the start of the next, into nanoseconds since
 * the first.
 *
 * `bracket_ns` is the monotonic clock's time around all readings. That clock stops while a computer
 * sleeps; the processor's counter continues or restarts from zero. If the readings span more than
 * `bracket_ns` allows, the counter jumped: the longest operation, which contains the jump, then
 * gets what the other operations leave of `bracket_ns`.
 */
void to_elapsed_ns(std::span<std::uint64_t> readings, double ns_per_tick,
                   std::uint64_t bracket_ns);

}  // namespace driveproof
