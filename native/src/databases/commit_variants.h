#pragma once

#include <memory>
#include <span>
#include <string>

#include "database.h"

namespace driveproof {

/** One way to keep a database's journal, as NativeCommitVariant of native/index.ts. */
struct CommitVariant {
  const char* engine = nullptr;  // CommitEngine of electron/contract/run-plan.ts
  const char* variant = nullptr;
  std::string durable_settings;
  std::string relaxed_settings;
  const char* refusal = nullptr;  // nullptr when it can be used
  std::unique_ptr<Database> (*make)() = nullptr;
};

/** All that this system knows, in the order of measurement, also those built without. */
std::span<const CommitVariant> commit_variants();

/** The names of all files that any of them may make in its folder. */
std::span<const char* const> database_file_names();

}  // namespace driveproof
