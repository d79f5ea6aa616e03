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

using platform::Fault;

// Requests to a power-cut session and their outcomes. Plain data, handed between threads.

struct PrepareRequest {
  std::string folder;              // UTF-8; exists
  std::vector<std::size_t> modes;  // indices into platform::modes(), in the order of their turns
  Plan plan;
};

struct RunRequest {};

struct ReadBackRequest {
  std::string folder;
  std::vector<std::size_t> modes;  // as prepared
  Plan plan;
};

using Request = std::variant<PrepareRequest, RunRequest, ReadBackRequest>;

struct PreparedMode {
  const platform::Mode* mode = nullptr;
  std::string system_call;
  std::string name_call;
  std::optional<Fault> refusal;       // the whole mode cannot be tested here
  std::optional<Fault> name_refusal;  // its names cannot be tested here
};

struct PrepareOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // or kStopped, kError
  std::optional<Fault> fault;
  std::vector<PreparedMode> modes;
  std::uint64_t bytes_written = 0;
  std::uint64_t elapsed_ns = 0;
};

struct RunOutcome {
  EndedBy ended_by = EndedBy::kStopped;  // or kError
  std::optional<Fault> fault;
  std::optional<std::size_t> faulty_mode;  // index into PrepareRequest::modes
  std::optional<std::uint64_t> failed_at_ns;  // start of that operation, since the start of the run
  std::uint64_t longest_ns = 0;               // longest operation that succeeded
  std::vector<std::uint64_t> acknowledged;    // per mode, its last acknowledged number
  std::uint64_t operations = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t elapsed_ns = 0;
};

/** The places of one file in order, up to its end. */
struct PlacesFound {
  bool missing = false;
  bool around_cache = false;
  std::uint64_t file_bytes = 0;
  std::optional<Fault> fault;  // the first; the places it concerns are unreadable
  std::vector<RecordFound> places;
};

struct NamedFound {
  std::string name;  // file name
  RecordFound record;
};

/** The newest whole record of a mode's files. */
struct NewestFound {
  std::uint64_t order = 0;
  std::uint64_t elapsed_ns = 0;
  std::vector<std::uint64_t> returned;  // per mode of the request
};

struct ModeFound {
  const platform::Mode* mode = nullptr;
  bool missing = false;        // the mode's folder is not there
  std::optional<Fault> fault;  // why the folder could not be read
  PlacesFound slots;
  PlacesFound log;
  std::vector<NamedFound> names;
  std::optional<NewestFound> newest;  // the fill does not count
};

struct ReadBackOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // or kStopped
  std::vector<ModeFound> modes;
  std::vector<Fault> faults;  // unresolved by cached and uncached attempts; each code once
};

using Outcome = std::variant<PrepareOutcome, RunOutcome, ReadBackOutcome, CloseOutcome>;

}  // namespace driveproof::power_cut
