#pragma once

#include <utility>

#include "platform.h"

namespace driveproof::platform {

class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(Handle handle) : handle_(handle) {}
  FileHandle(FileHandle&& other) noexcept
      : handle_(std::exchange(other.handle_, kNoHandle)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~FileHandle() { close(); }

  void close() {
    if (is_open()) {
      close_handle(std::exchange(handle_, kNoHandle));
    }
  }

  /** Gives up ownership: the caller must close the handle. */
  Handle release() { return std::exchange(handle_, kNoHandle); }

  bool is_open() const { return handle_ != kNoHandle; }
  Handle get() const { return handle_; }

 private:
  Handle handle_ = kNoHandle;
};

}  // namespace driveproof::platform
