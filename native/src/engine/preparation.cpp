#include "file_work.h"

#include <algorithm>

namespace driveproof {

namespace {

constexpr std::uint64_t kChunkBytes = 1u << 20;  // a multiple of every allowed block size

// The fill is flushed in portions, shorter on a slow drive: on a slow USB stick one flush of a
// gigabyte could delay a stop for minutes.
constexpr std::uint64_t kSmallestPortion = kChunkBytes;
constexpr std::uint64_t kLargestPortion = 32 * kChunkBytes;
constexpr std::uint64_t kFirstPortion = 4 * kChunkBytes;
constexpr std::uint64_t kQuickFlushNs = 10'000'000;
constexpr std::uint64_t kSlowFlushNs = 25'000'000;

class Filler {
 public:
  Filler(TestFile& file, std::uint32_t piece_bytes, Progress& progress)
      : file_(file), piece_bytes_(piece_bytes), progress_(progress) {}

  /** Fills the file and flushes it in portions. Returns kComplete, kStopped or kError. */
  template <typename Filled>
  EndedBy fill(Filled& outcome) {
    AlignedBuffer chunk(kChunkBytes, kChunkBytes / 16);
    if (!chunk) {
      outcome.fault = platform::out_of_memory("not enough memory to fill the test file");
      return EndedBy::kError;
    }
    std::uint64_t portion = kFirstPortion;
    std::uint64_t unflushed = 0;
    for (std::uint64_t offset = 0; offset < file_.file_bytes(); offset += kChunkBytes) {
      if (progress_.is_stopping()) {
        return EndedBy::kStopped;
      }
      const std::uint64_t bytes = std::min(kChunkBytes, file_.file_bytes() - offset);
      compose(chunk.data(), offset, bytes);
      if (!write_pieces(chunk.data(), offset, bytes)) {
        outcome.fault = file_.last_error();
        return EndedBy::kError;
      }
      outcome.bytes_written += bytes;
      progress_.add_bytes(bytes);
      unflushed += bytes;
      if (unflushed >= portion) {
        if ((outcome.fault = flush_portion(portion))) {
          return EndedBy::kError;
        }
        unflushed = 0;
      }
    }
    outcome.fault = file_.flush_strongest();
    return outcome.fault ? EndedBy::kError : EndedBy::kComplete;
  }

 private:
  void compose(unsigned char* chunk, std::uint64_t offset, std::uint64_t bytes) const {
    const std::uint32_t block_bytes = file_.block_bytes();
    for (std::uint64_t done = 0; done < bytes; done += block_bytes) {
      file_.content().compose_first(chunk + done, (offset + done) / block_bytes);
    }
  }

  bool write_pieces(const unsigned char* chunk, std::uint64_t offset, std::uint64_t bytes) const {
    for (std::uint64_t done = 0; done < bytes; done += piece_bytes_) {
      const auto piece =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(piece_bytes_, bytes - done));
      if (!file_.fill(chunk + done, offset + done, piece)) {
        return false;
      }
    }
    return true;
  }

  MaybeFault flush_portion(std::uint64_t& portion) const {
    const std::uint64_t before = platform::monotonic_ns();
    auto fault = file_.flush_strongest();
    const std::uint64_t took = platform::monotonic_ns() - before;
    if (took < kQuickFlushNs) {
      portion = std::min(portion * 2, kLargestPortion);
    } else if (took > kSlowFlushNs) {
      portion = std::max(portion / 2, kSmallestPortion);
    }
    return fault;
  }

  TestFile& file_;
  const std::uint32_t piece_bytes_;
  Progress& progress_;
};

/** Tries a mode with one write and flush. Stores a refusal in `mode`; returns any other failure. */
MaybeFault probe(TestFile& file, ModeOnFile& mode, PrepareOutcome& outcome) {
  if ((mode.refusal = platform::documented_refusal(*mode.mode, file.main_handle()))) {
    return std::nullopt;
  }
  const platform::Handle handle = file.handle_of(mode);
  MaybeFault fault;
  if (!file.rewrite(handle, 0)) {
    fault = file.last_error();
  } else {
    outcome.bytes_written += file.block_bytes();
    if (mode.mode->flush != nullptr) {
      fault = platform::perform(*mode.mode->flush, handle);
    }
  }
  if (fault && platform::is_refusal(fault->os_code)) {
    mode.refusal = std::move(fault);
    return std::nullopt;
  }
  return fault;
}

EndedBy probe_modes(TestFile& file, Progress& progress, PrepareOutcome& outcome) {
  for (ModeOnFile& mode : file.modes()) {
    if (progress.is_stopping()) {
      return EndedBy::kStopped;
    }
    if (!mode.refusal && (outcome.fault = probe(file, mode, outcome))) {
      return EndedBy::kError;
    }
  }
  if (file.file_bytes() == 0) {
    outcome.fault = file.empty();
    return outcome.fault ? EndedBy::kError : EndedBy::kComplete;
  }
  // Writes block 0 again: trying the modes has changed it, and a refused write leaves it undefined.
  if (!file.rewrite(file.main_handle(), 0)) {
    outcome.fault = file.last_error();
    return EndedBy::kError;
  }
  outcome.bytes_written += file.block_bytes();
  outcome.fault = file.flush_strongest();
  return outcome.fault ? EndedBy::kError : EndedBy::kComplete;
}

MaybeFault reserve(TestFile& file) {
  if (file.file_bytes() == 0) {
    return std::nullopt;
  }
  const char* syscall = nullptr;
  const std::int64_t error =
      platform::reserve(file.main_handle(), file.file_bytes(), &syscall);
  if (error == 0 || platform::is_reservation_unsupported(error)) {
    return std::nullopt;
  }
  return platform::describe(syscall, error, 0);
}

EndedBy make_file(TestFile& file, const PrepareRequest& request, Progress& progress,
                  PrepareOutcome& outcome) {
  if ((outcome.fault = file.create(request.place, request.file_name)) ||
      (outcome.fault = file.allocate(request.file_bytes, request.block_bytes, request.seed)) ||
      (outcome.fault = reserve(file)) || (outcome.fault = file.choose_strongest_flush())) {
    return EndedBy::kError;
  }
  const std::uint32_t piece_bytes = std::max(request.piece_bytes, request.block_bytes);
  const EndedBy filled = Filler(file, piece_bytes, progress).fill(outcome);
  return filled == EndedBy::kComplete ? probe_modes(file, progress, outcome) : filled;
}

/** Drops the file's pages from the cache. True only if the system reports almost none left. */
bool is_dropped(const TestFile& file) {
  constexpr std::uint64_t kMostShare = 64;
  platform::drop_cached_pages(file.main_handle(), file.file_bytes());
  const auto cached = platform::cached_bytes(file.main_handle(), file.file_bytes());
  return cached && *cached <= file.file_bytes() / kMostShare;
}

}  // namespace

PrepareOutcome prepare(TestFile& file, const PrepareRequest& request, Progress& progress) {
  PrepareOutcome outcome;
  const std::uint64_t start = platform::monotonic_ns();
  outcome.ended_by = make_file(file, request, progress, outcome);
  if (outcome.ended_by == EndedBy::kComplete) {
    for (const ModeOnFile& mode : file.modes()) {
      outcome.modes.push_back(
          {mode.mode, system_call_text(*mode.mode, request.block_bytes), mode.refusal});
    }
    outcome.alignment_bytes = file.alignment_bytes();
    outcome.named = file.is_named();
  }
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  return outcome;
}

RefillOutcome refill(TestFile& file, const RefillRequest& request, Progress& progress) {
  RefillOutcome outcome;
  const std::uint64_t start = platform::monotonic_ns();
  if ((outcome.fault = file.flush_strongest())) {
    outcome.ended_by = EndedBy::kError;
    return outcome;
  }
  outcome.dropped = is_dropped(file);
  if (outcome.dropped) {
    outcome.ended_by = Filler(file, request.piece_bytes, progress).fill(outcome);
  }
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  return outcome;
}

}  // namespace driveproof
