// Commits durably and says so, until it is killed; then, called again, counts what is there.
//
//   commit-witness write VARIANT FOLDER   one line per confirmed commit, written at once
//   commit-witness count VARIANT FOLDER   "GENUINE of ALL": records as written, and all records

#include <unistd.h>

#include <cstdio>
#include <string>

#include "../../../native/src/databases/commit_variants.h"
#include "../../../native/src/databases/record_maker.h"
#include "check.h"

using namespace driveproof;

namespace {

constexpr std::uint32_t kRecordsPerTransaction = 10;

const CommitVariant& variant_called(const std::string& name) {
  for (const CommitVariant& variant : commit_variants()) {
    if (name == variant.variant) {
      return variant;
    }
  }
  std::fprintf(stderr, "no variant %s\n", name.c_str());
  std::exit(2);
}

void expect_no_fault(const std::optional<Fault>& fault) {
  if (fault) {
    std::fprintf(stderr, "%s: %s (%s)\n", fault->syscall.c_str(), fault->message.c_str(),
                 fault->code.c_str());
    std::exit(1);
  }
}

[[noreturn]] void write_until_killed(Database& database, RecordMaker& records) {
  for (std::uint64_t transaction = 0;; ++transaction) {
    expect_no_fault(database.begin());
    for (std::uint32_t index = 0; index < kRecordsPerTransaction; ++index) {
      expect_no_fault(database.insert(records.make(transaction * kRecordsPerTransaction + index)));
    }
    expect_no_fault(database.commit());
    const std::string line = std::to_string(transaction + 1) + "\n";
    CHECK(write(STDOUT_FILENO, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
  }
}

void count(Database& database, RecordMaker& records) {
  std::uint64_t genuine = 0;
  std::uint64_t all = 0;
  expect_no_fault(database.visit([&](const Record& record) {
    genuine += records.is_genuine(record) ? 1 : 0;
    ++all;
    return true;
  }));
  expect_no_fault(database.close());
  std::printf("%llu of %llu\n", static_cast<unsigned long long>(genuine),
              static_cast<unsigned long long>(all));
}

}  // namespace

int main(int argument_count, char** arguments) {
  CHECK(argument_count == 4);
  const bool writes = std::string(arguments[1]) == "write";
  const CommitVariant& variant = variant_called(arguments[2]);
  CHECK(variant.refusal == nullptr);
  RecordMaker records(16, 100, 7);
  DatabaseSetup setup;
  setup.folder = arguments[3];
  setup.is_new = writes;
  setup.records = 1'000'000;
  setup.records_per_transaction = kRecordsPerTransaction;
  setup.record_bytes = 116;
  const auto database = variant.make();
  expect_no_fault(database->open(setup));
  if (writes) {
    write_until_killed(*database, records);
  }
  count(*database, records);
}
