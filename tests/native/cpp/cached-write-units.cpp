// Cached writes timed in batches: readings of a counter that jumps, and the loop on a real file with
// the processor's counter, with the clock, and with a counter that is wrong.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "../../../native/src/engine/batch_clock.h"
#include "../../../native/src/engine/cached_write_loop.h"
#include "../../../native/src/engine/file_work.h"
#include "check.h"

using namespace driveproof;

namespace {

using Readings = std::vector<std::uint64_t>;

Readings elapsed(Readings readings, double ns_per_tick, std::uint64_t bracket_ns) {
  to_elapsed_ns(readings, ns_per_tick, bracket_ns);
  return readings;
}

void test_readings_become_nanoseconds() {
  CHECK((elapsed({1000, 1200, 1204, 5000}, 0.5, 2100) == Readings{0, 100, 102, 2000}));
  // The counter's start value, which grows with the computer's uptime, does not change the result.
  const std::uint64_t late = std::uint64_t{1} << 62;
  CHECK((elapsed({late, late + 3, late + 1'000'003}, 1, 1'000'010) == Readings{0, 3, 1'000'003}));
  CHECK((elapsed({7}, 0.5, 0) == Readings{0}));
  // The clock is read before and after the counter, so its time may be longer than the counter's;
  // the difference is not added to any operation.
  CHECK((elapsed({0, 1000, 2000}, 1, 4'000'000) == Readings{0, 1000, 2000}));
}

void test_jumps_are_taken_out() {
  // The counter ran on during an hour of sleep in the second operation; the clock did not.
  const std::uint64_t hour = 7'200'000'000'000;
  CHECK((elapsed({0, 2000, 4000 + hour, 6000 + hour}, 0.5, 3000) ==
         Readings{0, 1000, 2000, 3000}));
  // The counter began again from zero in the last operation.
  CHECK((elapsed({5'000'000, 5'002'000, 5'004'000, 90}, 0.5, 3000) ==
         Readings{0, 1000, 2000, 3000}));

  // With one jump anywhere in a batch, forwards or back to near zero, the times of all other
  // operations stay right.
  Random random(5);
  for (int batch = 0; batch < 20'000; ++batch) {
    const double ns_per_tick = 0.2 + 0.1 * random.below(9);
    const std::size_t count = 1 + random.below(64);
    const std::size_t jump_at = 1 + random.below(static_cast<std::uint32_t>(count));
    const bool forwards = random.below(2) == 0;
    std::uint64_t now = (std::uint64_t{1} << 40) + random.below(1'000'000'000);
    Readings readings{now};
    Readings truth;
    double true_ns = 0;
    for (std::size_t index = 1; index <= count; ++index) {
      const std::uint64_t ticks = 1 + random.below(20'000);
      true_ns += static_cast<double>(ticks) * ns_per_tick;
      truth.push_back(ticks);
      now += ticks;
      if (index == jump_at) {
        now = forwards ? now + 50'000'000'000 + random.below(1u << 31) : random.below(1000);
      }
      readings.push_back(now);
    }
    const auto bracket_ns = static_cast<std::uint64_t>(true_ns) + random.below(200);
    const Readings ns = elapsed(readings, ns_per_tick, bracket_ns);
    CHECK(ns.front() == 0 && ns.back() <= bracket_ns && ns.back() + 2 >= bracket_ns);
    for (std::size_t index = 1; index <= count; ++index) {
      CHECK(ns[index] >= ns[index - 1]);
      const double took = static_cast<double>(truth[index - 1]) * ns_per_tick;
      const double found = static_cast<double>(ns[index] - ns[index - 1]);
      CHECK(found >= took - 2 && found <= took + (index == jump_at ? 203 : 2));
    }
  }

  // Two jumps in one batch cannot both be found, but no time goes backwards or beyond the clock's.
  const Readings twice = elapsed({0, 9'000'000, 9'001'000, 20'000'000, 20'001'000}, 1, 10'000);
  CHECK(std::is_sorted(twice.begin(), twice.end()) && twice.back() <= 12'000);
  const Readings wild = elapsed({50, ~std::uint64_t{0}, 60, 70, 3}, 1, 10'000);
  CHECK(std::is_sorted(wild.begin(), wild.end()) && wild.back() <= 12'000);
}

/**
 * The counter is used exactly if the kernel's clock is derived from it, and agrees with the clock.
 */
void test_counter() {
  std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string source;
  file >> source;
#if defined(__x86_64__)
  CHECK(platform::clock_counts_cycles() == (source == "tsc"));
#endif
  const auto counter = cycle_counter();
  CHECK(counter.has_value() == platform::clock_counts_cycles());
  if (!counter) {
    return;
  }
  constexpr std::uint64_t kWaitNs = 50'000'000;
  const std::uint64_t start_ns = platform::monotonic_ns();
  const std::uint64_t start = CycleCounter::read();
  while (platform::monotonic_ns() - start_ns < kWaitNs) {
  }
  const std::uint64_t ticks = CycleCounter::read() - start;
  const std::uint64_t outside_ns = platform::monotonic_ns() - start_ns;
  const double inside_ns = static_cast<double>(ticks) * counter->ns_per_tick;
  CHECK(inside_ns <= static_cast<double>(outside_ns) * 1.001);
  CHECK(inside_ns >= static_cast<double>(kWaitNs) * 0.5);
}

/** Rounds of 60 ms on one file. */
class Rounds {
 public:
  explicit Rounds(const std::string& directory) {
    const PrepareRequest request{{directory}, ".driveproof-units.tmp", 4u << 20, 4096, 7};
    CHECK(!prepare(file_, request, progress_).fault);
  }
  ~Rounds() { CHECK(!file_.remove()); }

  struct Round {
    MeasureOutcome outcome;
    std::uint64_t wall_ns;
    std::uint64_t median_ns;
  };

  Round run(const std::optional<CycleCounter>& counter) {
    progress_.begin(TaskKind::kMeasuring, 0);
    const std::uint64_t before = file_.sequence();
    const Random order(++seed_);
    const MeasureRequest request{0, 60'000'000, ~std::uint64_t{0}, 0};
    Round round;
    const std::uint64_t start = platform::monotonic_ns();
    CHECK(rewrite_in_batches(file_, request, order, counter, progress_, round.outcome));
    round.wall_ns = platform::monotonic_ns() - start;
    file_.note_rewrites(order, before, file_.sequence(), false);
    round.outcome.latency = progress_.latency.read();
    round.median_ns = median_of(round.outcome);
    check_whole(round, file_.sequence() - before);
    return round;
  }

 private:
  static std::uint64_t median_of(const MeasureOutcome& outcome) {
    std::uint64_t below = 0;
    for (std::size_t index = 0; index < outcome.latency.counts.size(); ++index) {
      below += outcome.latency.counts[index];
      if (2 * below >= outcome.operations) {
        return outcome.latency.values_ns[index];
      }
    }
    return 0;
  }

  static void check_whole(const Round& round, std::uint64_t written) {
    const MeasureOutcome& outcome = round.outcome;
    std::uint64_t counted = 0;
    for (const std::uint64_t count : outcome.latency.counts) {
      counted += count;
    }
    CHECK(outcome.operations > 0 && outcome.operations == written && counted == written);
    CHECK(outcome.bytes == written * 4096);
    CHECK(outcome.latency.sum_ns == outcome.elapsed_ns);
    CHECK(outcome.timeline.elapsed_ns == outcome.elapsed_ns);
    CHECK(outcome.elapsed_ns >= 60'000'000 - 2);
  }

  TestFile file_;
  Progress progress_;
  std::uint64_t seed_ = 0;
};

void test_loop(const std::string& directory) {
  Rounds rounds(directory);
  const auto counter = cycle_counter();
  std::vector<std::uint64_t> by_counter;
  std::vector<std::uint64_t> by_clock;
  for (int repetition = 0; repetition < 5; ++repetition) {
    const Rounds::Round counted = rounds.run(counter);
    const Rounds::Round clocked = rounds.run(std::nullopt);
    // The elapsed time does not include the pauses between batches.
    CHECK(counted.outcome.elapsed_ns < counted.wall_ns * 1.001);
    CHECK(clocked.outcome.elapsed_ns < clocked.wall_ns);
    by_counter.push_back(counted.median_ns);
    by_clock.push_back(clocked.median_ns);
  }
  // Latencies by counter and by clock agree, except for the time of the reading itself.
  std::sort(by_counter.begin(), by_counter.end());
  std::sort(by_clock.begin(), by_clock.end());
  CHECK(by_counter[2] * 3 > by_clock[2] * 2 && by_counter[2] * 2 < by_clock[2] * 3);

  // A counter that runs a thousand times too fast cannot make the elapsed time longer than it was.
  const Rounds::Round wrong = rounds.run(CycleCounter{1000});
  CHECK(wrong.outcome.elapsed_ns < wrong.wall_ns * 1.2);
}

}  // namespace

int main(int, char** arguments) {
  test_readings_become_nanoseconds();
  test_jumps_are_taken_out();
  test_counter();
  test_loop(arguments[1]);
  std::puts("batches hold");
}
