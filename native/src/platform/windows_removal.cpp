// A folder that is open without FILE_SHARE_DELETE can be neither renamed nor replaced, nor can its
// parents; so whatever is opened below its path is in it.

#include "windows_removal.h"

#include <vector>

#include "removal.h"

namespace driveproof::platform {

namespace windows {

namespace {

std::vector<unsigned char> of_token(TOKEN_INFORMATION_CLASS what) {
  HANDLE token = nullptr;
  std::vector<unsigned char> data;
  if (OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) {
    DWORD size = 0;
    GetTokenInformation(token, what, nullptr, 0, &size);
    data.resize(size);
    if (!GetTokenInformation(token, what, data.data(), size, &size)) {
      data.clear();
    }
    CloseHandle(token);
  }
  return data;
}

}  // namespace

bool is_own(HANDLE file) {
  DWORD features = 0;
  if (!GetVolumeInformationByHandleW(file, nullptr, 0, nullptr, nullptr, &features, nullptr, 0)) {
    return false;
  }
  if ((features & FILE_PERSISTENT_ACLS) == 0) {
    return true;
  }
  DWORD size = 0;
  GetKernelObjectSecurity(file, OWNER_SECURITY_INFORMATION, nullptr, 0, &size);
  std::vector<unsigned char> descriptor(size);
  PSID owner = nullptr;
  BOOL is_default = FALSE;
  if (size == 0 ||
      !GetKernelObjectSecurity(file, OWNER_SECURITY_INFORMATION, descriptor.data(), size, &size) ||
      !GetSecurityDescriptorOwner(descriptor.data(), &owner, &is_default) || owner == nullptr) {
    return false;
  }
  // Files of an administrator may belong to the administrators' group (TokenOwner).
  auto user = of_token(TokenUser);
  auto maker = of_token(TokenOwner);
  return (!user.empty() &&
          EqualSid(owner, reinterpret_cast<TOKEN_USER*>(user.data())->User.Sid)) ||
         (!maker.empty() &&
          EqualSid(owner, reinterpret_cast<TOKEN_OWNER*>(maker.data())->Owner));
}

FileHandle open_unused(const std::wstring& path, bool is_folder, DWORD& error) {
  const DWORD access = DELETE | READ_CONTROL | FILE_READ_ATTRIBUTES | FILE_READ_DATA;
  FileHandle entry(reinterpret_cast<Handle>(
      CreateFileW(path.c_str(), access, is_folder ? FILE_SHARE_READ : 0, nullptr, OPEN_EXISTING,
                  FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS, nullptr)));
  error = entry.is_open() ? 0 : failure();
  BY_HANDLE_FILE_INFORMATION info{};
  if (entry.is_open() &&
      (!GetFileInformationByHandle(native(entry.get()), &info) ||
       (info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 ||
       ((info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) != is_folder ||
       (!is_folder && info.nNumberOfLinks != 1) || !is_own(native(entry.get())))) {
    entry.close();
  }
  return entry;
}

MaybeFault list_held(const FileHandle& folder, std::vector<std::string>& names) {
  names.clear();
  alignas(FILE_FULL_DIR_INFO) unsigned char entries[16 * 1024];
  auto from = FileFullDirectoryRestartInfo;
  while (GetFileInformationByHandleEx(native(folder.get()), from, entries, sizeof entries)) {
    from = FileFullDirectoryInfo;
    const unsigned char* place = entries;
    for (DWORD distance = 1; distance != 0; place += distance) {
      const auto* entry = reinterpret_cast<const FILE_FULL_DIR_INFO*>(place);
      const std::string name =
          to_utf8(std::wstring(entry->FileName, entry->FileNameLength / sizeof(wchar_t)));
      if (name != "." && name != "..") {
        names.push_back(name);
      }
      distance = entry->NextEntryOffset;
    }
  }
  const DWORD error = failure();
  return fault_if_any("GetFileInformationByHandleEx", error == ERROR_NO_MORE_FILES ? 0 : error);
}

DWORD mark_for_removal(const FileHandle& entry) {
  FILE_DISPOSITION_INFO disposition{};
  disposition.DeleteFile = TRUE;
  return SetFileInformationByHandle(native(entry.get()), FileDispositionInfo, &disposition,
                                    sizeof disposition)
             ? 0
             : failure();
}

}  // namespace windows

namespace {

MaybeFault open_own(const std::wstring& path, bool is_folder, FileHandle& entry, Found& found) {
  const DWORD error = patiently([&] {
    DWORD refused = 0;
    entry = windows::open_unused(path, is_folder, refused);
    return refused;
  });
  found = entry.is_open() ? Found::kOurs : Found::kNotOurs;
  if (error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND) {
    found = Found::kMissing;
    return std::nullopt;
  }
  return fault_if_any("CreateFileW", error);
}

MaybeFault remove_entry(FileHandle& entry, bool& gone) {
  const DWORD error = windows::mark_for_removal(entry);
  gone = error == 0;
  entry.close();
  return fault_if_any("SetFileInformationByHandle",
                      error == 0 || error == ERROR_DIR_NOT_EMPTY ? 0 : error);
}

}  // namespace

struct OwnFile::State {
  FileHandle file;
};

struct OwnFolder::State {
  FileHandle folder;
  std::wstring path;  // path that ends with a separator
};

OwnFile::OwnFile() = default;
OwnFile::~OwnFile() = default;
OwnFolder::OwnFolder() = default;
OwnFolder::~OwnFolder() = default;

Handle OwnFile::handle() const { return state_->file.get(); }

MaybeFault OwnFile::remove(bool& gone) { return remove_entry(state_->file, gone); }

MaybeFault OwnFolder::open(const std::string& path, Found& found) {
  auto state = std::make_unique<State>();
  state->path = extended_path(to_utf16(path));
  if (state->path.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  while (state->path.ends_with(L'\\')) {
    state->path.pop_back();
  }
  auto fault = open_own(state->path, true, state->folder, found);
  state->path += L'\\';
  state_ = std::move(state);
  return fault;
}

MaybeFault OwnFolder::open_inside(const OwnFolder& parent, const std::string& name, Found& found) {
  auto state = std::make_unique<State>();
  state->path = parent.state_->path + to_utf16(name);
  auto fault = open_own(state->path, true, state->folder, found);
  state->path += L'\\';
  state_ = std::move(state);
  return fault;
}

MaybeFault OwnFolder::list(std::vector<std::string>& names) const {
  return windows::list_held(state_->folder, names);
}

MaybeFault OwnFolder::open_file(const std::string& name, OwnFile& file, Found& found) const {
  auto state = std::make_unique<OwnFile::State>();
  auto fault = open_own(state_->path + to_utf16(name), false, state->file, found);
  file.state_ = std::move(state);
  return fault;
}

MaybeFault OwnFolder::mark(const std::string& name) const {
  const std::wstring path = state_->path + to_utf16(name);
  const FileHandle file(reinterpret_cast<Handle>(
      CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                  FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr)));
  if (!file.is_open()) {
    const DWORD error = failure();
    return fault_if_any("CreateFileW", error == ERROR_FILE_EXISTS ? 0 : error);
  }
  return fault_if_any("FlushFileBuffers", FlushFileBuffers(native(file.get())) ? 0 : failure());
}

MaybeFault OwnFolder::remove(bool& gone) { return remove_entry(state_->folder, gone); }

}  // namespace driveproof::platform
