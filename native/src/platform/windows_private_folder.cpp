#include "windows_common.h"

#include <winioctl.h>

#include "file_handle.h"
#include "private_folder.h"

namespace driveproof::platform {

struct PrivateFolder::State {
  std::wstring parent;  // path that ends with a separator
  std::wstring wide_path;
  std::string path;
  std::span<const char* const> file_names;
  // Open without FILE_SHARE_DELETE, so that the folder cannot be replaced.
  HANDLE folder = INVALID_HANDLE_VALUE;
  bool exists = false;

  std::wstring path_of(const char* file) const { return wide_path + L'\\' + to_utf16(file); }
};

namespace {

/**
 * Whether a folder has taken the name of one of the session's files; DeleteFileW() refuses a
 * folder.
 */
bool is_folder(const std::wstring& path) {
  const DWORD attributes = GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

}  // namespace

const char* const kSeparator = "\\";

MaybeFault make_file(const std::string& path, FileHandle& file) {
  return open_at(to_utf16(path), GENERIC_READ | GENERIC_WRITE, CREATE_NEW, 0, file);
}

MaybeFault open_file(const std::string& path, FileHandle& file) {
  return open_at(to_utf16(path), GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, 0, file);
}

PrivateFolder::PrivateFolder() : state_(std::make_unique<State>()) {}

PrivateFolder::~PrivateFolder() { remove(); }

MaybeFault PrivateFolder::create(const Place& place, const std::string& name,
                                 std::span<const char* const> file_names) {
  State& state = *state_;
  state.file_names = file_names;
  const std::wstring parent = folder_path(place.directory);
  if (parent.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  state.parent = parent;
  state.wide_path = parent + to_utf16(name);
  state.path = to_utf8(state.wide_path);
  if (!CreateDirectoryW(state.wide_path.c_str(), nullptr)) {
    return describe("CreateDirectoryW", GetLastError());
  }
  state.exists = true;
  store_plainly_in(state.wide_path);
  state.folder = CreateFileW(state.wide_path.c_str(), FILE_LIST_DIRECTORY,
                             FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING,
                             FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
  return fault_if_any("CreateFileW", state.folder == INVALID_HANDLE_VALUE ? failure() : 0);
}

const std::string& PrivateFolder::path() const { return state_->path; }

std::string PrivateFolder::whereabouts() const {
  const std::string path =
      state_->folder == INVALID_HANDLE_VALUE ? std::string() : final_path(state_->folder);
  // The handle has no path if it was closed because a removal failed. The folder is then still at
  // its first path: an open handle keeps a folder from being moved.
  return path.empty() ? for_people(state_->wide_path) : path;
}

Handle PrivateFolder::handle() const { return reinterpret_cast<Handle>(state_->folder); }

MaybeFault PrivateFolder::check() const { return std::nullopt; }

// NTFS overwrites in place. ReFS writes elsewhere in files with integrity streams; a file inherits
// these from its folder, for which Set-FileIntegrity turns them on.
void PrivateFolder::overwrite_in_place() {
  FileHandle opened;
  if (open_at(state_->wide_path, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING,
              FILE_FLAG_BACKUP_SEMANTICS, opened)) {
    return;
  }
  // FSCTL_SET_INTEGRITY_INFORMATION_BUFFER, which not every compiler's headers have.
  struct {
    WORD checksum = 0;  // CHECKSUM_TYPE_NONE
    WORD reserved = 0;
    DWORD flags = 0;
  } integrity;
  DWORD returned = 0;
  DeviceIoControl(native(opened), FSCTL_SET_INTEGRITY_INFORMATION, &integrity, sizeof integrity,
                  nullptr, 0, &returned, nullptr);
}

MaybeFault PrivateFolder::free_bytes(std::uint64_t& bytes) const {
  ULARGE_INTEGER available{};
  if (!GetDiskFreeSpaceExW(state_->parent.c_str(), &available, nullptr, nullptr)) {
    return describe("GetDiskFreeSpaceExW", GetLastError());
  }
  bytes = available.QuadPart;
  return std::nullopt;
}

void PrivateFolder::settle() const {}

std::uint64_t PrivateFolder::file_bytes() const {
  std::uint64_t bytes = 0;
  for (const char* file : state_->file_names) {
    WIN32_FILE_ATTRIBUTE_DATA info{};
    if (state_->exists &&
        GetFileAttributesExW(state_->path_of(file).c_str(), GetFileExInfoStandard, &info)) {
      bytes += (std::uint64_t{info.nFileSizeHigh} << 32) | info.nFileSizeLow;
    }
  }
  return bytes;
}

MaybeFault PrivateFolder::remove() {
  State& state = *state_;
  if (!state.exists) {
    return std::nullopt;
  }
  MaybeFault fault;
  for (const char* file : state.file_names) {
    const std::wstring path = state.path_of(file);
    const DWORD error = patiently([&path]() -> DWORD {
      const DWORD refused = DeleteFileW(path.c_str()) ? 0 : failure();
      return refused == ERROR_FILE_NOT_FOUND || is_folder(path) ? 0 : refused;
    });
    if (error != 0) {
      fault = describe("DeleteFileW", error);
    }
  }
  if (state.folder != INVALID_HANDLE_VALUE) {
    CloseHandle(state.folder);
    state.folder = INVALID_HANDLE_VALUE;
  }
  // Never follows a link: if one has taken the folder's place, the link itself is removed.
  const DWORD error = fault ? 0 : patiently([&state] {
    return RemoveDirectoryW(state.wide_path.c_str()) ? 0 : failure();
  });
  if (error != 0 && error != ERROR_FILE_NOT_FOUND && error != ERROR_PATH_NOT_FOUND) {
    fault = describe("RemoveDirectoryW", error);
  }
  state.exists = fault.has_value();  // on failure, the destructor tries once more
  return fault;
}

}  // namespace driveproof::platform
