#include "file_work.h"

#include <algorithm>

#include "transfer.h"

namespace driveproof {

namespace {

constexpr std::uint64_t kChunkBytes = 1u << 20;
constexpr std::size_t kReportedMismatches = 100;
// The verification ends after this many unreadable blocks. The fault is then certain, and a drive
// may retry each block for half a minute, which wears it out before the user has copied the data.
constexpr std::size_t kMostUnreadable = 16;

class Verifier {
 public:
  Verifier(TestFile& file, Progress& progress)
      : file_(file),
        progress_(progress),
        chunk_(kChunkBytes, kChunkBytes / 16),
        expected_(file.block_bytes(), kChunkBytes / 16) {}

  EndedBy run(VerifyOutcome& outcome) {
    if (!chunk_ || !expected_) {
      outcome.fault = platform::out_of_memory("not enough memory to read back");
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
      const auto fault =
          read_all(file_.around_cache_handle(), chunk_.data(), bytes, kChunkBytes, offset);
      if (!fault) {
        compare(offset, bytes, outcome);
      } else if (!go_on_after(*fault, offset, bytes, outcome)) {
        return progress_.is_stopping() ? EndedBy::kStopped : EndedBy::kError;
      }
      progress_.add_bytes(bytes);
    }
    return outcome.fault ? EndedBy::kError : EndedBy::kComplete;
  }

 private:
  /**
   * Reads the range of a failed long read again in the smallest possible pieces, lists the
   * unreadable pieces and compares the readable ones. False ends the verification.
   */
  bool go_on_after(const Fault& fault, std::uint64_t offset, std::uint64_t bytes,
                   VerifyOutcome& outcome) {
    if (!platform::is_read_failure(fault.os_code)) {
      outcome.fault = fault;
      return false;
    }
    const std::uint64_t piece = std::max(file_.block_bytes(), file_.alignment_bytes());
    MaybeFault first;
    for (std::uint64_t done = 0; done < bytes; done += piece) {
      if (progress_.is_stopping()) {
        break;
      }
      const std::uint64_t part = std::min(piece, bytes - done);
      const auto again =
          read_all(file_.around_cache_handle(), chunk_.data(), part, piece, offset + done);
      if (!again) {
        compare(offset + done, part, outcome);
        continue;
      }
      outcome.unreadable.push_back(offset + done);
      if (!first) {
        first = again;
      }
      if (!platform::is_read_failure(again->os_code) ||
          outcome.unreadable.size() >= kMostUnreadable) {
        outcome.fault = outcome.fault ? outcome.fault : first;
        return false;
      }
    }
    // Keeps the first error in the outcome, even if reading in small pieces returned everything.
    outcome.fault = outcome.fault ? outcome.fault : first ? first : fault;
    return !progress_.is_stopping();
  }

  void compare(std::uint64_t offset, std::uint64_t bytes, VerifyOutcome& outcome) {
    const std::uint32_t block_bytes = file_.block_bytes();
    for (std::uint64_t done = 0; done < bytes; done += block_bytes) {
      const auto block = static_cast<std::uint32_t>((offset + done) / block_bytes);
      const std::uint64_t sequence = file_.last_sequence(block);
      if (sequence == TestFile::kUnknownSequence) {
        continue;  // its last write failed, so there is nothing to compare with
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
