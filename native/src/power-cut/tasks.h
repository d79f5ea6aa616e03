#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "../engine/tasks.h"
#include "../platform/platform.h"
#include "record.h"
#include "schedule.h"

namespace driveproof::power_cut {

// Requests to a power-cut session and their outcomes. Plain data, handed between threads.

struct PrepareRequest {
  std::string folder;              // path in UTF-8 of an existing folder
  std::vector<std::size_t> modes;  // indices into platform::modes(), in the order of their turns
  Plan plan;
};

struct RunRequest {};

/** The files to read back, described as they were for the preparation. */
struct ReadBackRequest : PrepareRequest {};

using Request = std::variant<PrepareRequest, RunRequest, ReadBackRequest>;

struct PreparedMode {
  const platform::Mode* mode = nullptr;
  std::string system_call;
  std::string name_call;
  MaybeFault refusal;       // why the mode cannot be tested in this folder
  MaybeFault name_refusal;  // why the mode's file names cannot be tested
};

struct PrepareOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // possible ends: kComplete, kStopped, kError
  MaybeFault fault;
  std::vector<PreparedMode> modes;
  std::uint64_t bytes_written = 0;
  std::uint64_t elapsed_ns = 0;
};

struct RunOutcome {
  EndedBy ended_by = EndedBy::kStopped;  // possible ends: kStopped, kError
  MaybeFault fault;
  std::optional<std::uint64_t> failed_at_ns;  // start of the operation that failed
  std::uint64_t longest_ns = 0;               // longest operation that succeeded
  std::vector<std::uint64_t> acknowledged;    // per mode, its last acknowledged number
  std::uint64_t operations = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t elapsed_ns = 0;
};

/** What was found in one file: its records in file order, up to the file's end. */
struct PlacesFound {
  bool missing = false;
  bool around_cache = false;
  std::uint64_t file_bytes = 0;
  MaybeFault fault;  // the first read error; the affected places count as unreadable
  std::vector<RecordFound> places;
};

struct NamedFound {
  std::string name;  // name of the file
  RecordFound record;
};

/** The newest whole record of a mode's files. */
struct NewestFound {
  std::uint64_t order = 0;
  std::uint64_t elapsed_ns = 0;
  std::vector<std::uint64_t> returned;  // per mode, its last operation returned by then
};

struct ModeFound {
  const platform::Mode* mode = nullptr;
  bool missing = false;        // the mode's folder is not there
  MaybeFault fault;            // why the folder could not be read
  PlacesFound slots;
  PlacesFound log;
  std::vector<NamedFound> names;
  std::optional<NewestFound> newest;  // newest whole record, except the first fill
};

struct ReadBackOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // possible ends: kComplete, kStopped
  std::vector<ModeFound> modes;
  std::vector<Fault> faults;  // errors of cached and of uncached reading, each code once
};

using Outcome = std::variant<PrepareOutcome, RunOutcome, ReadBackOutcome, CloseOutcome>;

}  // namespace driveproof::power_cut
