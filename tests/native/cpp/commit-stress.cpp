// Opens a commit session many times and stops and closes it at odd moments, while another thread
// takes snapshots. Run with the thread sanitizer.

#include <atomic>
#include <chrono>
#include <thread>

#include "../../../native/src/databases/commit_session.h"
#include "check.h"
#include "outcomes.h"

using namespace driveproof;

namespace {

CommitRequest request_in(const char* directory, int round, std::uint64_t transactions) {
  CommitRequest request;
  request.place.directory = directory;
  request.folder_name = "stress-" + std::to_string(round);
  request.records_per_transaction = 10;
  request.transactions = transactions;
  request.key_bytes = 16;
  request.value_bytes = 100;
  request.max_ns = 3'600'000'000'000;
  request.durability = round % 2 == 0 ? Durability::kDurable : Durability::kRelaxed;
  return request;
}

void live(const char* directory, int round) {
  Outcomes<CommitTasks::Outcome> outcomes;
  std::atomic<bool> looking{true};
  {
    TaskThread<CommitTasks> session(
        [&](CommitTasks::Outcome outcome) { outcomes.add(std::move(outcome)); });
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
    session.hand_in(request_in(directory, round, 20));
    const auto counts = std::get<CommitOutcome>(outcomes.wait_for(1));
    CHECK(!counts.fault && counts.made);
    if (counts.ended_by == EndedBy::kComplete) {
      CHECK(counts.records == 200 && counts.records_found == 200u);
    }
    session.hand_in(request_in(directory, round, 1'000'000'000));
    looking = false;
    looker.join();
    if (round % 2 == 0) {
      session.close();
      session.join();
    }
  }  // the destructor closes and joins
  CHECK(std::holds_alternative<CloseOutcome>(outcomes.wait_for(3)));
}

}  // namespace

int main(int count, char** arguments) {
  CHECK(count == 2);
  for (int round = 0; round < 14; ++round) {
    live(arguments[1], round);
  }
  std::puts("all sessions ended");
}
