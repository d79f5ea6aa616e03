// The JavaScript object of one ParallelSession: several test files, a writer each.

#include <algorithm>
#include <limits>

#include "../engine/parallel_tasks.h"
#include "exports.h"
#include "test_files.h"

namespace driveproof {

DESCRIBE(PrepareFilesRequest, INLINED(it.file), RULED(within(1, 64), it.files));
DESCRIBE(MeasureTogetherRequest, INLINED(it.each),
         RULED(at_least(1), it.writers));

namespace {

struct WriterRound {
  const MeasureOutcome& counts;
  std::uint64_t start_ns;
  std::uint64_t end_ns;
};

/**
 * Times count from the first start: after 105 days a computer's uptime in nanoseconds exceeds
 * JavaScript's exact integers. Writers that ended during a warm-up never started.
 */
std::vector<WriterRound> rounds_of(const MeasureTogetherOutcome& outcome) {
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

}  // namespace

DESCRIBE(WriterRound, INLINED(it.counts), FIELDS(it.start_ns, it.end_ns));

template <>
constexpr auto fields<MeasureTogetherOutcome> = rounds_of;

namespace {

class ParallelRules : public TestFiles {
 public:
  using Tasks = ParallelTasks;
  using TestFiles::admit;
  using TestFiles::after;

  template <typename Request>
  MaybeRefused before() const {
    return in_order(std::is_same_v<Request, PrepareFilesRequest>, prepared_,
                    "this session already has test files", "prepare() has made no test files");
  }

  MaybeRefused admit(const PrepareFilesRequest& request) {
    files_ = request.files;
    return first_of(if_wrong(request.file), wrong_if(request.file.file_bytes == 0,
                                                     "fileBytes must be at least one block"));
  }

  MaybeRefused admit(const MeasureTogetherRequest& request) const {
    return first_of(
        if_wrong(request.each),
        wrong_if(request.writers > files_,
                 "writers must not be more than " + std::to_string(files_)),
        if_unavailable(request.each.mode, "this mode was refused on these files"));
  }

  MaybeRejected after(const MeasureTogetherOutcome& outcome) {
    for (const MeasureOutcome& writer : outcome.writers) {
      faulted_ = faulted_ || writer.fault;
    }
    return rejected_by(outcome.fault);  // then nothing was written: the files are sound
  }

 private:
  std::size_t files_ = 0;
};

}  // namespace

Napi::Function define_parallel_session(Napi::Env env) {
  using Object = TaskObject<ParallelRules>;
  return Object::define(env, "ParallelSession",
                        {Object::starts<PrepareFilesRequest>("prepare"),
                         Object::starts<MeasureTogetherRequest>("measure"),
                         Object::starts<DrainRequest>("drain"),
                         Object::starts<VerifyRequest>("verify")});
}

}  // namespace driveproof
