#include "verification.h"

#include <algorithm>

#include "transfer.h"

namespace driveproof {

namespace {

constexpr std::uint64_t kChunkBytes = 1u << 20;
constexpr std::size_t kReportedMismatches = 100;

class Verifier {
 public:
  Verifier(TestFile& file, Progress& progress)
      : file_(file),
        progress_(progress),
        chunk_(kChunkBytes, kChunkBytes / 16),
        expected_(file.block_bytes(), kChunkBytes / 16) {}

  EndedBy run(VerifyOutcome& outcome) {
    if (!chunk_ || !expected_) {
      outcome.fault = Fault{"ENOMEM", "malloc", 0, "not enough memory to read back", {}};
      return EndedBy::kError;
    }
    if ((outcome.fault = file_.flush_strongest())) {
      return EndedBy::kError;
    }
    const bool dropped = platform::drop_cached_pages(file_.main_handle(), file_.file_bytes());
    outcome.around_cache = dropped && !file_.around_cache_refusal();
    for (std::uint64_t offset = 0; offset < file_.file_bytes(); offset += kChunkBytes) {
      if (progress_.is_stopping()) {
        return EndedBy::kStopped;
      }
      const std::uint64_t bytes = std::min(kChunkBytes, file_.file_bytes() - offset);
      if ((outcome.fault =
               read_all(file_.around_cache_handle(), chunk_.data(), bytes, kChunkBytes, offset))) {
        return EndedBy::kError;
      }
      compare(offset, bytes, outcome);
      progress_.add_bytes(bytes);
    }
    return EndedBy::kComplete;
  }

 private:
  void compare(std::uint64_t offset, std::uint64_t bytes, VerifyOutcome& outcome) {
    const std::uint32_t block_bytes = file_.block_bytes();
    for (std::uint64_t done = 0; done < bytes; done += block_bytes) {
      const auto block = static_cast<std::uint32_t>((offset + done) / block_bytes);
      const std::uint64_t sequence = file_.last_sequence(block);
      if (sequence == TestFile::kUnknownSequence) {
        continue;  // its last write failed: there is nothing it must contain
      }
      file_.content().compose(expected_.data(), block, sequence);
      const std::string found =
          file_.content().difference(chunk_.data() + done, expected_.data());
      ++outcome.blocks_checked;
      if (found.empty()) {
        continue;
      }
      ++outcome.mismatch_count;
      if (outcome.mismatches.size() < kReportedMismatches) {
        outcome.mismatches.push_back({offset + done, describe_write(block, sequence), found});
      }
    }
  }

  TestFile& file_;
  Progress& progress_;
  AlignedBuffer chunk_;
  AlignedBuffer expected_;
};

}  // namespace

VerifyOutcome verify(TestFile& file, Progress& progress) {
  VerifyOutcome outcome;
  outcome.ended_by = Verifier(file, progress).run(outcome);
  return outcome;
}

}  // namespace driveproof
