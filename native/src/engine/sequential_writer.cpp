#include "sequential_writer.h"

#include <algorithm>
#include <limits>

#include "background_sync.h"
#include "random.h"

namespace driveproof {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

class Writer {
 public:
  Writer(TestFile& file, const ModeOnFile& mode, const SequentialRequest& request,
         std::uint64_t pool_start, BackgroundSync* background, Progress& progress,
         SequentialOutcome& outcome)
      : file_(file),
        request_(request),
        handle_(file.handle_of(mode)),
        flush_(mode.mode->flush),
        pool_start_(pool_start),
        background_(background),
        progress_(progress),
        outcome_(outcome) {}

  /** The timed part. Uses no other file than the mode's handle. */
  void run() {
    const platform::CpuTimes before = platform::thread_cpu_times();
    if (request_.layout == Layout::kRewrite) {
      write_all<true>();
    } else {
      write_all<false>();
    }
    const platform::CpuTimes after = platform::thread_cpu_times();
    outcome_.cpu = {after.user_ns - before.user_ns, after.system_ns - before.system_ns};
  }

 private:
  template <bool kStamps>
  void write_all() {
    const unsigned char* const pool = file_.pool();
    const std::uint64_t total_bytes = request_.total_bytes;
    const std::uint64_t sync_every_bytes =
        flush_ == nullptr ? kNever : request_.sync_every_bytes.value_or(kNever);
    // The same number of bytes in every pass, so that none finds more of them in the cache.
    const std::uint64_t pool_end = pool_start_ + BlockContent::kLongestWriteBytes;
    std::uint64_t place = pool_start_;

    const std::uint64_t start = platform::monotonic_ns();
    const std::uint64_t deadline = start + request_.max_ns;
    std::uint64_t previous = start;
    progress_.started_ns.store(start, std::memory_order_relaxed);
    while (may_go_on()) {
      const std::uint64_t offset = outcome_.bytes;
      const auto bytes = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(request_.write_bytes, total_bytes - offset));
      if (place + bytes > pool_end) {
        place = pool_start_;
      }
      if (!(kStamps ? file_.rewrite_run(handle_, offset, bytes, place)
                    : file_.write(handle_, pool + place, bytes, offset))) [[unlikely]] {
        fail(file_.last_error());
        outcome_.bytes = *outcome_.fault->offset;  // where the write stopped
        break;
      }
      place += bytes;
      unsynced_bytes_ += bytes;
      outcome_.bytes += bytes;
      ++outcome_.write_calls;
      progress_.bytes.store(outcome_.bytes, std::memory_order_relaxed);
      if (unsynced_bytes_ >= sync_every_bytes && !sync()) {
        break;
      }
      std::uint64_t now = platform::monotonic_ns();
      const bool is_last = outcome_.bytes == total_bytes || now >= deadline;
      if (is_last) [[unlikely]] {
        outcome_.ended_by = outcome_.bytes == total_bytes ? EndedBy::kComplete : EndedBy::kTime;
        if (is_final_sync_due()) {
          if (!sync_finally()) {
            break;
          }
          now = platform::monotonic_ns();
        }
      }
      progress_.latency.record(now - previous);
      previous = now;
      progress_.operations.store(outcome_.write_calls, std::memory_order_relaxed);
      if (is_last) {
        break;
      }
    }
    outcome_.elapsed_ns = previous - start;
  }

  bool may_go_on() {
    if (progress_.is_stopping()) [[unlikely]] {
      outcome_.ended_by = EndedBy::kStopped;
      return false;
    }
    return !has_background_failed();
  }

  /** Looks without waiting. */
  bool has_background_failed() {
    if (background_ == nullptr || !background_->has_failed()) [[likely]] {
      return false;
    }
    fail(*background_->fault());
    return true;
  }

  bool sync() {
    if (const std::int64_t error = flush_->call(handle_)) [[unlikely]] {
      fail(platform::describe(flush_->syscall, error));
      return false;
    }
    ++outcome_.sync_calls;
    unsynced_bytes_ = 0;
    return true;
  }

  bool is_final_sync_due() const {
    return request_.sync_at_end && flush_ != nullptr && unsynced_bytes_ > 0;
  }

  bool sync_finally() {
    if (background_ != nullptr) {
      background_->finish();
    }
    return !has_background_failed() && sync();
  }

  void fail(const Fault& fault) {
    outcome_.ended_by = EndedBy::kError;
    outcome_.fault = fault;
  }

  TestFile& file_;
  const SequentialRequest& request_;
  const platform::Handle handle_;
  const platform::Flush* const flush_;  // nullptr: the mode has no sync call
  const std::uint64_t pool_start_;
  BackgroundSync* const background_;  // nullptr: none
  Progress& progress_;
  SequentialOutcome& outcome_;
  std::uint64_t unsynced_bytes_ = 0;  // by this thread's syncs
};

/** In the first half of the pool, so that the longest write fits behind it. */
std::uint64_t pool_start(const TestFile& file, std::uint64_t seed) {
  const std::uint64_t step = std::max(file.block_bytes(), file.buffer_alignment_bytes());
  return mix64(seed) % ((BlockContent::kPoolBytes - BlockContent::kLongestWriteBytes) / step) * step;
}

/** Nothing may be left to do when timing starts. */
std::optional<Fault> make_ready(TestFile& file, Layout layout) {
  auto fault = file.make_pool();
  return fault || layout == Layout::kRewrite ? fault : file.empty();
}

/** What is still in memory goes to permanent storage; `since` is the end of the measured time. */
void settle(TestFile& file, std::uint64_t since, SequentialOutcome& outcome) {
  if ((outcome.fault = file.flush_strongest())) {
    outcome.ended_by = EndedBy::kError;
    return;
  }
  outcome.settle_ns = platform::monotonic_ns() - since;
}

}  // namespace

SequentialOutcome write_sequentially(TestFile& file, const ModeOnFile& mode,
                                     const SequentialRequest& request, std::uint64_t start_seed,
                                     Progress& progress) {
  SequentialOutcome outcome;
  outcome.settle_system_call = file.strongest_flush().text;
  if ((outcome.fault = make_ready(file, request.layout))) {
    outcome.ended_by = EndedBy::kError;
    return outcome;
  }
  std::optional<BackgroundSync> background;
  if (request.background_sync_ns && mode.mode->flush != nullptr) {
    background.emplace(*mode.mode->flush, file.handle_of(mode), *request.background_sync_ns);
  }
  Writer writer(file, mode, request, pool_start(file, start_seed),
                background ? &*background : nullptr, progress, outcome);
  platform::run_timed(file.handle_of(mode), [&writer] { writer.run(); });
  const std::uint64_t measured_until = platform::monotonic_ns();
  if (background) {
    background->finish();  // may wait for a flush, which is part of settling
    outcome.background_sync_calls = background->calls();
    if (!outcome.fault && background->has_failed()) {
      outcome.ended_by = EndedBy::kError;
      outcome.fault = background->fault();
    }
  }
  if (!outcome.fault) {
    settle(file, measured_until, outcome);
  }
  outcome.latency = progress.latency.read();
  return outcome;
}

}  // namespace driveproof
