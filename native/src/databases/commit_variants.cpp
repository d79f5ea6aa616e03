#include "commit_variants.h"

#include <array>

namespace driveproof {

namespace {

constexpr std::array kFileNames{
    "records.log",                                                             //
    "records.db",  "records.db-wal", "records.db-shm", "records.db-journal",  // files of SQLite
    "records.mdbx", "records.mdbx-lck",
};

}  // namespace

std::span<const CommitVariant> commit_variants() {
  // The list is never destroyed: a session's thread may still use it when the process calls exit().
  static const auto& variants = *[] {
    auto* all = new std::vector<CommitVariant>;
    add_append_log_variants(*all);
    add_sqlite_variants(*all);
    add_mdbx_variants(*all);
    return all;
  }();
  return variants;
}

std::span<const char* const> database_file_names() { return kFileNames; }

}  // namespace driveproof
