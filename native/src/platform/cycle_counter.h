#pragma once

#include <cstdint>

namespace driveproof::platform {

// The processor's cycle counter, for loops in which the cost of reading the clock shows. Used only
// if the kernel trusts it to run at a constant rate and alike on every processor.

#if defined(__linux__) && defined(__x86_64__)

/** Whether the monotonic clock uses the cycle counter (Linux: "tsc"); may change at any time. */
bool clock_counts_cycles();

/** Reads the counter. Costs a third of monotonic_ns(), which also scales what it reads. */
inline std::uint64_t cycle_count() { return __builtin_ia32_rdtsc(); }

#else

constexpr bool clock_counts_cycles() { return false; }
constexpr std::uint64_t cycle_count() { return 0; }

#endif

}  // namespace driveproof::platform
