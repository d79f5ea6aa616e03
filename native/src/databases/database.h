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
using platform::MaybeFault;

/** What a commit() waits for before it returns. */
enum class Durability : std::uint8_t {
  kDurable,  // waits until the database believes the data is on permanent storage
  kNormal,   // waits for nothing, but the log is flushed before a checkpoint
  kRelaxed,  // waits for nothing, and nothing is flushed
};

struct Record {
  std::span<const unsigned char> key;
  std::span<const unsigned char> value;
};

struct DatabaseSetup {
  std::string folder;  // UTF-8; belongs to the database, which makes all of its files there
  Durability durability = Durability::kDurable;
  bool is_new = true;  // false: opens an existing database
  std::uint64_t records = 0;
  std::uint32_t records_per_transaction = 0;
  std::uint32_t record_bytes = 0;  // length of key and value together
};

/**
 * A database under test, used on one thread. After a failed call only the destructor may be called;
 * it releases everything without making anything durable.
 */
class Database {
 public:
  Database() = default;
  virtual ~Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /** Opens the database. Returns a fault if other settings are in force than the requested ones. */
  virtual MaybeFault open(const DatabaseSetup& setup) = 0;

  virtual MaybeFault begin() = 0;
  virtual MaybeFault insert(const Record& record) = 0;
  virtual MaybeFault commit() = 0;

  /** Number of checkpoints of the write-ahead log since open(); empty without such a log. */
  virtual std::optional<std::uint64_t> checkpoints() const { return std::nullopt; }

  /** Called with every committed record, in no particular order, until it returns false. */
  using Visitor = std::function<bool(const Record&)>;
  virtual MaybeFault visit(const Visitor& visitor) = 0;

  /** Closes cleanly, with everything written to the file. Not allowed during a transaction. */
  virtual MaybeFault close() = 0;
};

}  // namespace driveproof
