#pragma once

#include <utility>

#include "../platform/platform.h"

namespace driveproof {

/** Owns one open file. */
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(platform::Handle handle) : handle_(handle) {}
  FileHandle(FileHandle&& other) noexcept
      : handle_(std::exchange(other.handle_, platform::kNoHandle)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~FileHandle() { close(); }

  void close() {
    if (is_open()) {
      platform::close_handle(std::exchange(handle_, platform::kNoHandle));
    }
  }

  bool is_open() const { return handle_ != platform::kNoHandle; }
  platform::Handle get() const { return handle_; }

 private:
  platform::Handle handle_ = platform::kNoHandle;
};

}  // namespace driveproof
