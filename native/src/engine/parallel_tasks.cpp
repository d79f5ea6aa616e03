#include "parallel_tasks.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <latch>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include "../platform/threads.h"

namespace driveproof {

namespace {

/** The name of one of several files: ".run-3.tmp" for the third file of ".run.tmp". */
std::string numbered(const std::string& name, std::size_t number) {
  const std::size_t dot = name.rfind('.');
  std::string numbered = name.substr(0, dot);
  numbered += '-';
  numbered += std::to_string(number);
  return dot == std::string::npos ? numbered : numbered + name.substr(dot);
}

/**
 * Counts all times from the first writer's start: after 105 days a computer's uptime in nanoseconds
 * exceeds JavaScript's exact integers.
 */
void count_from_first_start(std::vector<WriterOutcome>& writers) {
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  for (const MeasureOutcome& writer : writers) {
    first = writer.started_ns == 0 ? first : std::min(first, writer.started_ns);
  }
  for (MeasureOutcome& writer : writers) {
    writer.ended_ns -= writer.started_ns == 0 ? writer.ended_ns : first;
    writer.started_ns -= std::min(writer.started_ns, first);
  }
}

}  // namespace

PrepareOutcome ParallelTasks::perform(const PrepareFilesRequest& request, Progress& progress) {
  PrepareOutcome all;
  for (std::size_t number = 1; number <= request.files; ++number) {
    PrepareRequest wanted = request.file;
    wanted.file_name = numbered(request.file.file_name, number);
    wanted.seed += number;
    auto writer = std::make_unique<Writer>();
    auto made = writer->file.perform(wanted, progress);
    made.bytes_written += all.bytes_written;
    made.elapsed_ns += all.elapsed_ns;
    all = std::move(made);
    if (all.ended_by != EndedBy::kComplete) {
      writers_.clear();
      break;
    }
    writers_.push_back(std::move(writer));
  }
  file_bytes_ = request.file.file_bytes;
  return all;
}

MeasureTogetherOutcome ParallelTasks::perform(const MeasureTogetherRequest& request,
                                              Progress& progress) {
  // Interval at which a requested stop is passed to the writers, and the snapshot gets their
  // counts.
  constexpr std::chrono::milliseconds kLook{25};
  const std::size_t count = request.writers;
  MeasureTogetherOutcome outcome;
  outcome.writers.resize(count);
  std::latch start(static_cast<std::ptrdiff_t>(count));
  std::atomic<std::size_t> running{count};
  std::mutex mutex;
  std::condition_variable ended;
  std::atomic<bool> called_off{false};
  platform::Threads threads;
  for (std::size_t index = 0; index < count; ++index) {
    writers_[index]->progress.stop.store(false, std::memory_order_relaxed);
  }
  outcome.fault = threads.start(static_cast<std::uint32_t>(count), [&](std::uint32_t index) {
    Writer& writer = *writers_[index];
    start.arrive_and_wait();
    if (called_off.load()) {
      return;
    }
    outcome.writers[index] = {writer.file.perform(request.each, writer.progress)};
    const std::lock_guard lock(mutex);
    running.fetch_sub(1);
    ended.notify_one();
  });
  if (outcome.fault) {
    called_off.store(true);
    start.count_down(static_cast<std::ptrdiff_t>(count - threads.started()));
    threads.join();
    return outcome;
  }
  progress.begin(TaskKind::kMeasuring, 0);
  progress.started_ns.store(platform::monotonic_ns(), std::memory_order_relaxed);
  for (std::unique_lock lock(mutex); running.load() > 0;) {
    ended.wait_for(lock, kLook);
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0;
    for (std::size_t index = 0; index < count; ++index) {
      Progress& own = writers_[index]->progress;
      own.stop.store(progress.is_stopping(), std::memory_order_relaxed);
      operations += own.operations.load(std::memory_order_relaxed);
      bytes += own.bytes.load(std::memory_order_relaxed);
    }
    progress.operations.store(operations, std::memory_order_relaxed);
    progress.bytes.store(bytes, std::memory_order_relaxed);
  }
  threads.join();
  count_from_first_start(outcome.writers);
  return outcome;
}

DrainOutcome ParallelTasks::perform(DrainRequest request, Progress& progress) {
  DrainOutcome all;
  for (const auto& writer : writers_) {
    auto drained = writer->file.perform(request, progress);
    drained.elapsed_ns += all.elapsed_ns;
    all = std::move(drained);
    if (all.fault) {
      break;
    }
  }
  return all;
}

VerifyOutcome ParallelTasks::perform(VerifyRequest request, Progress& progress) {
  VerifyOutcome all;
  all.around_cache = true;
  // Offsets count all files as if they were concatenated.
  std::uint64_t before = 0;
  for (const auto& writer : writers_) {
    auto found = writer->file.perform(request, progress);
    all.blocks_checked += found.blocks_checked;
    all.around_cache = all.around_cache && found.around_cache;
    all.mismatch_count += found.mismatch_count;
    for (Mismatch& mismatch : found.mismatches) {
      mismatch.offset += before;
      all.mismatches.push_back(std::move(mismatch));
    }
    for (const std::uint64_t offset : found.unreadable) {
      all.unreadable.push_back(offset + before);
    }
    all.ended_by = found.ended_by;
    all.fault = all.fault ? all.fault : std::move(found.fault);
    if (all.ended_by != EndedBy::kComplete) {
      break;
    }
    before += file_bytes_;
  }
  return all;
}

CloseOutcome ParallelTasks::finish() {
  CloseOutcome all;
  for (const auto& writer : writers_) {
    auto closed = writer->file.finish();
    all.fault = all.fault ? all.fault : std::move(closed.fault);
  }
  writers_.clear();
  return all;
}

}  // namespace driveproof
