#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "database.h"

namespace driveproof {

/** One database and journal mode; see NativeCommitVariant in native/index.ts. */
struct CommitVariant {
  const char* database = nullptr;  // CommitDatabase of electron/contract/workloads/commits.ts
  const char* variant = nullptr;
  std::string durable_settings;
  std::optional<std::string> normal_settings;  // nothing: the variant has no Durability::kNormal
  std::string relaxed_settings;
  const char* refusal = nullptr;  // nullptr if this build can use the variant
  std::unique_ptr<Database> (*make)() = nullptr;
};

/** All variants of this system in the order of measurement, including those this build lacks. */
std::span<const CommitVariant> commit_variants();

// Adds the variants of one database; defined in that database's source file.

/**
 * The append-only log: one file, the least that a database must do for a durable commit. A record
 * is a header, a key and a value. A transaction is one write of its records and a commit mark and,
 * when durable, one flush. Records after the last intact commit mark do not count.
 */
void add_append_log_variants(std::vector<CommitVariant>& variants);

/**
 * SQLite with a write-ahead log and with a rollback journal: durable with synchronous=FULL, relaxed
 * with OFF, with the write-ahead log also NORMAL. If the system has a stronger flush than the usual
 * one, each also with that flush (PRAGMA fullfsync).
 */
void add_sqlite_variants(std::vector<CommitVariant>& variants);

/** libmdbx: durable with MDBX_SYNC_DURABLE, relaxed with MDBX_SAFE_NOSYNC. */
void add_mdbx_variants(std::vector<CommitVariant>& variants);

/** All files that any variant may make in its folder. */
std::span<const char* const> database_file_names();

}  // namespace driveproof
