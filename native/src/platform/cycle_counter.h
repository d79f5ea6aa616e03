#pragma once

#include <cstdint>

namespace driveproof::platform {

// The processor's counter of cycles at a constant rate, for the loops in which reading the clock
// shows. Only there where the kernel itself trusts it to be one and the same on every processor.

#if defined(__linux__) && defined(__x86_64__)

/** Whether the monotonic clock is made from it (Linux: clock source "tsc"). May change. */
bool clock_counts_cycles();

/** Takes a third of the time of monotonic_ns(), which reads it too and then scales it. */
inline std::uint64_t cycle_count() { return __builtin_ia32_rdtsc(); }

#else

constexpr bool clock_counts_cycles() { return false; }
constexpr std::uint64_t cycle_count() { return 0; }

#endif

}  // namespace driveproof::platform
