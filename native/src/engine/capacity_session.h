#pragma once

#include <memory>
#include <string>
#include <vector>

#include "aligned_buffer.h"
#include "capacity_content.h"
#include "capacity_files.h"
#include "capacity_tasks.h"
#include "task_thread.h"

namespace driveproof {

/**
 * Fills a volume with files in a new folder, reads them back uncached and removes them at the
 * session's end. Offsets count over all files together, from 0.
 */
class CapacityTasks {
 public:
  using Request = CapacityRequest;
  using Outcome = CapacityOutcome;
  using Progress = driveproof::Progress;

  CapacityPrepareOutcome perform(const CapacityPrepareRequest& request, Progress& progress);
  CapacityWriteOutcome perform(const CapacityFillRequest& request, Progress& progress);
  CapacityWriteOutcome perform(const CapacityRewriteRequest& request, Progress& progress);
  CapacityReadOutcome perform(const CapacityReadRequest& request, Progress& progress);
  CapacityRemoveOutcome perform(const CapacityRemoveRequest& request, Progress& progress);
  CapacityHashOutcome perform(const CapacityHashRequest& request, Progress& progress);

  CloseOutcome finish();

 private:
  bool has_room_for(std::uint64_t bytes, MaybeFault& fault) const;
  CapacityWriteOutcome write(std::uint64_t bytes, bool is_new, Progress& progress);
  void write_files(std::uint64_t bytes, bool is_new, Progress& progress,
                   CapacityWriteOutcome& outcome);
  MaybeFault write_file(platform::Handle file, std::uint64_t from, std::uint64_t to,
                        std::uint64_t pass, Progress& progress, CapacityWriteOutcome& outcome);
  bool holds(const unsigned char* found, std::uint64_t block, std::uint64_t pass);
  void read_files(const CapacityReadRequest& request, Progress& progress,
                  CapacityReadOutcome& outcome);
  bool read_file(platform::Handle file, std::uint64_t from, std::uint64_t to, Progress& progress,
                 CapacityReadOutcome& outcome);
  bool read_block_by_block(platform::Handle file, std::uint64_t from, std::uint64_t bytes,
                           CapacityReadOutcome& outcome);
  void compare(const unsigned char* found, std::uint64_t from, std::uint64_t bytes,
               CapacityReadOutcome& outcome);
  void note(const CapacityExtent& bad, CapacityReadOutcome& outcome);

  std::uint64_t pass_of(std::uint64_t offset) const { return offset < rewritten_bytes_ ? 2 : 1; }

  std::unique_ptr<CapacityFiles> files_;
  CapacityContentMaker content_{0};
  AlignedBuffer chunk_;
  AlignedBuffer expected_;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t free_before_ = 0;
  std::uint64_t reserve_bytes_ = 0;
  std::uint64_t taken_bytes_ = 0;   // written to new files, flushed or not
  std::uint64_t filled_bytes_ = 0;
  std::uint64_t rewritten_bytes_ = 0;  // counted from the start of the files, and flushed
  std::uint64_t touched_bytes_ = 0;    // from the start, too; the last write perhaps partial
};

}  // namespace driveproof
