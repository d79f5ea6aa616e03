#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "../platform/platform.h"
#include "histogram.h"
#include "timeline.h"

namespace driveproof {

using platform::Fault;
using platform::MaybeFault;

// Requests to a session and their outcomes. Plain data, handed between threads.

struct PrepareRequest {
  platform::Place place;
  std::string file_name;
  std::uint64_t file_bytes = 0;
  std::uint32_t block_bytes = 0;
  std::uint64_t seed = 0;
  std::uint32_t piece_bytes = 0;  // size of each write of the fill; 0: one block. See refill()
};

struct MeasureRequest {
  std::size_t mode = 0;  // index into platform::modes()
  std::uint64_t duration_ns = 0;
  std::uint64_t max_bytes = 0;
  std::uint64_t pace_ns = 0;  // from the start of one operation to the next; 0: without pause
  std::uint64_t idle_ns = 0;  // from the end of one operation to the start of the next; 0: none
  std::uint64_t warmup_ns = 0;  // uncounted writes directly before; 0: none
};

/** `kRewrite` keeps the prepared file and stamps its blocks; `kAppend` empties it first. */
enum class Layout : std::uint8_t { kRewrite, kAppend };

struct SequentialRequest {
  std::size_t mode = 0;  // index into platform::modes()
  std::uint32_t write_bytes = 0;
  std::uint64_t total_bytes = 0;
  std::uint64_t max_ns = 0;
  Layout layout = Layout::kRewrite;
  std::optional<std::uint64_t> sync_every_bytes;
  bool sync_at_end = false;
  std::optional<std::uint64_t> background_sync_ns;
  bool unbuffered = false;
};

/** `kSequential`: all requests together walk through one stream of blocks. */
enum class AccessPattern : std::uint8_t { kSequential, kRandom };

struct ConcurrentRequest {
  AccessPattern pattern = AccessPattern::kRandom;
  std::uint32_t block_bytes = 0;
  std::uint32_t requests = 1;        // requests in flight at a time
  std::uint32_t read_percent = 100;  // share of reads; 0: only writes
  std::uint64_t warmup_ns = 0;       // uncounted requests directly before; 0: none
  std::uint64_t duration_ns = 0;
  std::uint64_t max_written_bytes = 0;  // limit of bytes written, without the warm-up
};

struct RefillRequest {
  std::uint32_t piece_bytes = 0;
};

struct EmptyRequest {};
struct DrainRequest {};
struct VerifyRequest {};

using Request = std::variant<PrepareRequest, MeasureRequest, SequentialRequest, ConcurrentRequest,
                             RefillRequest, EmptyRequest, DrainRequest, VerifyRequest>;

enum class EndedBy : std::uint8_t { kTime, kBytes, kComplete, kFull, kStopped, kError };

struct PreparedMode {
  const platform::Mode* mode = nullptr;
  std::string system_call;
  MaybeFault refusal;
};

struct PrepareOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // possible ends: kComplete, kStopped, kError
  MaybeFault fault;
  std::vector<PreparedMode> modes;
  std::uint32_t alignment_bytes = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t elapsed_ns = 0;
  bool named = false;
};

struct MeasureOutcome {
  EndedBy ended_by = EndedBy::kTime;  // possible ends: kTime, kBytes, kStopped, kError
  MaybeFault fault;
  std::uint64_t warmup_bytes = 0;
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
  std::uint64_t elapsed_ns = 0;  // 0: the round ended in the warm-up
  // Start of the counted part by platform::monotonic_ns(); 0 if the round ended before that part.
  std::uint64_t started_ns = 0;
  // End of the counted part by platform::monotonic_ns(); `ended_ns` - `started_ns` includes pauses
  // between batches. 0 if the round ended before the counted part.
  std::uint64_t ended_ns = 0;
  std::optional<platform::CpuTimes> cpu;
  LatencyCounts latency;
  TimelineCounts timeline;
};

struct SequentialOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // possible ends: kComplete, kTime, kStopped, kError
  MaybeFault fault;
  MaybeFault refusal;  // uncached writes were refused; the rest is meaningless
  std::uint64_t bytes = 0;
  std::uint64_t write_calls = 0;
  std::uint64_t sync_calls = 0;
  std::uint64_t background_sync_calls = 0;
  std::uint64_t elapsed_ns = 0;
  std::optional<std::uint64_t> settle_ns;  // empty if no final flush ran
  std::string settle_system_call;
  std::string system_call;
  std::optional<platform::CpuTimes> cpu;  // CPU time of the writing thread
  LatencyCounts latency;  // one entry per write, with the sync that followed it
  TimelineCounts timeline;
};

struct ConcurrentOutcome {
  EndedBy ended_by = EndedBy::kTime;  // possible ends: kTime, kBytes, kStopped, kError
  MaybeFault fault;
  MaybeFault refusal;              // uncached I/O was refused; the rest is meaningless
  std::uint64_t warmup_reads = 0;  // reads before or after the counted part of their thread
  std::uint64_t warmup_writes = 0;
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t elapsed_ns = 0;  // to the end of the last request; 0: ended in the warm-up
  std::uint64_t threads_ns = 0;  // sum of the counted times of all threads
  std::string system_call;
  LatencyCounts latency;
  TimelineCounts timeline;
};

struct RefillOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // possible ends: kComplete, kStopped, kError
  MaybeFault fault;
  bool dropped = false;  // false: pages stayed in the cache, and nothing was written
  std::uint64_t bytes_written = 0;
  std::uint64_t elapsed_ns = 0;
};

struct EmptyOutcome {
  MaybeFault fault;
};

struct DrainOutcome {
  MaybeFault fault;
  std::uint64_t elapsed_ns = 0;
  std::string system_call;
};

struct Mismatch {
  std::uint64_t offset = 0;
  std::string expected;
  std::string found;
};

struct VerifyOutcome {
  EndedBy ended_by = EndedBy::kComplete;  // possible ends: kComplete, kStopped, kError
  MaybeFault fault;
  std::uint64_t blocks_checked = 0;
  bool around_cache = false;
  std::uint64_t mismatch_count = 0;
  std::vector<Mismatch> mismatches;  // at most the first hundred
  std::vector<std::uint64_t> unreadable;  // offsets of unreadable blocks; reading ends after a few
};

struct CloseOutcome {
  MaybeFault fault;
  std::vector<std::string> folders;  // paths of our folders that could not be removed
};

using Outcome = std::variant<PrepareOutcome, MeasureOutcome, SequentialOutcome, ConcurrentOutcome,
                             RefillOutcome, EmptyOutcome, DrainOutcome, VerifyOutcome, CloseOutcome>;

}  // namespace driveproof
