#include "file_work.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <memory>
#include <utility>
#include <vector>

#include "../platform/threads.h"
#include "aligned_buffer.h"
#include "random.h"
#include "transfer.h"

namespace driveproof {

namespace {

constexpr std::uint64_t kWholePercent = 100;

/**
 * The memory that one thread writes from: more than the nearest CPU caches hold. Each 4 KiB of it
 * changes before it is written again, so that no layer below sees the same block twice.
 */
constexpr std::uint64_t kSourceBytes = 1u << 20;
constexpr std::uint64_t kPieceBytes = 4096;

struct Shared {
  Shared(const ConcurrentRequest& wanted, std::uint64_t blocks, const Progress& watched)
      : request(wanted), block_count(static_cast<std::uint32_t>(blocks)), progress(watched) {}

  const ConcurrentRequest& request;
  const std::uint32_t block_count;
  const Progress& progress;

  // Start and end of the counted part in nanoseconds, set before `gate` opens; the requesters only
  // read them.
  std::uint64_t counted_from_ns = 0;
  std::uint64_t deadline_ns = 0;

  std::atomic<std::uint64_t> next_block{0};  // next block of the stream in a sequential run
  std::atomic<bool> is_over{false};          // a thread failed or wrote its share of bytes
  std::atomic<std::uint32_t> counting{request.requests};  // threads whose counted part goes on

  std::mutex mutex;
  std::condition_variable changed;
  // `mutex` guards the next three members.
  enum class Gate : std::uint8_t { kClosed, kOpen, kCancelled } gate = Gate::kClosed;
  std::uint32_t finished = 0;
  MaybeFault fault;  // first error of any thread
};

/** A thread that makes requests: its handle, its memory and its counts. */
class Requester {
 public:
  Requester(Shared& shared, std::uint64_t seed) : shared_(shared), random_(seed) {}

  /** Prepares handle and memory. Sets `refusal` if the cache cannot be bypassed for this file. */
  MaybeFault make_ready(TestFile& file, MaybeFault& refusal) {
    RETURN_IF_FAULT(file.open_around_cache(handle_, refusal));
    const std::uint32_t block_bytes = shared_.request.block_bytes;
    const bool writes = shared_.request.read_percent < kWholePercent;
    const std::size_t alignment = file.buffer_alignment_bytes();
    incoming_ = AlignedBuffer(block_bytes, alignment);
    if (writes) {
      source_bytes_ = std::max<std::uint64_t>(block_bytes, kSourceBytes);
      source_ = AlignedBuffer(source_bytes_, alignment);
    }
    if (!incoming_ || (writes && !source_)) {
      return platform::out_of_memory("not enough memory for the requests' buffers");
    }
    if (writes) {
      fill_random(source_.data(), source_bytes_, random_.next(), 0);
    }
    return std::nullopt;
  }

  /** Called on the requester's thread. */
  void run() {
    if (wait_for_gate()) {
      work();
    }
    const std::lock_guard lock(shared_.mutex);
    ++shared_.finished;
    if (fault_ && (!shared_.fault || platform::is_consequence(shared_.fault->os_code))) {
      shared_.fault = fault_;
    }
    shared_.changed.notify_all();
  }

  // These counts may be read from any thread while the requester runs.
  std::uint64_t operations() const { return reads() + writes(); }
  std::uint64_t reads() const { return reads_.load(std::memory_order_relaxed); }
  std::uint64_t writes() const { return writes_.load(std::memory_order_relaxed); }

  // The results below may be read after the requester has ended.
  const Histogram& latency() const { return latency_; }
  const TimelineCounts& timeline() const { return timeline_counts_; }
  std::uint64_t warmup_reads() const { return uncounted_reads_; }
  std::uint64_t warmup_writes() const { return uncounted_writes_; }
  std::uint64_t counted_ns() const { return counted_ns_; }
  std::uint64_t ended_ns() const { return ended_ns_; }
  EndedBy ended_by() const { return ended_by_; }

 private:
  bool wait_for_gate() {
    std::unique_lock lock(shared_.mutex);
    shared_.changed.wait(lock, [this] { return shared_.gate != Shared::Gate::kClosed; });
    return shared_.gate == Shared::Gate::kOpen;
  }

  void work() {
    std::uint64_t previous = platform::monotonic_ns();
    while (previous < shared_.counted_from_ns) {
      if (!may_go_on() || !perform_uncounted()) {
        return;
      }
      previous = platform::monotonic_ns();
    }
    count(previous);
    shared_.counting.fetch_sub(1, std::memory_order_relaxed);
    keep_busy();
  }

  /**
   * Makes uncounted requests until every thread has counted its last one. Without this load the
   * last requests of slower threads, a large part of a short round, would be too fast.
   */
  void keep_busy() {
    const std::uint64_t writes_before = uncounted_writes_;
    while (ended_by_ == EndedBy::kTime && shared_.counting.load(std::memory_order_relaxed) != 0 &&
           !shared_.progress.is_stopping() && !shared_.is_over.load(std::memory_order_relaxed) &&
           writes() + uncounted_writes_ - writes_before < most_writes() && perform_uncounted()) {
    }
  }

  /** This thread's share of `max_written_bytes`. */
  std::uint64_t most_writes() const {
    const ConcurrentRequest& request = shared_.request;
    return std::max<std::uint64_t>(
        1, request.max_written_bytes / request.block_bytes / request.requests);
  }

  bool perform_uncounted() {
    bool was_read = false;
    if (!perform(was_read)) {
      return false;
    }
    ++(was_read ? uncounted_reads_ : uncounted_writes_);
    return true;
  }

  void count(const std::uint64_t start) {
    const std::uint64_t block_bytes = shared_.request.block_bytes;
    const std::uint64_t most_writes = this->most_writes();
    std::uint64_t previous = start;
    std::uint64_t done = 0;
    timeline_.begin(shared_.counted_from_ns);
    while (may_go_on()) {
      bool was_read = false;
      if (!perform(was_read)) [[unlikely]] {
        break;
      }
      const std::uint64_t now = platform::monotonic_ns();
      latency_.record(now - previous);
      timeline_.record(now, now - previous, done, done * block_bytes);
      previous = now;
      ++done;
      std::atomic<std::uint64_t>& counter = was_read ? reads_ : writes_;
      counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      if (now >= shared_.deadline_ns) {
        break;
      }
      if (!was_read && writes() >= most_writes) {
        ended_by_ = EndedBy::kBytes;
        shared_.is_over.store(true, std::memory_order_relaxed);
        break;
      }
    }
    counted_ns_ = previous - start;
    ended_ns_ = previous;
    timeline_counts_ = timeline_.finish(previous, done, done * block_bytes);
  }

  bool may_go_on() {
    if (shared_.progress.is_stopping()) [[unlikely]] {
      ended_by_ = EndedBy::kStopped;
      return false;
    }
    return !shared_.is_over.load(std::memory_order_relaxed);
  }

  /** Makes one request and reports whether it was a read. Returns false after an error. */
  bool perform(bool& was_read) {
    const ConcurrentRequest& request = shared_.request;
    const std::uint32_t bytes = request.block_bytes;
    const std::uint64_t offset = next_block() * bytes;
    was_read = random_.below(kWholePercent) < request.read_percent;
    fault_ = was_read ? read_all(handle_.get(), incoming_.data(), bytes, bytes, offset)
                      : write_all(handle_.get(), fresh_data(bytes), bytes, offset);
    if (fault_) [[unlikely]] {
      ended_by_ = EndedBy::kError;
      shared_.is_over.store(true, std::memory_order_relaxed);
    }
    return !fault_;
  }

  /** All threads of a sequential run take their blocks from one shared stream. */
  std::uint64_t next_block() {
    return shared_.request.pattern == AccessPattern::kSequential
               ? shared_.next_block.fetch_add(1, std::memory_order_relaxed) % shared_.block_count
               : random_.below(shared_.block_count);
  }

  const unsigned char* fresh_data(std::uint32_t bytes) {
    place_ = place_ + bytes > source_bytes_ ? 0 : place_;
    unsigned char* const data = source_.data() + place_;
    for (std::uint64_t at = 0; at < bytes; at += kPieceBytes) {
      const std::uint64_t number = random_.next();
      std::memcpy(data + at, &number, sizeof number);
    }
    place_ += bytes;
    return data;
  }

  Shared& shared_;
  Random random_;
  platform::FileHandle handle_;
  AlignedBuffer incoming_;
  AlignedBuffer source_;
  std::uint64_t source_bytes_ = 0;
  std::uint64_t place_ = 0;
  MaybeFault fault_;

  Histogram latency_;
  Timeline timeline_;
  TimelineCounts timeline_counts_;
  std::uint64_t uncounted_reads_ = 0;
  std::uint64_t uncounted_writes_ = 0;
  std::uint64_t counted_ns_ = 0;
  std::uint64_t ended_ns_ = 0;
  EndedBy ended_by_ = EndedBy::kTime;

  // On a separate cache line, so that threads do not slow each other down (false sharing).
  alignas(64) std::atomic<std::uint64_t> reads_{0};
  std::atomic<std::uint64_t> writes_{0};
};

using Requesters = std::vector<std::unique_ptr<Requester>>;

void show(const Requesters& requesters, std::uint32_t block_bytes, Progress& progress) {
  std::uint64_t operations = 0;
  std::uint64_t writes = 0;
  for (const auto& requester : requesters) {
    operations += requester->operations();
    writes += requester->writes();
  }
  progress.operations.store(operations, std::memory_order_relaxed);
  progress.bytes.store(writes * block_bytes, std::memory_order_relaxed);
}

/** Lets the threads begin, and keeps the snapshot up to date until every thread has ended. */
void watch(Shared& shared, const Requesters& requesters, Progress& progress) {
  constexpr std::chrono::milliseconds kBetweenLooks{50};
  const ConcurrentRequest& request = shared.request;
  std::unique_lock lock(shared.mutex);
  shared.counted_from_ns = platform::monotonic_ns() + request.warmup_ns;
  shared.deadline_ns = shared.counted_from_ns + request.duration_ns;
  shared.gate = Shared::Gate::kOpen;
  shared.changed.notify_all();
  bool is_counting = false;
  const auto all_ended = [&] { return shared.finished == requesters.size(); };
  while (!shared.changed.wait_for(lock, kBetweenLooks, all_ended)) {
    if (!is_counting && platform::monotonic_ns() >= shared.counted_from_ns) {
      is_counting = true;
      progress.begin(TaskKind::kMeasuring, 0);
      progress.started_ns.store(shared.counted_from_ns, std::memory_order_relaxed);
    }
    show(requesters, request.block_bytes, progress);
  }
}

/** The graver of two ends: an error, else a stop, else the limit of bytes. */
EndedBy worse(EndedBy one, EndedBy other) {
  for (const EndedBy ended_by : {EndedBy::kError, EndedBy::kStopped, EndedBy::kBytes}) {
    if (one == ended_by || other == ended_by) {
      return ended_by;
    }
  }
  return EndedBy::kTime;
}

void collect(const Requesters& requesters, std::uint64_t counted_from_ns, Progress& progress,
             ConcurrentOutcome& outcome) {
  std::vector<TimelineCounts> timelines;
  progress.latency.clear();
  for (const auto& requester : requesters) {
    outcome.ended_by = worse(outcome.ended_by, requester->ended_by());
    outcome.reads += requester->reads();
    outcome.writes += requester->writes();
    outcome.warmup_reads += requester->warmup_reads();
    outcome.warmup_writes += requester->warmup_writes();
    outcome.threads_ns += requester->counted_ns();
    if (requester->ended_ns() > counted_from_ns) {
      outcome.elapsed_ns = std::max(outcome.elapsed_ns, requester->ended_ns() - counted_from_ns);
      timelines.push_back(requester->timeline());
    }
    progress.latency.add(requester->latency());
  }
  outcome.latency = progress.latency.read();
  outcome.timeline = sum_of(timelines);
}

std::uint64_t cached_bytes_of(const TestFile& file) {
  return platform::cached_bytes(file.main_handle(), file.file_bytes()).value_or(0);
}

/** A refusal if the cache holds more than half of the bytes that should have bypassed it. */
MaybeFault seen_in_cache(const TestFile& file, std::uint64_t cached_before, std::uint64_t bytes,
                         const ConcurrentRequest& request) {
  if (cached_bytes_of(file) <= cached_before + std::min(bytes, file.file_bytes()) / 2) {
    return std::nullopt;
  }
  return Fault{"CACHED", request.read_percent == 0 ? platform::kWriteCall : platform::kReadCall, 0,
               "the system used its cache all the same"};
}

std::string text_of(const ConcurrentRequest& request) {
  const std::string read = call_text(platform::kReadText, request.block_bytes, "offset");
  const std::string write = call_text(platform::kWriteText, request.block_bytes, "offset");
  return std::string(platform::kAroundCacheText) + ", " +
         (request.read_percent == kWholePercent ? read
          : request.read_percent == 0           ? write
                                                : read + " or " + write);
}

/** Prepares every thread's part without reading or writing. */
MaybeFault make_ready(TestFile& file, Shared& shared, std::uint64_t seed, Requesters& requesters,
                      MaybeFault& refusal) {
  if (!platform::drop_cached_pages(file.main_handle(), file.file_bytes())) {
    refusal = Fault{"CACHED", platform::kReadCall, 0,
                    "parts of the test file stayed in the system's cache"};
    return std::nullopt;
  }
  refusal = platform::around_cache_refusal(file.around_cache_handle(), shared.request.block_bytes);
  for (std::uint32_t number = 0; number < shared.request.requests && !refusal; ++number) {
    auto& made = requesters.emplace_back(
        std::make_unique<Requester>(shared, mix64(seed + number * kGolden)));
    RETURN_IF_FAULT(made->make_ready(file, refusal));
  }
  return std::nullopt;
}

}  // namespace

ConcurrentOutcome run_concurrently(TestFile& file, const ConcurrentRequest& request,
                                   std::uint64_t seed, Progress& progress) {
  ConcurrentOutcome outcome;
  outcome.system_call = text_of(request);
  Shared shared(request, file.file_bytes() / request.block_bytes, progress);
  Requesters requesters;
  outcome.fault = make_ready(file, shared, seed, requesters, outcome.refusal);
  if (outcome.fault || outcome.refusal) {
    outcome.ended_by = EndedBy::kError;
    return outcome;
  }
  if (request.read_percent < kWholePercent) {
    file.forget_content();
  }
  const std::uint64_t cached_before = cached_bytes_of(file);
  progress.begin(TaskKind::kWarmingUp, 0);
  platform::Threads threads;
  outcome.fault = threads.start(request.requests,
                                [&](std::uint32_t number) { requesters[number]->run(); });
  if (outcome.fault) {
    {
      const std::lock_guard lock(shared.mutex);
      shared.gate = Shared::Gate::kCancelled;
    }
    shared.changed.notify_all();
    threads.join();
    outcome.ended_by = EndedBy::kError;
    return outcome;
  }
  watch(shared, requesters, progress);
  threads.join();
  collect(requesters, shared.counted_from_ns, progress, outcome);
  outcome.fault = shared.fault;
  const std::uint64_t done =
      outcome.reads + outcome.writes + outcome.warmup_reads + outcome.warmup_writes;
  if (outcome.fault && done == 0 && platform::is_refusal(outcome.fault->os_code)) {
    outcome.refusal = std::exchange(outcome.fault, std::nullopt);
  } else if (!outcome.fault) {
    outcome.refusal = seen_in_cache(file, cached_before, done * request.block_bytes, request);
  }
  return outcome;
}

}  // namespace driveproof
