// Opens a session many times and stops and closes it at odd moments, while another thread takes
// snapshots. Run with the thread sanitizer.

#include <atomic>
#include <chrono>
#include <thread>
#include <variant>

#include "../../../native/src/engine/session.h"
#include "check.h"
#include "outcomes.h"

using namespace driveproof;

namespace {

void live(const char* directory, int round) {
  Outcomes<Outcome> outcomes;
  std::atomic<bool> looking{true};
  {
    TaskThread<FileTasks> session([&](Outcome outcome) { outcomes.add(std::move(outcome)); });
    std::thread looker([&] {
      while (looking.load()) {
        const Snapshot snapshot = session.snapshot();
        CHECK(snapshot.latency.counts.size() == snapshot.latency.values_ns.size());
        if (round % 3 == 0) {
          session.stop();
        }
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      }
    });
    const std::string name = "stress-" + std::to_string(round) + ".tmp";
    session.hand_in(PrepareRequest{{directory}, name, 512 * 4096, 4096, 7});
    const auto prepared = std::get<PrepareOutcome>(outcomes.wait_for(1));
    CHECK(!prepared.fault);
    if (prepared.ended_by == EndedBy::kComplete) {
      // If this system refuses the mode, measures the mode without a flush instead.
      const std::size_t mode = static_cast<std::size_t>(round) % prepared.modes.size();
      session.hand_in(
          MeasureRequest{prepared.modes[mode].refusal ? 0 : mode, 20'000'000, 1u << 30, 0, 2'000'000});
      const auto counts = std::get<MeasureOutcome>(outcomes.wait_for(2));
      CHECK(!counts.fault);
      session.hand_in(VerifyRequest{});
      const auto checked = std::get<VerifyOutcome>(outcomes.wait_for(3));
      CHECK(!checked.fault && checked.mismatch_count == 0);
      session.hand_in(ConcurrentRequest{AccessPattern::kRandom, 4096, 8, 70, 1'000'000,
                                        10'000'000, 1u << 30});
      const auto mixed = std::get<ConcurrentOutcome>(outcomes.wait_for(4));
      CHECK(!mixed.fault);
      session.hand_in(MeasureRequest{0, 1'000'000'000'000, ~std::uint64_t{0}});
    }
    looking = false;
    looker.join();
    if (round % 2 == 0) {
      session.close();
      session.join();
    }
  }  // the destructor closes and joins
  CHECK(std::holds_alternative<CloseOutcome>(outcomes.wait_for(outcomes.count())));
}

}  // namespace

int main(int count, char** arguments) {
  CHECK(count == 2);
  for (int round = 0; round < 14; ++round) {
    live(arguments[1], round);
  }
  std::puts("all sessions ended");
}
