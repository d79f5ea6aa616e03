// Folders whose names are tested, on Windows. See folder.h.

#include "windows_common.h"

#include <array>
#include <utility>

#include "folder.h"

namespace driveproof::platform {

struct Folder::State {
  std::wstring path;  // ends with a separator
};

bool is_missing(std::int64_t os_code) {
  return os_code == ERROR_FILE_NOT_FOUND || os_code == ERROR_PATH_NOT_FOUND;
}

std::optional<Fault> make_folder(const std::string& path) {
  const std::wstring folder = extended_path(to_utf16(path));
  if (folder.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  return CreateDirectoryW(folder.c_str(), nullptr)
             ? std::nullopt
             : std::optional(describe("CreateDirectoryW", GetLastError()));
}

std::string name_text(const Mode& mode) {
  if (writes_through(mode)) {
    return "MoveFileExW(MOVEFILE_WRITE_THROUGH)";
  }
  return mode.name_flush == nullptr ? "MoveFileExW"
                                    : std::string("MoveFileExW + ") + mode.name_flush->text;
}

// ReplaceFileW documents no flag that waits for the drive ("REPLACEFILE_WRITE_THROUGH: This value
// is not supported"), MoveFileExW does:
// https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-replacefilew
std::span<const SaveWay> save_ways() {
  static const std::array ways{
      SaveWay{"none", nullptr, MOVEFILE_REPLACE_EXISTING},
      SaveWay{"replace_file", &full_flush()},
      SaveWay{"move_file", &full_flush(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH},
  };
  return ways;
}

std::string save_text(const SaveWay& way) {
  std::string text = "CreateFileW(temporary, CREATE_NEW) + WriteFile(file, buf, bytes)";
  if (way.flush != nullptr) {
    text += std::string(" + ") + way.flush->text;
  }
  text += " + CloseHandle(file) + ";
  if (way.move_flags == 0) {
    return text + "ReplaceFileW(document, temporary)";
  }
  const bool waits = (way.move_flags & MOVEFILE_WRITE_THROUGH) != 0;
  return text + "MoveFileExW(temporary, document, MOVEFILE_REPLACE_EXISTING" +
         (waits ? "|MOVEFILE_WRITE_THROUGH)" : ")");
}

Folder::Folder() : state_(std::make_unique<State>()) {}
Folder::~Folder() = default;

std::optional<Fault> Folder::open(const std::string& path) {
  std::wstring folder = folder_path(path);
  if (folder.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  const DWORD attributes = GetFileAttributesW(folder.c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) {
    return describe("GetFileAttributesW", GetLastError());
  }
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) == 0) {
    return describe("GetFileAttributesW", ERROR_DIRECTORY);
  }
  state_->path = std::move(folder);
  return std::nullopt;
}

std::optional<Fault> Folder::create(const std::string& name, std::uint32_t open_flags,
                                    Handle& file) {
  return open_at(state_->path + to_utf16(name), GENERIC_READ | GENERIC_WRITE, CREATE_NEW,
                 open_flags, file);
}

std::optional<Fault> Folder::open_file(const std::string& name, std::uint32_t open_flags,
                                       Handle& file) {
  return open_at(state_->path + to_utf16(name), GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING,
                 open_flags, file);
}

std::optional<Fault> Folder::open_for_reading(const std::string& name, Handle& file,
                                              bool& around_cache) {
  auto fault = open_at(state_->path + to_utf16(name), GENERIC_READ, OPEN_EXISTING,
                       FILE_FLAG_NO_BUFFERING, file);
  around_cache = !fault;
  return fault && !is_missing(fault->os_code) ? open_through_cache(name, file) : fault;
}

std::optional<Fault> Folder::open_through_cache(const std::string& name, Handle& file) {
  return open_at(state_->path + to_utf16(name), GENERIC_READ, OPEN_EXISTING, 0, file);
}

// No documentation promises that a folder can be flushed. FlushFileBuffers of a file also writes
// its metadata, and the file system's journal with it.
std::optional<Fault> Folder::save_name(const Mode& mode, Handle file) {
  if (mode.name_flush == nullptr) {
    return std::nullopt;
  }
  const std::int64_t error = mode.name_flush->call(file);
  return error == 0 ? std::nullopt : std::optional(describe(mode.name_flush->syscall, error));
}

std::optional<Fault> Folder::rename(const Mode& mode, const std::string& from,
                                    const std::string& to) {
  const std::wstring target = state_->path + to_utf16(to);
  // "The function does not return until the file is actually moved on the disk":
  // https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-movefileexw
  const DWORD flags = writes_through(mode) ? MOVEFILE_WRITE_THROUGH : 0;
  if (!MoveFileExW((state_->path + to_utf16(from)).c_str(), target.c_str(), flags)) {
    return describe("MoveFileExW", GetLastError());
  }
  if (mode.name_flush == nullptr) {
    return std::nullopt;
  }
  Handle file = kNoHandle;
  if (auto fault =
          open_at(target, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, mode.open_flags, file)) {
    return fault;
  }
  auto fault = save_name(mode, file);
  close_handle(file);
  return fault;
}

std::optional<Fault> Folder::replace(const SaveWay& way, const std::string& from,
                                     const std::string& to) {
  const std::wstring source = state_->path + to_utf16(from);
  const std::wstring target = state_->path + to_utf16(to);
  if (way.move_flags == 0) {
    return ReplaceFileW(target.c_str(), source.c_str(), nullptr, 0, nullptr, nullptr)
               ? std::nullopt
               : std::optional(describe("ReplaceFileW", GetLastError()));
  }
  return MoveFileExW(source.c_str(), target.c_str(), way.move_flags)
             ? std::nullopt
             : std::optional(describe("MoveFileExW", GetLastError()));
}

std::optional<Fault> Folder::remove(const std::string& name) {
  return DeleteFileW((state_->path + to_utf16(name)).c_str()) ||
                 GetLastError() == ERROR_FILE_NOT_FOUND
             ? std::nullopt
             : std::optional(describe("DeleteFileW", GetLastError()));
}

std::optional<Fault> Folder::save_all_names() {
  return std::nullopt;  // the flush of each file does it; see save_name()
}

std::optional<Fault> Folder::list(std::vector<std::string>& names) {
  return list_names(state_->path, names);
}

}  // namespace driveproof::platform
