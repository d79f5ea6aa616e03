#include "test_file.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "transfer.h"

namespace driveproof {

namespace {

constexpr std::uint32_t kSmallestAlignment = 4096;

}  // namespace

std::string system_call_text(const platform::Mode& mode, std::uint32_t bytes) {
  return system_call_text(mode.open_text, bytes, "offset", mode.flush);
}

std::string call_text(const char* call, std::uint32_t bytes, const char* place) {
  std::string text = call;
  text.replace(text.find("{}"), 2, bytes == 0 ? "blockBytes" : std::to_string(bytes));
  text.replace(text.find("{}"), 2, place);
  return text;
}

std::string system_call_text(const char* opened, std::uint32_t bytes, const char* place,
                             const platform::Flush* flush) {
  std::string text = call_text(platform::kWriteText, bytes, place);
  if (opened != nullptr) {
    text = std::string(opened) + ", " + text;
  }
  if (flush != nullptr) {
    text += std::string(" + ") + flush->text;
  }
  return text;
}

MaybeFault TestFile::create(const platform::Place& place, const std::string& name) {
  MaybeFault fault;
  if ((fault = name_.create(place, name, main_)) || (fault = open_modes()) ||
      (platform::kOneCallPerHandle && (fault = name_.reopen(0, flushing_)))) {
    return fault;
  }
  return open_around_cache(around_cache_, around_cache_refusal_);
}

MaybeFault TestFile::open_modes() {
  modes_.clear();
  for (const platform::Mode& mode : platform::modes()) {
    ModeOnFile& on_file = modes_.emplace_back();
    on_file.mode = &mode;
    if (mode.open_flags == 0) {
      continue;
    }
    if (auto fault = name_.reopen(mode.open_flags, on_file.own_handle)) {
      if (!platform::is_refusal(fault->os_code)) {
        return fault;
      }
      on_file.refusal = std::move(fault);
    }
  }
  return std::nullopt;
}

MaybeFault TestFile::allocate(std::uint64_t file_bytes, std::uint32_t block_bytes,
                              std::uint64_t seed) {
  file_bytes_ = file_bytes;
  block_bytes_ = block_bytes;
  block_count_ = static_cast<std::uint32_t>(file_bytes / block_bytes);
  alignment_bytes_ = platform::unbuffered_alignment(main_.get());
  // Counts an empty file as one block, because trying the modes on it writes block 0.
  last_sequence_.reset(new (std::nothrow) std::uint64_t[std::max(block_count_, 1u)]());
  if (!last_sequence_ || !content_.make(seed, block_bytes, buffer_alignment_bytes())) {
    return platform::out_of_memory("not enough memory for the test's buffers");
  }
  return std::nullopt;
}

std::uint32_t TestFile::buffer_alignment_bytes() const {
  return std::max(alignment_bytes_, kSmallestAlignment);
}

MaybeFault TestFile::make_pool() {
  if (!content_.make_pool(buffer_alignment_bytes())) {
    return platform::out_of_memory("not enough memory for the data to write");
  }
  return std::nullopt;
}

MaybeFault TestFile::empty() {
  if (is_empty_) {
    return std::nullopt;
  }
  if (const std::int64_t error = platform::truncate(main_.get(), 0)) {
    return platform::describe(platform::kTruncateCall, error);
  }
  auto fault = flush_strongest();
  is_empty_ = !fault;
  return fault;
}

void TestFile::note_rewrites(Random order, std::uint64_t before, std::uint64_t last,
                             bool last_failed) {
  std::uint32_t block = 0;
  for (std::uint64_t sequence = before + 1; sequence <= last; ++sequence) {
    block = order.below(block_count_);
    last_sequence_[block] = sequence;
  }
  if (last_failed) {
    last_sequence_[block] = kUnknownSequence;
  }
}

MaybeFault TestFile::remove() {
  modes_.clear();
  around_cache_.close();
  flushing_.close();
  main_.close();
  return name_.remove();
}

bool TestFile::continue_write(platform::Handle handle, const unsigned char* data,
                              std::uint32_t bytes, std::uint64_t offset,
                              std::int64_t written) {
  auto fault = driveproof::continue_write(handle, data, bytes, offset, written);
  if (fault) {
    last_error_ = *std::move(fault);
  }
  return !fault;
}

void TestFile::forget_blocks(std::uint64_t from, std::uint64_t until) {
  for (std::uint64_t block = from / block_bytes_; block < until / block_bytes_; ++block) {
    last_sequence_[block] = kUnknownSequence;
  }
}

MaybeFault TestFile::flush_strongest() { return platform::perform(*strongest_, main_.get()); }

MaybeFault TestFile::choose_strongest_flush() {
  return platform::flush_strongest(main_.get(), &strongest_);
}

}  // namespace driveproof
