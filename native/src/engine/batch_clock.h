#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "../platform/cycle_counter.h"
#include "../platform/platform.h"

namespace driveproof {

/** The monotonic clock, for timing the operations of a batch. */
struct MonotonicClock {
  static std::uint64_t read() { return platform::monotonic_ns(); }
  double ns_per_tick = 1;
};

/** The processor's counter, where the monotonic clock is made from it. */
struct CycleCounter {
  static std::uint64_t read() { return platform::cycle_count(); }
  double ns_per_tick;
};

/**
 * The counter, held against the clock for two milliseconds. Empty where there is none that the
 * clock is made from. Reads a file of the kernel.
 */
std::optional<CycleCounter> cycle_counter();

/**
 * Turns readings, of which each is the end of one operation and the start of the next, into
 * nanoseconds since the first of them.
 *
 * `bracket_ns` is what the monotonic clock says has passed, at least, between the first reading and
 * the last: it stands still while a computer sleeps, and the processor's counter goes on or starts
 * again from zero. Where more seems to have passed, one reading jumped, and the longest
 * operation, in which that was, gets what the others leave of the clock's time.
 */
void to_elapsed_ns(std::span<std::uint64_t> readings, double ns_per_tick,
                   std::uint64_t bracket_ns);

}  // namespace driveproof
