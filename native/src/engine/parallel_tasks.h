#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "session.h"

namespace driveproof {

// Several writers at once, each with its own thread and test file.

/**
 * A request to make several test files, each by the request `file`. Their names have "-1", "-2" and
 * so on before the extension.
 */
struct PrepareFilesRequest {
  PrepareRequest file;
  std::size_t files = 0;
};

/** Rewrites the first `writers` files at the same time, each by the request `each`. */
struct MeasureTogetherRequest {
  MeasureRequest each;
  std::size_t writers = 0;
};

/** `started_ns` and `ended_ns` count from the first writer's start. */
struct WriterOutcome : MeasureOutcome {};

struct MeasureTogetherOutcome {
  MaybeFault fault;  // no writer began: the system started too few threads
  std::vector<WriterOutcome> writers;
};

/** The session's thread only waits while the writers' threads write. */
class ParallelTasks {
 public:
  using Request =
      std::variant<PrepareFilesRequest, MeasureTogetherRequest, DrainRequest, VerifyRequest>;
  using Outcome = std::variant<PrepareOutcome, MeasureTogetherOutcome, DrainOutcome, VerifyOutcome,
                               CloseOutcome>;
  using Progress = driveproof::Progress;

  PrepareOutcome perform(const PrepareFilesRequest& request, Progress& progress);
  MeasureTogetherOutcome perform(const MeasureTogetherRequest& request, Progress& progress);
  DrainOutcome perform(DrainRequest, Progress& progress);
  VerifyOutcome perform(VerifyRequest, Progress& progress);

  CloseOutcome finish();

 private:
  struct Writer {
    FileTasks file;
    Progress progress;
  };

  std::vector<std::unique_ptr<Writer>> writers_;
  std::uint64_t file_bytes_ = 0;
};

}  // namespace driveproof
