#include "commit_session.h"

#include "../engine/cpu_meter.h"
#include "../platform/first_failure.h"
#include "commit_variants.h"
#include "record_maker.h"

namespace driveproof {

namespace {

class Transactions {
 public:
  Transactions(Database& database, RecordMaker& records, const CommitRequest& request,
               Progress& progress, CommitOutcome& outcome)
      : database_(database),
        records_(records),
        request_(request),
        progress_(progress),
        outcome_(outcome) {}

  void run() {
    const std::uint64_t transaction_bytes =
        std::uint64_t{request_.records_per_transaction} *
        (std::uint64_t{request_.key_bytes} + request_.value_bytes);
    const std::uint64_t start = platform::monotonic_ns();
    const std::uint64_t deadline = start + request_.max_ns;
    progress_.started_ns.store(start, std::memory_order_relaxed);
    while (outcome_.transactions < request_.transactions) {
      if (!insert_all()) {
        return;
      }
      const std::uint64_t before = platform::monotonic_ns();
      if (auto fault = database_.commit()) {
        fail(std::move(fault));
        return;
      }
      const std::uint64_t now = platform::monotonic_ns();
      progress_.latency.record(now - before);
      progress_.add_bytes(transaction_bytes);
      ++outcome_.transactions;
      outcome_.records += request_.records_per_transaction;
      outcome_.elapsed_ns = now - start;
      progress_.operations.store(outcome_.transactions, std::memory_order_relaxed);
      if (now >= deadline && outcome_.transactions < request_.transactions) {
        outcome_.ended_by = EndedBy::kTime;
        return;
      }
    }
    outcome_.ended_by = EndedBy::kComplete;
  }

 private:
  bool insert_all() {
    if (auto fault = database_.begin()) {
      return fail(std::move(fault));
    }
    for (std::uint32_t index = 0; index < request_.records_per_transaction; ++index) {
      if (progress_.is_stopping()) [[unlikely]] {
        outcome_.ended_by = EndedBy::kStopped;
        return false;
      }
      if (auto fault = database_.insert(records_.make(outcome_.records + index))) [[unlikely]] {
        return fail(std::move(fault));
      }
    }
    return true;
  }

  bool fail(MaybeFault fault) {
    outcome_.ended_by = EndedBy::kError;
    outcome_.fault = std::move(fault);
    return false;
  }

  Database& database_;
  RecordMaker& records_;
  const CommitRequest& request_;
  Progress& progress_;
  CommitOutcome& outcome_;
};

/**
 * Runs transactions until the requested number is done, the time is over, a stop is requested or
 * the database fails. Runs on the session's thread.
 *
 * The measured time runs from the first begin to the last commit. It includes making the records
 * (some ten nanoseconds each), as every program must. The histogram has only the commit calls. A
 * transaction that was stopped halfway does not count and stays open.
 */
void run_transactions(Database& database, RecordMaker& records, const CommitRequest& request,
                      Progress& progress, CommitOutcome& outcome) {
  const CpuMeter cpu;
  Transactions(database, records, request, progress, outcome).run();
  outcome.cpu = cpu.used_in(outcome.elapsed_ns);
  outcome.latency = progress.latency.read();
}

MaybeFault count_records(Database& database, RecordMaker& records, Progress& progress,
                         std::uint64_t& found) {
  return database.visit([&](const Record& record) {
    if (records.is_genuine(record)) {
      ++found;
    }
    return !progress.is_stopping();
  });
}

/**
 * Adds the drive's first error to the outcome: the database may have continued after that error and
 * report none, or only a later one, such as a file system that is read-only by then.
 */
void name_first_failure(CommitOutcome& outcome) {
  int error = 0;
  const char* const call = driveproof_first_failure(&error);
  if (call == nullptr) {
    return;
  }
  if (!outcome.fault) {
    outcome.fault = platform::describe(call, error);
    outcome.ended_by = EndedBy::kError;
    outcome.records_found = std::nullopt;
    return;
  }
  Fault& fault = *outcome.fault;
  const Fault first = platform::describe(call, error);
  // Compares error names: a database's own error numbers begin at 1, like those of the system.
  if (fault.code != first.code && fault.system_code != first.code) {
    fault.message += "; before it " + first.syscall + ": " + first.message + " (" + first.code + ")";
    fault.os_code = error;
    fault.system_code = first.code;
  }
}

}  // namespace

CommitOutcome CommitTasks::perform(const CommitRequest& request, Progress& progress) {
  auto folder = std::make_unique<platform::PrivateFolder>();
  driveproof_forget_failures();
  CommitOutcome outcome = measure(request, *folder, progress);
  name_first_failure(outcome);
  outcome.file_bytes = folder->file_bytes();
  if (auto fault = folder->remove()) {
    left_over_.push_back(std::move(folder));  // close() tries again and reports a failure
    if (!drive_fault_ && platform::is_drive_failure(fault->os_code)) {
      drive_fault_ = std::move(fault);
    }
  }
  return outcome;
}

CloseOutcome CommitTasks::finish() {
  CloseOutcome outcome;
  outcome.fault = std::move(drive_fault_);
  for (const auto& folder : left_over_) {
    if (auto fault = folder->remove()) {
      outcome.folders.push_back(folder->whereabouts());
      // A failing drive is reported rather than a folder that is not empty.
      const bool is_first = !outcome.fault || platform::is_not_empty(outcome.fault->os_code);
      outcome.fault = is_first ? std::move(fault) : outcome.fault;
    }
  }
  left_over_.clear();
  return outcome;
}

CommitOutcome CommitTasks::measure(const CommitRequest& request, platform::PrivateFolder& folder,
                                   Progress& progress) {
  const CommitVariant& variant = commit_variants()[request.variant];
  RecordMaker records(request.key_bytes, request.value_bytes, request.seed);
  DatabaseSetup setup;
  setup.durability = request.durability;
  setup.records_per_transaction = request.records_per_transaction;
  setup.records = request.transactions * request.records_per_transaction;
  setup.record_bytes = request.key_bytes + request.value_bytes;
  const std::uint64_t total_bytes = setup.records * setup.record_bytes;

  CommitOutcome outcome;
  const auto failed = [&outcome](MaybeFault fault) {
    if (fault) {
      outcome.ended_by = EndedBy::kError;
      outcome.fault = std::move(fault);
    }
    return outcome.fault.has_value();
  };

  progress.begin(TaskKind::kPreparing, total_bytes);
  if (failed(folder.create(request.place, request.folder_name, database_file_names()))) {
    return outcome;
  }
  setup.folder = folder.path();
  auto database = variant.make();
  if (failed(database->open(setup)) || failed(folder.check())) {
    return outcome;
  }
  outcome.made = true;

  progress.begin(TaskKind::kMeasuring, total_bytes);
  run_transactions(*database, records, request, progress, outcome);
  outcome.checkpoints = database->checkpoints();
  if (outcome.ended_by != EndedBy::kError && outcome.ended_by != EndedBy::kStopped) {
    progress.task.store(TaskKind::kVerifying, std::memory_order_relaxed);
    if (failed(database->close())) {
      return outcome;
    }
    database = variant.make();
    setup.is_new = false;
    std::uint64_t found = 0;
    if (failed(database->open(setup)) ||
        failed(count_records(*database, records, progress, found))) {
      return outcome;
    }
    if (progress.is_stopping()) {
      outcome.ended_by = EndedBy::kStopped;
    } else {
      outcome.records_found = found;
    }
  }
  return outcome;
}

}  // namespace driveproof
