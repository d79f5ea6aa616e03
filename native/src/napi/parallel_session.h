#pragma once

#include <algorithm>

#include "../engine/parallel_tasks.h"
#include "test_files.h"

namespace driveproof {

// The JavaScript object of one ParallelSession: several test files, a writer each.

DESCRIBE(PrepareFilesRequest, INLINED(it.file), RULED(within(1, 64), it.files));
DESCRIBE(MeasureTogetherRequest, INLINED(it.each), RULED(at_least(1), it.writers));

struct WriterRound {
  const MeasureOutcome& counts;
  std::uint64_t start_ns;
  std::uint64_t end_ns;
};
DESCRIBE(WriterRound, INLINED(it.counts), FIELDS(it.start_ns, it.end_ns));

/**
 * Times count from the first start: after 105 days a computer's uptime in nanoseconds exceeds
 * JavaScript's exact integers. Writers that ended during a warm-up never started.
 */
inline std::vector<WriterRound> rounds_of(const MeasureTogetherOutcome& outcome) {
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  for (const MeasureOutcome& writer : outcome.writers) {
    first = writer.started_ns == 0 ? first : std::min(first, writer.started_ns);
  }
  const auto since_first = [first](std::uint64_t ns) { return ns == 0 ? 0 : ns - first; };
  std::vector<WriterRound> rounds;
  for (const MeasureOutcome& writer : outcome.writers) {
    rounds.push_back({writer, since_first(writer.started_ns), since_first(writer.ended_ns)});
  }
  return rounds;
}

template <>
inline constexpr auto fields<MeasureTogetherOutcome> = rounds_of;

struct ParallelRules : TestFiles {
  using Tasks = ParallelTasks;
  using Prepare = PrepareFilesRequest;
  using TestFiles::after;
  static constexpr const char* kClass = "ParallelSession";
  static constexpr std::tuple kMethods{
      Starts<PrepareFilesRequest>{"prepare"}, Starts<MeasureTogetherRequest>{"measure"},
      Starts<DrainRequest>{"drain"}, Starts<VerifyRequest>{"verify"}};

  MaybeRefused admit(const PrepareFilesRequest& request) {
    files = request.files;
    return first_of(if_wrong(request.file), wrong_if(request.file.file_bytes == 0,
                                                     "fileBytes must be at least one block"));
  }

  MaybeRefused admit(const MeasureTogetherRequest& request) const {
    return first_of(
        if_wrong(request.each),
        wrong_if(request.writers > files,
                 "writers must not be more than " + std::to_string(files)),
        if_unavailable(request.each.mode));
  }

  MaybeRefused after(const MeasureTogetherOutcome& outcome) {
    for (const MeasureOutcome& writer : outcome.writers) {
      faulted = faulted || writer.fault;
    }
    return refused_by(outcome.fault);  // then nothing was written: the files are sound
  }

  std::size_t files = 0;
};

}  // namespace driveproof
