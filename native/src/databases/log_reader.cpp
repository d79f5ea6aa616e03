#include "log_reader.h"

#include <cstring>
#include <vector>

namespace driveproof {

namespace {

constexpr std::uint32_t kReadBytes = 1u << 20;
constexpr std::uint64_t kLongestContentBytes = 1u << 20;  // far above the largest record

class Source {
 public:
  explicit Source(platform::Handle file) : file_(file) {}

  /** The next `bytes` bytes; nullptr at the end of the file or after an error. */
  const unsigned char* take(std::size_t bytes) {
    while (buffer_.size() - at_ < bytes) {
      if (!read_more()) {
        return nullptr;
      }
    }
    at_ += bytes;
    return buffer_.data() + at_ - bytes;
  }

  const MaybeFault& fault() const { return fault_; }

 private:
  bool read_more() {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ = 0;
    const std::size_t held = buffer_.size();
    buffer_.resize(held + kReadBytes);
    const std::int64_t count =
        platform::read_at(file_, buffer_.data() + held, kReadBytes, offset_);
    if (count < 0) {
      fault_ = platform::describe(platform::kReadCall, -count, offset_);
    }
    const auto read = static_cast<std::size_t>(count > 0 ? count : 0);
    buffer_.resize(held + read);
    offset_ += read;
    return read > 0;
  }

  platform::Handle file_;
  std::vector<unsigned char> buffer_;
  std::size_t at_ = 0;
  std::uint64_t offset_ = 0;
  MaybeFault fault_;
};

class Transaction {
 public:
  void add(const LogHeader& header, const unsigned char* content) {
    headers_.push_back(header);
    contents_.insert(contents_.end(), content, content + header.content_bytes());
  }

  bool visit(const Database::Visitor& visitor) const {
    const unsigned char* at = contents_.data();
    for (const LogHeader& header : headers_) {
      const Record record{{at, header.key_bytes}, {at + header.key_bytes, header.value_bytes}};
      if (!visitor(record)) {
        return false;
      }
      at += header.content_bytes();
    }
    return true;
  }

  void clear() {
    headers_.clear();
    contents_.clear();
  }

 private:
  std::vector<LogHeader> headers_;
  std::vector<unsigned char> contents_;
};

}  // namespace

MaybeFault read_log(platform::Handle file, const Database::Visitor& visitor) {
  Source source(file);
  Transaction transaction;
  std::uint64_t sequence = 0;
  while (const unsigned char* start = source.take(sizeof(LogHeader))) {
    LogHeader header;
    std::memcpy(&header, start, sizeof header);
    if (header.sequence != sequence || header.content_bytes() > kLongestContentBytes) {
      break;
    }
    const unsigned char* content = source.take(header.content_bytes());
    if (content == nullptr || header.hash != hash_of(header, content)) {
      break;
    }
    if (!header.is_mark()) {
      transaction.add(header, content);
      ++sequence;
    } else if (!transaction.visit(visitor)) {
      break;
    } else {
      transaction.clear();
    }
  }
  return source.fault();
}

}  // namespace driveproof
