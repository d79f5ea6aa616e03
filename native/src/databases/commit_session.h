#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "../engine/task_thread.h"
#include "../engine/tasks.h"
#include "../platform/private_folder.h"
#include "database.h"

namespace driveproof {

// Requests to a commit session and their outcomes. Plain data, handed between threads.

struct CommitRequest {
  std::size_t variant = 0;  // index into commit_variants()
  Durability durability = Durability::kDurable;
  platform::Place place;
  std::string folder_name;
  std::uint32_t records_per_transaction = 0;
  std::uint64_t transactions = 0;
  std::uint32_t key_bytes = 0;
  std::uint32_t value_bytes = 0;
  std::uint64_t max_ns = 0;
  std::uint64_t seed = 0;
};

struct CommitOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // possible ends: kComplete, kTime, kStopped, kError
  MaybeFault fault;
  bool made = false;  // false: no database could be made
  std::uint64_t transactions = 0;
  std::uint64_t records = 0;
  std::optional<std::uint64_t> records_found;
  std::optional<std::uint64_t> checkpoints;  // checkpoints while the transactions ran
  std::uint64_t file_bytes = 0;
  std::uint64_t elapsed_ns = 0;
  std::optional<platform::CpuTimes> cpu;
  LatencyCounts latency;  // one entry per commit call
};

/** Each request makes a new database, fills it with transactions and removes it. */
class CommitTasks {
 public:
  using Request = std::variant<CommitRequest>;
  using Outcome = std::variant<CommitOutcome, CloseOutcome>;
  using Progress = driveproof::Progress;

  CommitOutcome perform(const CommitRequest& request, Progress& progress);

  /** Tries once more to remove folders that could not be removed before. */
  CloseOutcome finish();

 private:
  CommitOutcome measure(const CommitRequest& request, platform::PrivateFolder& folder,
                        Progress& progress);

  std::vector<std::unique_ptr<platform::PrivateFolder>> left_over_;
  MaybeFault drive_fault_;  // error of a removal that may have succeeded since
};

}  // namespace driveproof
