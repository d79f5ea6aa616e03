#pragma once

#include "../engine/parallel_tasks.h"
#include "test_files.h"

namespace driveproof {

// The JavaScript object of one ParallelSession: several test files, a writer each.

DESCRIBE(PrepareFilesRequest, INLINED(it.file), RULED(within(1, 64), it.files));
DESCRIBE(MeasureTogetherRequest, INLINED(it.each), RULED(at_least(1), it.writers));

/** As one of several, with its times. */
struct WriterRound {
  const MeasureOutcome& counts;
};
DESCRIBE(WriterRound, INLINED(it.counts),
         Field("startNs", [](const auto& writer) { return writer.counts.started_ns; }),
         Field("endNs", [](const auto& writer) { return writer.counts.ended_ns; }));

template <>
inline constexpr auto fields<MeasureTogetherOutcome> = [](const auto& outcome) {
  return std::vector<WriterRound>(outcome.writers.begin(), outcome.writers.end());
};

struct ParallelRules : TestFiles {
  using Tasks = ParallelTasks;
  using Prepare = PrepareFilesRequest;
  using TestFiles::after;
  static constexpr std::tuple kMethods{
      Starts<PrepareFilesRequest>{"prepare"}, Starts<MeasureTogetherRequest>{"measure"},
      Starts<DrainRequest>{"drain"}, Starts<VerifyRequest>{"verify"}};

  MaybeFault admit(const PrepareFilesRequest& request) {
    files = request.files;
    return first_of(if_wrong(request.file), wrong_if(request.file.file_bytes == 0,
                                                     "fileBytes must be at least one block"));
  }

  MaybeFault admit(const MeasureTogetherRequest& request) const {
    return first_of(
        if_wrong(request.each),
        wrong_if(request.writers > files,
                 "writers must not be more than " + std::to_string(files)),
        if_unavailable(request.each.mode));
  }

  MaybeFault after(const MeasureTogetherOutcome& outcome) {
    for (const MeasureOutcome& writer : outcome.writers) {
      faulted = faulted || writer.fault;
    }
    return outcome.fault;  // then nothing was written: the files are sound
  }

  std::size_t files = 0;
};

}  // namespace driveproof
