#pragma once

// What removes files on Windows: by handles that are no links and that nobody else may replace.

#include <string>
#include <utility>
#include <vector>

#include "windows_common.h"

namespace driveproof::platform::windows {

/** Closed at the end of its scope. */
class Opened {
 public:
  explicit Opened(HANDLE handle) : handle_(handle) {}
  ~Opened() { close(); }
  Opened(Opened&& other) noexcept : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
  Opened& operator=(Opened&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }

  HANDLE get() const { return handle_; }
  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE; }
  void close() {
    if (is_open()) {
      CloseHandle(std::exchange(handle_, INVALID_HANDLE_VALUE));
    }
  }

 private:
  HANDLE handle_;
};

/** Made by this user. File systems without owners (FAT, exFAT) are the user's who mounts them. */
bool is_own(HANDLE file);

/**
 * To be removed, if it is a plain file with one name (or a folder), this user's, and nobody has it
 * open. Not open otherwise, with the reason in `error`: 0 where it is something else.
 */
Opened open_unused(const std::wstring& path, bool is_folder, DWORD& error);

/** 0 or the error number. The name goes when the handle is closed. */
DWORD mark_for_removal(const Opened& entry);

/** Names in a folder whose path ends with a separator. 0 or the error number. */
DWORD list_names(const std::wstring& folder, std::vector<std::wstring>& names);

}  // namespace driveproof::platform::windows
