#include "file_work.h"

#include <algorithm>
#include <limits>

#include "background_sync.h"
#include "cpu_meter.h"
#include "random.h"

namespace driveproof {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

class Writer {
 public:
  Writer(TestFile& file, platform::Handle handle, const platform::Flush* flush,
         const SequentialRequest& request, std::uint64_t pool_start, BackgroundSync* background,
         Progress& progress, SequentialOutcome& outcome)
      : file_(file),
        request_(request),
        handle_(handle),
        flush_(flush),
        pool_start_(pool_start),
        background_(background),
        progress_(progress),
        outcome_(outcome) {}

  /** Makes the timed writes. Uses only the handle that was passed to platform::run_timed(). */
  void run() {
    const CpuMeter cpu;
    if (request_.layout == Layout::kRewrite) {
      write_all<true>();
    } else {
      write_all<false>();
    }
    outcome_.cpu = cpu.used_in(outcome_.elapsed_ns);
  }

  /** Bytes written since the last sync that the writing thread made. */
  std::uint64_t unsynced_bytes() const { return unsynced_bytes_; }

 private:
  template <bool kStamps>
  void write_all() {
    const std::uint64_t total_bytes = request_.total_bytes;
    const std::uint64_t sync_every_bytes =
        flush_ == nullptr ? kNever : request_.sync_every_bytes.value_or(kNever);
    const std::uint64_t pool_end =
        pool_start_ + std::max<std::uint64_t>(request_.write_bytes, BlockContent::kWindowBytes);
    std::uint64_t place = pool_start_;

    const std::uint64_t start = platform::monotonic_ns();
    const std::uint64_t deadline = start + request_.max_ns;
    std::uint64_t previous = start;
    progress_.started_ns.store(start, std::memory_order_relaxed);
    progress_.timeline.begin(start);
    while (may_go_on()) {
      const std::uint64_t offset = outcome_.bytes;
      const auto bytes = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(request_.write_bytes, total_bytes - offset));
      if (place + bytes > pool_end) {
        place = pool_start_;
      }
      if (!(kStamps ? file_.rewrite_run(handle_, offset, bytes, place)
                    : file_.append(handle_, offset, bytes, place))) [[unlikely]] {
        fail_to_write(file_.last_error());
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
      progress_.timeline.record(now, now - previous, outcome_.write_calls - 1, offset);
      previous = now;
      progress_.operations.store(outcome_.write_calls, std::memory_order_relaxed);
      if (is_last) {
        break;
      }
    }
    outcome_.elapsed_ns = previous - start;
    outcome_.timeline =
        progress_.timeline.finish(previous, outcome_.write_calls, outcome_.bytes);
  }

  bool may_go_on() {
    if (progress_.is_stopping()) [[unlikely]] {
      outcome_.ended_by = EndedBy::kStopped;
      return false;
    }
    return !has_background_failed();
  }

  /** Whether a background flush has failed; does not wait for one in flight. */
  bool has_background_failed() {
    if (background_ == nullptr || !background_->has_failed()) [[likely]] {
      return false;
    }
    fail(*background_->fault());
    return true;
  }

  bool sync() {
    if (const std::int64_t error = flush_->call(handle_)) [[unlikely]] {
      // After several writes it is not known which one the failed sync could not store.
      const bool is_one_write = unsynced_bytes_ == request_.write_bytes;
      fail(platform::describe(flush_->syscall, error,
                              is_one_write ? std::optional(outcome_.bytes - unsynced_bytes_)
                                           : std::nullopt));
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

  /** The fault's offset is where the write stopped. */
  void fail_to_write(const Fault& fault) {
    outcome_.bytes = *fault.offset;
    if (request_.unbuffered && outcome_.bytes == 0 && platform::is_refusal(fault.os_code)) {
      outcome_.ended_by = EndedBy::kError;
      outcome_.refusal = fault;
      return;
    }
    fail(fault);
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
  BackgroundSync* const background_;  // nullptr: no background flushes
  Progress& progress_;
  SequentialOutcome& outcome_;
  std::uint64_t unsynced_bytes_ = 0;
};

/**
 * Offset in the pool at which the data starts: in the first half, so that the longest write fits
 * after it.
 */
std::uint64_t pool_start(const TestFile& file, std::uint64_t seed) {
  const std::uint64_t step = std::max(file.block_bytes(), file.buffer_alignment_bytes());
  constexpr std::uint64_t kRoom = BlockContent::kPoolBytes - BlockContent::kLongestWriteBytes;
  return mix64(seed) % (kRoom / step) * step;
}

/** Whether the request bypasses the cache but the mode's own handle does not. */
bool needs_other_handle(const ModeOnFile& mode, const SequentialRequest& request) {
  return request.unbuffered && !platform::is_unbuffered(*mode.mode);
}

std::string text_of(const ModeOnFile& mode, const SequentialRequest& request) {
  const bool is_synced =
      request.sync_every_bytes || request.sync_at_end || request.background_sync_ns;
  return system_call_text(
      needs_other_handle(mode, request) ? platform::kAroundCacheText : mode.mode->open_text,
      request.write_bytes, request.layout == Layout::kAppend ? "end" : "offset",
      is_synced ? mode.mode->flush : nullptr);
}

/** Why the writes would not bypass the cache, if that is known before they start. */
MaybeFault refusal_of(const TestFile& file, const SequentialRequest& request) {
  if (!request.unbuffered) {
    return std::nullopt;
  }
  const auto& refusal = file.around_cache_refusal();
  return refusal ? refusal
                 : platform::around_cache_refusal(file.around_cache_handle(), request.write_bytes);
}

/** A refusal if the cache holds a large part of the supposedly uncached writes. */
MaybeFault seen_in_cache(platform::Handle handle, std::uint64_t bytes) {
  if (platform::cached_bytes(handle, bytes).value_or(0) <= bytes / 2) {
    return std::nullopt;
  }
  return Fault{"CACHED", platform::kWriteCall, 0,
               "the system took the writes into its cache all the same"};
}

MaybeFault make_ready(TestFile& file, Layout layout) {
  auto fault = file.make_pool();
  return fault || layout == Layout::kRewrite ? fault : file.empty();
}

/** Flushes what is still in memory; `since` is the end of the measured time. */
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
  outcome.system_call = text_of(mode, request);
  if ((outcome.refusal = refusal_of(file, request)) ||
      (outcome.fault = make_ready(file, request.layout))) {
    outcome.ended_by = EndedBy::kError;
    return outcome;
  }
  const platform::Handle handle =
      needs_other_handle(mode, request) ? file.around_cache_handle() : file.handle_of(mode);
  const platform::Flush* const flush = mode.mode->flush;
  std::optional<BackgroundSync> background;
  if (request.background_sync_ns && flush != nullptr) {
    background.emplace(*flush, file.flushing_handle(handle), *request.background_sync_ns);
    if ((outcome.fault = background->start())) {
      outcome.ended_by = EndedBy::kError;
      return outcome;
    }
  }
  Writer writer(file, handle, flush, request, pool_start(file, start_seed),
                background ? &*background : nullptr, progress, outcome);
  platform::run_timed(handle, [&writer] { writer.run(); });
  const std::uint64_t measured_until = platform::monotonic_ns();
  if (background) {
    background->finish();  // may wait for a flush, which counts as settling
    outcome.background_sync_calls = background->calls();
    const bool is_explained = outcome.fault && !platform::is_consequence(outcome.fault->os_code);
    if (!is_explained && background->has_failed()) {
      outcome.ended_by = EndedBy::kError;
      outcome.fault = background->fault();
    }
  }
  const bool is_all_synced = writer.unsynced_bytes() == 0 || platform::writes_through(*mode.mode);
  if (!outcome.fault && !outcome.refusal && !is_all_synced) {
    settle(file, measured_until, outcome);
  }
  if (!outcome.fault && !outcome.refusal && request.unbuffered) {
    outcome.refusal = seen_in_cache(handle, outcome.bytes);
  }
  outcome.latency = progress.latency.read();
  return outcome;
}

}  // namespace driveproof
