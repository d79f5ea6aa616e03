#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "../platform/platform.h"

namespace driveproof {

using platform::Fault;

/** Whether a commit waits until the database believes the data in permanent storage, or does not. */
enum class Durability : std::uint8_t { kDurable, kRelaxed };

struct Record {
  std::span<const unsigned char> key;
  std::span<const unsigned char> value;
};

struct DatabaseSetup {
  std::string folder;  // UTF-8; the database's own, in which it makes all of its files
  Durability durability = Durability::kDurable;
  bool is_new = true;  // otherwise the database is there already
  std::uint64_t records = 0;
  std::uint32_t records_per_transaction = 0;
  std::uint32_t record_bytes = 0;  // key and value
};

/**
 * A database under test. All calls are made on one thread; a call that fails is the last but for
 * the destructor, which gives everything back without making anything durable.
 */
class Database {
 public:
  Database() = default;
  virtual ~Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /** Also compares the settings in force with those asked for: another one is a fault. */
  virtual std::optional<Fault> open(const DatabaseSetup& setup) = 0;

  virtual std::optional<Fault> begin() = 0;
  virtual std::optional<Fault> insert(const Record& record) = 0;
  virtual std::optional<Fault> commit() = 0;

  /** Called with every committed record, in no particular order, until it returns false. */
  using Visitor = std::function<bool(const Record&)>;
  virtual std::optional<Fault> visit(const Visitor& visitor) = 0;

  /** Closes in good order, with everything brought to the file. No transaction is open. */
  virtual std::optional<Fault> close() = 0;
};

}  // namespace driveproof
