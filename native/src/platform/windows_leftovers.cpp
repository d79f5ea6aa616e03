// What killed runs have left, on Windows. See leftovers.h.
//
// A living run holds its test file and the folder of its database open, the folder without
// FILE_SHARE_DELETE; the system, or the server of a share, refuses what is asked for here then.

#include <algorithm>
#include <utility>
#include <vector>

#include "leftovers.h"
#include "windows_common.h"

namespace driveproof::platform {

namespace {

/** Closed at the end of its scope. */
class Opened {
 public:
  explicit Opened(HANDLE handle) : handle_(handle) {}
  ~Opened() { close(); }
  Opened(Opened&& other) noexcept : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
  Opened& operator=(Opened&&) = delete;

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

/** Made by this user. File systems without owners (FAT, exFAT) are the user's who mounts them. */
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
  // What an administrator makes may belong to all of them: the token says to whom.
  auto user = of_token(TokenUser);
  auto maker = of_token(TokenOwner);
  return (!user.empty() &&
          EqualSid(owner, reinterpret_cast<TOKEN_USER*>(user.data())->User.Sid)) ||
         (!maker.empty() &&
          EqualSid(owner, reinterpret_cast<TOKEN_OWNER*>(maker.data())->Owner));
}

/** To be removed, if it is a plain file (or folder), this user's and nobody has it open. */
Opened open_unused(const std::wstring& path, bool is_folder) {
  const DWORD access = DELETE | READ_CONTROL | FILE_READ_ATTRIBUTES;
  Opened entry(CreateFileW(path.c_str(), access, is_folder ? FILE_SHARE_READ : 0, nullptr,
                           OPEN_EXISTING,
                           FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS, nullptr));
  BY_HANDLE_FILE_INFORMATION info{};
  if (entry.is_open() &&
      (!GetFileInformationByHandle(entry.get(), &info) ||
       (info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 ||
       ((info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) != is_folder ||
       !is_own(entry.get()))) {
    entry.close();
  }
  return entry;
}

/** 0 or the error number. The name goes when the handle is closed. */
DWORD mark_for_removal(const Opened& entry) {
  FILE_DISPOSITION_INFO disposition{};
  disposition.DeleteFile = TRUE;
  return SetFileInformationByHandle(entry.get(), FileDispositionInfo, &disposition,
                                    sizeof disposition)
             ? 0
             : GetLastError();
}

/** Names in a folder whose path ends with a separator. 0 or the error number. */
DWORD list_names(const std::wstring& folder, std::vector<std::wstring>& names) {
  WIN32_FIND_DATAW entry{};
  const HANDLE search = FindFirstFileW((folder + L'*').c_str(), &entry);
  if (search == INVALID_HANDLE_VALUE) {
    return GetLastError();
  }
  do {
    const std::wstring name = entry.cFileName;
    if (name != L"." && name != L"..") {
      names.push_back(name);
    }
  } while (FindNextFileW(search, &entry));
  const DWORD error = GetLastError();
  FindClose(search);
  return error == ERROR_NO_MORE_FILES ? 0 : error;
}

/** Opens everything in the folder to be removed, unless there is more than files of these names. */
DWORD open_content(const std::wstring& folder, std::span<const char* const> file_names,
                   std::vector<Opened>& files) {
  std::vector<std::wstring> names;
  if (const DWORD error = list_names(folder, names); error != 0) {
    return error;
  }
  for (const std::wstring& name : names) {
    if (std::find(file_names.begin(), file_names.end(), to_utf8(name)) == file_names.end()) {
      return ERROR_DIR_NOT_EMPTY;
    }
    files.push_back(open_unused(folder + name, false));
    if (!files.back().is_open()) {
      return ERROR_DIR_NOT_EMPTY;
    }
  }
  return 0;
}

/** Nothing when the entry is not of an ended run; otherwise 0 or why it is still there. */
std::optional<DWORD> remove_entry(const std::wstring& path, OwnName kind,
                                  std::span<const char* const> file_names) {
  const bool is_folder = kind == OwnName::kFolder;
  const Opened entry = open_unused(path, is_folder);
  if (!entry.is_open()) {
    return std::nullopt;
  }
  if (is_folder) {
    std::vector<Opened> files;  // the folder's handle keeps the folder where it is
    if (const DWORD error = open_content(path + L'\\', file_names, files); error != 0) {
      return error;
    }
    for (const Opened& file : files) {
      if (const DWORD error = mark_for_removal(file); error != 0) {
        return error;
      }
    }
  }
  return mark_for_removal(entry);
}

}  // namespace

std::optional<Fault> remove_leftovers(const std::string& directory,
                                      std::span<const char* const> file_names,
                                      std::vector<Leftover>& leftovers) {
  std::wstring folder = extended_path(to_utf16(directory));
  if (folder.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  if (!folder.ends_with(L'\\')) {
    folder += L'\\';
  }
  std::vector<std::wstring> names;
  if (const DWORD error = list_names(folder, names); error != 0) {
    return describe("FindFirstFileW", error);
  }
  for (const std::wstring& wide_name : names) {
    const std::string name = to_utf8(wide_name);
    const OwnName kind = own_name(name);
    if (kind == OwnName::kNone) {
      continue;
    }
    if (const auto error = remove_entry(folder + wide_name, kind, file_names)) {
      leftovers.push_back({name, *error == 0 ? std::nullopt
                                             : std::optional(describe(
                                                   "SetFileInformationByHandle", *error))});
    }
  }
  return std::nullopt;
}

}  // namespace driveproof::platform
