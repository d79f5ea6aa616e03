#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../platform/file_handle.h"
#include "../platform/platform.h"
#include "../platform/timed_write.h"
#include "block_content.h"
#include "random.h"
#include "tasks.h"

namespace driveproof {

/**
 * The calls of a mode as text for people. If `bytes` is 0, the text has a word in place of the
 * length: "pwrite(fd, buf, blockBytes, offset) + fsync(fd)".
 */
std::string system_call_text(const platform::Mode& mode, std::uint32_t bytes);

/** A call as text for people: the platform's text with byte count and offset filled in. */
std::string call_text(const char* call, std::uint32_t bytes, const char* place);

/**
 * The calls of a write as text for people. `opened` (how the file is opened) and `flush` may be
 * nullptr; `place` is the text for the offset.
 */
std::string system_call_text(const char* opened, std::uint32_t bytes, const char* place,
                             const platform::Flush* flush);

/** A flush mode on this file: its handle and, if the mode is refused here, the refusal. */
struct ModeOnFile {
  const platform::Mode* mode = nullptr;
  platform::FileHandle own_handle;  // empty if the mode shares the file's main handle
  MaybeFault refusal;
};

/**
 * Handles, content and last write of each block of the test file. Belongs to the engine's thread.
 */
class TestFile {
 public:
  /** Unknown content: a failed write may leave the old, the new, or parts of both. */
  static constexpr std::uint64_t kUnknownSequence = ~std::uint64_t{0};

  /** Makes the file, nameless if that is safe, and opens every mode's handle. */
  MaybeFault create(const platform::Place& place, const std::string& name);

  MaybeFault allocate(std::uint64_t file_bytes, std::uint32_t block_bytes, std::uint64_t seed);

  /** Closes all handles and removes the file's name. */
  MaybeFault remove();

  /** Rewrites one block. On failure see `last_error()`. */
  bool rewrite(platform::Handle handle, std::uint32_t block) {
    const bool written = rewrite_unnoted(handle, plan_rewrite(block, 1));
    last_sequence_[block] = written ? sequence_ : kUnknownSequence;
    return written;
  }

  /** Plans a rewrite of this block as the `nth` write from now. */
  BlockContent::PlannedWrite plan_rewrite(std::uint32_t block, std::uint64_t nth) const {
    return content_.plan(block, sequence_ + nth);
  }

  /**
   * The rewrite() of the timed loop, without noting the block's new sequence: the list entry of a
   * random block is in no near cache, and storing to it took 45 of the 1400 ns of a cached write.
   * note_rewrites() does it later.
   */
  bool rewrite_unnoted(platform::Handle handle, const BlockContent::PlannedWrite& planned) {
    sequence_ = planned.sequence;
    return write(handle, BlockContent::stamp(planned), block_bytes_, planned.block * block_bytes_);
  }

  /**
   * Notes the rewrites number `before` + 1 to `last` for the verification, by drawing the same
   * blocks from `order` again. If the last one failed, its block counts as unknown.
   */
  void note_rewrites(Random order, std::uint64_t before, std::uint64_t last, bool last_failed);

  /** Writes all of the bytes, normally in one call. On failure see `last_error()`. */
  bool write(platform::Handle handle, const unsigned char* data, std::uint32_t bytes,
             std::uint64_t offset) {
    const std::int64_t written = platform::timed_write_at(handle, data, bytes, offset);
    return written == static_cast<std::int64_t>(bytes) ||
           continue_write(handle, data, bytes, offset, written);
  }

  /** Writes whole blocks as compose_first() makes them. On failure see `last_error()`. */
  bool fill(const unsigned char* data, std::uint64_t offset, std::uint32_t bytes) {
    std::fill_n(last_sequence_.get() + offset / block_bytes_, bytes / block_bytes_, 0);
    if (write(main_.get(), data, bytes, offset)) [[likely]] {
      return true;
    }
    forget_blocks(*last_error_.offset / block_bytes_ * block_bytes_, offset + bytes);
    return false;
  }

  /**
   * Rewrites consecutive blocks with one write from `pool_offset` of BlockContent's pool. Both
   * offsets and the length are whole blocks. Every block is stamped and can be verified.
   */
  bool rewrite_run(platform::Handle handle, std::uint64_t offset, std::uint32_t bytes,
                   std::uint64_t pool_offset) {
    const int shift = std::countr_zero(block_bytes_);
    const auto first = static_cast<std::uint32_t>(offset >> shift);
    const auto place = static_cast<std::uint32_t>(pool_offset >> shift);
    const std::uint32_t count = bytes >> shift;
    for (std::uint32_t index = 0; index < count; ++index) {
      last_sequence_[first + index] =
          content_.stamp_in_pool(place + index, first + index, ++sequence_);
    }
    if (write(handle, pool() + pool_offset, bytes, offset)) [[likely]] {
      return true;
    }
    forget_blocks(*last_error_.offset, offset + bytes);
    return false;
  }

  /**
   * Appends from `pool_offset` of BlockContent's pool; the data cannot be verified. On failure see
   * `last_error()`.
   */
  bool append(platform::Handle handle, std::uint64_t offset, std::uint32_t bytes,
              std::uint64_t pool_offset) {
    is_empty_ = false;
    sequence_ = content_.freshen(pool_offset, bytes, sequence_);
    return write(handle, pool() + pool_offset, bytes, offset);
  }

  /** Makes the pool of BlockContent, unless it exists. */
  MaybeFault make_pool();

  /** Truncates to 0 bytes and flushes, unless already empty. Later writes cannot be verified. */
  MaybeFault empty();

  /** Brings the file to permanent storage with the strongest flush that its file system accepts. */
  MaybeFault flush_strongest();

  /** Opens another uncached handle; see FileName::open_around_cache(). */
  MaybeFault open_around_cache(platform::FileHandle& file, MaybeFault& refusal) {
    return name_.open_around_cache(file, refusal);
  }

  /** Marks every block as unknown: any write is allowed then, but no block can be verified. */
  void forget_content() { forget_blocks(0, file_bytes_); }

  /** Performs the strongest flush that this file system does not refuse, and remembers its kind. */
  MaybeFault choose_strongest_flush();

  const Fault& last_error() const { return last_error_; }
  /** The handle for a thread that flushes while another thread writes through `writing`. */
  platform::Handle flushing_handle(platform::Handle writing) const {
    return flushing_.is_open() ? flushing_.get() : writing;
  }
  const platform::Flush& strongest_flush() const { return *strongest_; }
  platform::Handle main_handle() const { return main_.get(); }
  /** The handle for uncached reads; a cached one if uncached access was refused. */
  platform::Handle around_cache_handle() const { return around_cache_.get(); }
  const MaybeFault& around_cache_refusal() const { return around_cache_refusal_; }
  bool is_named() const { return name_.is_named(); }
  std::vector<ModeOnFile>& modes() { return modes_; }
  platform::Handle handle_of(const ModeOnFile& mode) const {
    return mode.own_handle.is_open() ? mode.own_handle.get() : main_.get();
  }

  const BlockContent& content() const { return content_; }
  const unsigned char* pool() const { return content_.pool(); }
  std::uint64_t file_bytes() const { return file_bytes_; }
  std::uint32_t block_bytes() const { return block_bytes_; }
  std::uint32_t block_count() const { return block_count_; }
  /** Alignment that unbuffered writes require. */
  std::uint32_t alignment_bytes() const { return alignment_bytes_; }
  /** Alignment of all buffers that writes take their data from. */
  std::uint32_t buffer_alignment_bytes() const;
  std::uint64_t sequence() const { return sequence_; }
  std::uint64_t last_sequence(std::uint32_t block) const { return last_sequence_[block]; }

 private:
  bool continue_write(platform::Handle handle, const unsigned char* data, std::uint32_t bytes,
                      std::uint64_t offset, std::int64_t written);
  void forget_blocks(std::uint64_t from, std::uint64_t until);
  MaybeFault open_modes();

  platform::FileName name_;
  platform::FileHandle main_;
  platform::FileHandle around_cache_;
  platform::FileHandle flushing_;  // only if the system needs one; see kOneCallPerHandle
  MaybeFault around_cache_refusal_;
  std::vector<ModeOnFile> modes_;
  const platform::Flush* strongest_ = nullptr;
  bool is_empty_ = false;

  BlockContent content_;
  std::uint64_t file_bytes_ = 0;
  std::uint32_t block_bytes_ = 0;
  std::uint32_t block_count_ = 0;
  std::uint32_t alignment_bytes_ = 0;
  std::uint64_t sequence_ = 0;
  std::unique_ptr<std::uint64_t[]> last_sequence_;
  Fault last_error_;
};

}  // namespace driveproof
