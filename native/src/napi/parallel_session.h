#pragma once

#include "../engine/parallel_tasks.h"
#include "test_files.h"

namespace driveproof {

// The JavaScript object of a session of ParallelTasks: several test files, a writer each.

DESCRIBE(PrepareFilesRequest, INLINED(it.file), RULED(within(1, 64), it.files));
DESCRIBE(MeasureTogetherRequest, INLINED(it.each), RULED(at_least(1), it.writers));

DESCRIBE(WriterOutcome, INLINED(static_cast<const MeasureOutcome&>(it)),
         Field("startNs", &WriterOutcome::started_ns), Field("endNs", &WriterOutcome::ended_ns));
template <>
inline constexpr auto fields<MeasureTogetherOutcome> = &MeasureTogetherOutcome::writers;

struct ParallelRules : TestFiles<ParallelTasks, PrepareFilesRequest> {
  using TestFiles::after;
  static constexpr std::tuple kMethods{
      Starts<PrepareFilesRequest, When::kFirst>{"prepare"},
      Starts<MeasureTogetherRequest>{"measure"}, Starts<DrainRequest>{"drain"},
      Starts<VerifyRequest>{"verify"}};

  MaybeFault admit(const PrepareFilesRequest& request) const {
    return first_of(if_wrong(request.file), wrong_if(request.file.file_bytes == 0,
                                                     "fileBytes must be at least one block"));
  }

  MaybeFault admit(const MeasureTogetherRequest& request) const {
    return first_of(
        if_wrong(request.each),
        wrong_if(request.writers > prepared.files,
                 "writers must not be more than " + std::to_string(prepared.files)),
        if_unavailable(request.each.mode));
  }

  MaybeFault after(const MeasureTogetherOutcome& outcome) {
    for (const MeasureOutcome& writer : outcome.writers) {
      faulted = faulted || writer.fault;
    }
    return outcome.fault;  // a fault here: nothing was written, and the files are sound
  }
};

}  // namespace driveproof
