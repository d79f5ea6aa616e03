// What the engine's platform code reports about a thread, on the real operating system.

#include <time.h>

#include <cstdint>
#include <cstdio>

#include "../../../native/src/platform/platform.h"
#include "check.h"

using namespace driveproof;

namespace {

std::uint64_t thread_clock_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

/**
 * Measures work much shorter than a timer tick, again and again: the reported CPU time must include
 * it at once. A count by ticks would nearly always be wrong; an interrupt makes a correct count
 * wrong now and then. Reading the thread's own clock would update the CPU time.
 */
void test_cpu_times_are_of_this_moment() {
  constexpr std::uint64_t kWorkNs = 300'000;
  constexpr std::uint64_t kAsidesNs = 50'000;  // duration of the calls, and rounding
  constexpr int kRepetitions = 50;
  int right = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const std::uint64_t clock_before = thread_clock_ns();
    const platform::CpuTimes before = platform::thread_cpu_times().value();
    const std::uint64_t start = platform::monotonic_ns();
    while (platform::monotonic_ns() - start < kWorkNs) {
    }
    const platform::CpuTimes after = platform::thread_cpu_times().value();
    const std::uint64_t worked = thread_clock_ns() - clock_before;
    const std::uint64_t counted =
        after.user_ns + after.system_ns - before.user_ns - before.system_ns;
    right += counted + kAsidesNs >= worked && counted <= worked + kAsidesNs ? 1 : 0;
  }
  CHECK(right >= kRepetitions * 4 / 5);
}

}  // namespace

int main() {
  test_cpu_times_are_of_this_moment();
  std::puts("the platform's file holds");
}
