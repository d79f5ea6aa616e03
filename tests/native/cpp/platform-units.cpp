// What the platform's file says of a thread, on the machine itself.

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
 * Much shorter than a timer tick, again and again: nothing of it may be counted later. The thread's
 * own clock, which would bring the count up to date, is asked only before and after. A count by ticks
 * is wrong nearly every time; an interrupt between two of these calls makes one wrong now and then.
 */
void test_cpu_times_are_of_this_moment() {
  constexpr std::uint64_t kWorkNs = 300'000;
  constexpr std::uint64_t kAsidesNs = 50'000;  // the calls themselves, and whole microseconds
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
