#include "commit_loop.h"

#include "../engine/cpu_meter.h"

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

}  // namespace

void run_transactions(Database& database, RecordMaker& records, const CommitRequest& request,
                      Progress& progress, CommitOutcome& outcome) {
  const CpuMeter cpu;
  Transactions(database, records, request, progress, outcome).run();
  outcome.cpu = cpu.used_in(outcome.elapsed_ns);
  outcome.latency = progress.latency.read();
}

}  // namespace driveproof
