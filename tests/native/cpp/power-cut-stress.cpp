// Opens power-cut sessions for a short time and stops and closes them at odd moments, while another
// thread takes snapshots. Run with sanitizers. Whatever was acknowledged must be on the drive.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <variant>

#include "../../../native/src/platform/folder.h"
#include "../../../native/src/power-cut/session.h"
#include "check.h"
#include "outcomes.h"

using namespace driveproof;

namespace {

power_cut::Plan small_plan() {
  power_cut::Plan plan;
  plan.run = 77;
  plan.slot_count = 31;
  plan.slot_blocks = 4;
  plan.slot_stride = 12;
  plan.append_every = 4;
  plan.log_records = 300;
  plan.names_every = 16;
  plan.name_limit = 40;
  plan.turn_ns = 3'000'000;
  plan.turn_operations = 50;
  return plan;
}

std::uint64_t newest_in(const power_cut::PlacesFound& file) {
  std::uint64_t newest = 0;
  for (const power_cut::RecordFound& record : file.places) {
    CHECK(record.whole);
    newest = std::max(newest, record.number);
  }
  return newest;
}

void live(const std::string& folder, int round) {
  CHECK(std::filesystem::create_directory(folder));
  const std::vector<std::size_t> modes{0, 1};
  Outcomes<power_cut::Outcome> outcomes;
  TaskThread<power_cut::PowerCutTasks> session(
      [&](power_cut::Outcome outcome) { outcomes.add(std::move(outcome)); });
  std::atomic<bool> looking{true};
  std::atomic<std::uint64_t> seen{0};
  std::thread looker([&] {
    while (looking.load()) {
      const power_cut::Snapshot snapshot = session.snapshot();
      if (snapshot.acknowledged.size() == modes.size()) {
        CHECK(snapshot.acknowledged[1] >= seen.load());
        seen = snapshot.acknowledged[1];
      }
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  session.hand_in(power_cut::PrepareRequest{folder, modes, small_plan()});
  if (round % 4 == 3) {
    session.close();
    session.join();
  } else {
    const auto prepared = std::get<power_cut::PrepareOutcome>(outcomes.wait_for(1));
    CHECK(prepared.ended_by == EndedBy::kComplete && !prepared.fault);
    session.hand_in(power_cut::RunRequest{});
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 10 * round));
    session.stop();
    const auto written = std::get<power_cut::RunOutcome>(outcomes.wait_for(2));
    CHECK(written.ended_by == EndedBy::kStopped && !written.fault);
    CHECK(written.acknowledged[1] >= seen.load());
    session.hand_in(power_cut::ReadBackRequest{folder, modes, small_plan()});
    const auto found = std::get<power_cut::ReadBackOutcome>(outcomes.wait_for(3));
    for (const power_cut::ModeFound& mode : found.modes) {
      CHECK(!mode.missing && !mode.fault && mode.slots.places.size() == 31);
    }
    const std::uint64_t newest =
        std::max(newest_in(found.modes[1].slots), newest_in(found.modes[1].log));
    // The newest record may be up to two operations older than the last acknowledged one, because
    // creating or renaming a file makes no record.
    CHECK(newest <= written.acknowledged[1] && newest + 2 >= written.acknowledged[1]);
  }
  looking = false;
  looker.join();
}

}  // namespace

int main(int count, char** arguments) {
  CHECK(count == 2);
  for (int round = 0; round < 8; ++round) {
    live(std::string(arguments[1]) + "/plug-" + std::to_string(round), round);
  }
  std::puts("all power-cut tests ended");
}
