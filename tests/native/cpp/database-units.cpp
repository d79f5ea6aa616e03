// Tests the records, and the append-only log after torn writes. Run with the address sanitizer.
// Built without SQLite and libmdbx, so it also tests how the engine reports their absence.

#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "../../../native/src/databases/commit_variants.h"
#include "../../../native/src/databases/log_reader.h"
#include "../../../native/src/databases/record_maker.h"
#include "check.h"

using namespace driveproof;

namespace {

std::string text_of(std::span<const unsigned char> bytes) {
  return {bytes.begin(), bytes.end()};
}

void test_records() {
  RecordMaker maker(16, 100, 7);
  std::set<std::string> keys;
  std::set<std::string> values;
  for (std::uint64_t index = 0; index < 20000; ++index) {
    const Record record = maker.make(index);
    keys.insert(text_of(record.key));
    values.insert(text_of(record.value));
  }
  CHECK(keys.size() == 20000 && values.size() == 20000);
  CHECK(keys.begin()->size() == 16 && values.begin()->size() == 100);

  // Keys of the least length are unique, too.
  RecordMaker brief(8, 1, 7);
  keys.clear();
  for (std::uint64_t index = 0; index < 20000; ++index) {
    keys.insert(text_of(brief.make(index).key));
  }
  CHECK(keys.size() == 20000);
}

void test_genuineness() {
  RecordMaker maker(16, 100, 7);
  RecordMaker other_seed(16, 100, 8);
  RecordMaker longer(16, 101, 7);
  const Record made = maker.make(123);
  const std::string key = text_of(made.key);
  const std::string value = text_of(made.value);
  const auto record_of = [](const std::string& key, const std::string& value) {
    const auto bytes = [](const std::string& text) {
      return std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    };
    return Record{bytes(key), bytes(value)};
  };
  CHECK(maker.is_genuine(record_of(key, value)));
  CHECK(!other_seed.is_genuine(record_of(key, value)));
  CHECK(!longer.is_genuine(record_of(key, value)));
  CHECK(!maker.is_genuine(record_of(key, "")));
  CHECK(!maker.is_genuine(record_of("", value)));
  for (const std::size_t place : {std::size_t{0}, std::size_t{7}, std::size_t{15}}) {
    std::string changed = key;
    changed[place] ^= 1;
    CHECK(!maker.is_genuine(record_of(changed, value)));
  }
  for (const std::size_t place : {std::size_t{0}, std::size_t{50}, std::size_t{99}}) {
    std::string changed = value;
    changed[place] ^= 1;
    CHECK(!maker.is_genuine(record_of(key, changed)));
  }
}

constexpr std::size_t kTransactionBytes = 3 * (sizeof(LogHeader) + 116) + sizeof(LogHeader);

DatabaseSetup setup_in(const std::string& folder, bool is_new) {
  DatabaseSetup setup;
  setup.folder = folder;
  setup.is_new = is_new;
  setup.records_per_transaction = 3;
  setup.records = 30;
  setup.record_bytes = 116;
  return setup;
}

/** Writes ten transactions of three records; returns the content of the log file. */
std::string write_log(const CommitVariant& log, const std::string& folder) {
  RecordMaker maker(16, 100, 7);
  const auto database = log.make();
  CHECK(!database->open(setup_in(folder, true)));
  for (std::uint64_t transaction = 0; transaction < 10; ++transaction) {
    CHECK(!database->begin());
    for (std::uint64_t index = 0; index < 3; ++index) {
      CHECK(!database->insert(maker.make(transaction * 3 + index)));
    }
    CHECK(!database->commit());
  }
  CHECK(!database->close());
  std::ifstream file(folder + "/records.log", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/** Returns how many records a log with this content has; all of them must be genuine. */
int count_in(const CommitVariant& log, const std::string& folder, const std::string& content) {
  std::ofstream(folder + "/records.log", std::ios::binary | std::ios::trunc) << content;
  RecordMaker maker(16, 100, 7);
  const auto database = log.make();
  CHECK(!database->open(setup_in(folder, false)));
  int count = 0;
  CHECK(!database->visit([&](const Record& record) {
    CHECK(maker.is_genuine(record));
    ++count;
    return true;
  }));
  return count;
}

void test_log(const std::string& folder) {
  const CommitVariant& log = commit_variants().front();
  CHECK(std::strcmp(log.variant, "log") == 0);
  const std::string whole = write_log(log, folder);
  CHECK(whole.size() == 10 * kTransactionBytes);
  CHECK(count_in(log, folder, whole) == 30);
  CHECK(count_in(log, folder, "") == 0);

  // A log that is cut off anywhere has exactly its complete transactions.
  for (std::size_t bytes = 0; bytes <= whole.size(); bytes += 23) {
    const int transactions = static_cast<int>(bytes / kTransactionBytes);
    CHECK(count_in(log, folder, whole.substr(0, bytes)) == 3 * transactions);
  }
  // A log with a changed byte has exactly the transactions before that byte.
  for (std::size_t place = 0; place < whole.size(); place += 61) {
    std::string changed = whole;
    changed[place] ^= 0x10;
    const int transactions = static_cast<int>(place / kTransactionBytes);
    CHECK(count_in(log, folder, changed) == 3 * transactions);
  }
  // The log ends before a transaction that is out of sequence, repeated or of another log.
  const std::string first = whole.substr(0, kTransactionBytes);
  const std::string second = whole.substr(kTransactionBytes, kTransactionBytes);
  CHECK(count_in(log, folder, first + whole.substr(2 * kTransactionBytes)) == 3);
  CHECK(count_in(log, folder, first + second + second) == 6);
  CHECK(count_in(log, folder, second) == 0);
  CHECK(count_in(log, folder, first + std::string(4096, '\0')) == 3);
}

void test_variants_without_databases() {
  std::vector<std::string> refusals;
  for (const CommitVariant& variant : commit_variants()) {
    if (variant.refusal == nullptr) {
      CHECK(std::strcmp(variant.database, "append-log") == 0);
      continue;
    }
    CHECK(variant.make() == nullptr);
    refusals.push_back(std::string(variant.database) + ": " + variant.refusal);
  }
  const std::set<std::string> different(refusals.begin(), refusals.end());
  CHECK((different == std::set<std::string>{"mdbx: built without libmdbx",
                                            "sqlite: built without SQLite"}));
}

}  // namespace

int main(int argument_count, char** arguments) {
  CHECK(argument_count == 2);
  test_records();
  test_genuineness();
  test_log(arguments[1]);
  test_variants_without_databases();
  std::puts("all units hold");
}
