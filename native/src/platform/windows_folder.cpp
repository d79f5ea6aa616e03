#include "windows_common.h"

#include <array>
#include <utility>

#include "file_handle.h"
#include "folder.h"
#include "private_folder.h"

namespace driveproof::platform {

struct Folder::State {
  std::wstring path;  // path that ends with a separator
};

bool is_missing(std::int64_t os_code) {
  return os_code == ERROR_FILE_NOT_FOUND || os_code == ERROR_PATH_NOT_FOUND;
}

MaybeFault identify(Handle file, FileId& id) {
  BY_HANDLE_FILE_INFORMATION info{};
  if (!GetFileInformationByHandle(native(file), &info)) {
    return describe("GetFileInformationByHandle", GetLastError());
  }
  id = {info.dwVolumeSerialNumber,
        (std::uint64_t{info.nFileIndexHigh} << 32) | info.nFileIndexLow};
  return std::nullopt;
}

std::string whereabouts(Handle file) { return final_path(native(file)); }

namespace {

MaybeFault open_existing(const std::wstring& path, DWORD access, DWORD flags,
                         const FileId* expected, FileHandle& file) {
  FileHandle opened;
  RETURN_IF_FAULT(open_at(path, access, OPEN_EXISTING, flags, opened));
  BY_HANDLE_FILE_INFORMATION info{};
  FileId id;
  if (!GetFileInformationByHandle(native(opened), &info)) {
    return describe("GetFileInformationByHandle", GetLastError());
  }
  constexpr DWORD kOtherKinds = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
  const bool may_write = info.nNumberOfLinks == 1 || (access & GENERIC_WRITE) == 0;
  if ((info.dwFileAttributes & kOtherKinds) != 0 || !may_write ||
      (expected != nullptr && (identify(opened.get(), id) || id != *expected))) {
    return describe("CreateFileW", ERROR_FILE_INVALID);
  }
  file = std::move(opened);
  return std::nullopt;
}

DWORD move_file(const std::wstring& from, const std::wstring& to, DWORD flags) {
  return patiently(
      [&] { return MoveFileExW(from.c_str(), to.c_str(), flags) ? 0 : failure(); });
}

DWORD replace_file(const std::wstring& document, const std::wstring& temporary) {
  const DWORD error = patiently([&] {
    return ReplaceFileW(document.c_str(), temporary.c_str(), nullptr, 0, nullptr, nullptr)
               ? 0
               : failure();
  });
  // After ERROR_UNABLE_TO_MOVE_REPLACEMENT the old document is gone: another ReplaceFileW would
  // find nothing to replace.
  return error == ERROR_UNABLE_TO_MOVE_REPLACEMENT
             ? move_file(temporary, document, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)
             : error;
}

}  // namespace

std::string name_text(const Mode& mode) {
  if (writes_through(mode)) {
    return "MoveFileExW(MOVEFILE_WRITE_THROUGH)";
  }
  return mode.name_flush == nullptr ? "MoveFileExW"
                                    : std::string("MoveFileExW + ") + mode.name_flush->text;
}

// ReplaceFileW documents no flag that waits for the drive ("REPLACEFILE_WRITE_THROUGH: This value
// is not supported"): https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-replacefilew
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

MaybeFault Folder::open(const std::string& path) {
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

MaybeFault Folder::open(const PrivateFolder& folder) { return open(folder.path()); }

MaybeFault Folder::make_inside(const Folder& parent, const std::string& name) {
  const std::wstring path = parent.state_->path + to_utf16(name);
  if (!CreateDirectoryW(path.c_str(), nullptr)) {
    return describe("CreateDirectoryW", GetLastError());
  }
  store_plainly_in(path);
  return open(to_utf8(path));
}

MaybeFault Folder::create(const std::string& name, std::uint32_t open_flags, FileHandle& file) {
  return open_at(state_->path + to_utf16(name), GENERIC_READ | GENERIC_WRITE, CREATE_NEW,
                 open_flags, file);
}

MaybeFault Folder::open_file(const std::string& name, std::uint32_t open_flags, FileHandle& file,
                             const FileId* expected) {
  return open_existing(state_->path + to_utf16(name), GENERIC_READ | GENERIC_WRITE, open_flags,
                       expected, file);
}

MaybeFault Folder::open_for_reading(const std::string& name, FileHandle& file, bool& around_cache,
                                    const FileId* expected) {
  const std::wstring path = state_->path + to_utf16(name);
  auto fault = open_existing(path, GENERIC_READ, FILE_FLAG_NO_BUFFERING, expected, file);
  around_cache = !fault;
  return fault && is_refusal(fault->os_code) ? open_existing(path, GENERIC_READ, 0, expected, file)
                                             : fault;
}

MaybeFault Folder::open_through_cache(const std::string& name, FileHandle& file) {
  return open_existing(state_->path + to_utf16(name), GENERIC_READ, 0, nullptr, file);
}

// Flushes the file, because no documentation promises that a folder can be flushed.
// FlushFileBuffers also writes a file's metadata, and the file system's journal with it.
MaybeFault Folder::save_name(const Mode& mode, Handle file) {
  return mode.name_flush == nullptr ? std::nullopt : perform(*mode.name_flush, file);
}

MaybeFault Folder::rename(const Mode& mode, const std::string& from, const std::string& to) {
  const std::wstring target = state_->path + to_utf16(to);
  // With MOVEFILE_WRITE_THROUGH, MoveFileExW "does not return until the file is actually moved on
  // the disk": https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-movefileexw
  const DWORD flags = writes_through(mode) ? MOVEFILE_WRITE_THROUGH : 0;
  if (const DWORD error = move_file(state_->path + to_utf16(from), target, flags)) {
    return describe("MoveFileExW", error);
  }
  if (mode.name_flush == nullptr) {
    return std::nullopt;
  }
  FileHandle file;
  if (auto fault =
          open_at(target, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, mode.open_flags, file)) {
    return fault;
  }
  return save_name(mode, file.get());
}

MaybeFault Folder::replace(const SaveWay& way, const std::string& from, const std::string& to) {
  const std::wstring source = state_->path + to_utf16(from);
  const std::wstring target = state_->path + to_utf16(to);
  const bool moves = way.move_flags != 0;
  const DWORD error = moves ? move_file(source, target, way.move_flags) : replace_file(target, source);
  return fault_if_any(moves ? "MoveFileExW" : "ReplaceFileW", error);
}

MaybeFault Folder::remove(const std::string& name) {
  return fault_if_any("DeleteFileW", DeleteFileW((state_->path + to_utf16(name)).c_str()) ||
                                             GetLastError() == ERROR_FILE_NOT_FOUND
                                         ? 0
                                         : failure());
}

MaybeFault Folder::save_all_names() {
  return std::nullopt;  // nothing to do: each file's flush also stores its name; see save_name()
}

MaybeFault Folder::list(std::vector<std::string>& names) { return list_names(state_->path, names); }

}  // namespace driveproof::platform
