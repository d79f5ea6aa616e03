#include "windows_common.h"

#include <winioctl.h>

namespace driveproof::platform {

std::wstring to_utf16(const std::string& text) {
  const int bytes = static_cast<int>(text.size());
  const int length = MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0);
  std::wstring wide(static_cast<std::size_t>(length), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, wide.data(), length);
  return wide;
}

std::string to_utf8(const std::wstring& text) {
  const int length = static_cast<int>(text.size());
  const int bytes =
      WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr);
  std::string narrow(static_cast<std::size_t>(bytes), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), length, narrow.data(), bytes, nullptr, nullptr);
  return narrow;
}

std::wstring extended_path(const std::wstring& path) {
  const DWORD size = GetFullPathNameW(path.c_str(), 0, nullptr, nullptr);
  if (size == 0) {
    return {};
  }
  std::wstring full(size, L'\0');
  full.resize(GetFullPathNameW(path.c_str(), size, full.data(), nullptr));
  if (full.starts_with(LR"(\\?\)") || full.starts_with(LR"(\\.\)")) {
    return full;
  }
  return full.starts_with(LR"(\\)") ? LR"(\\?\UNC\)" + full.substr(2) : LR"(\\?\)" + full;
}

std::wstring folder_path(const std::string& path) {
  std::wstring folder = extended_path(to_utf16(path));
  if (!folder.empty() && !folder.ends_with(L'\\')) {
    folder += L'\\';
  }
  return folder;
}

std::string final_path(HANDLE file) {
  const DWORD size = GetFinalPathNameByHandleW(file, nullptr, 0, FILE_NAME_NORMALIZED);
  std::wstring path(size, L'\0');
  path.resize(size == 0 ? 0
                        : GetFinalPathNameByHandleW(file, path.data(), size,
                                                    FILE_NAME_NORMALIZED));
  return for_people(path);
}

std::string for_people(const std::wstring& path) {
  if (path.starts_with(LR"(\\?\UNC\)")) {
    return to_utf8(LR"(\\)" + path.substr(8));
  }
  return to_utf8(path.starts_with(LR"(\\?\)") ? path.substr(4) : path);
}

namespace {

/** Whether the error means that another program may have the file, or one in the folder, open. */
bool is_held(DWORD error) {
  switch (error) {
    case ERROR_ACCESS_DENIED:  // also for a file whose removal waits until it is closed
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_DELETE_PENDING:
    case ERROR_USER_MAPPED_FILE:
    case ERROR_UNABLE_TO_REMOVE_REPLACED:
    case ERROR_DIR_NOT_EMPTY:
      return true;
    default:
      return false;
  }
}

}  // namespace

DWORD patiently(const std::function<DWORD()>& call) {
  constexpr DWORD kPauseMs = 10;
  constexpr std::uint64_t kPatienceNs = 2'000'000'000;
  const std::uint64_t end = monotonic_ns() + kPatienceNs;
  DWORD error = call();
  while (is_held(error) && monotonic_ns() < end) {
    Sleep(kPauseMs);
    error = call();
  }
  return error;
}

MaybeFault open_at(const std::wstring& path, DWORD access, DWORD disposition, DWORD flags,
                   FileHandle& file) {
  file = FileHandle(reinterpret_cast<Handle>(CreateFileW(
      path.c_str(), access, kShareAll, nullptr, disposition,
      FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT | flags, nullptr)));
  return fault_if_any("CreateFileW", file.is_open() ? 0 : failure());
}

void turn_off_compression(const FileHandle& file) {
  USHORT format = COMPRESSION_FORMAT_NONE;
  DWORD returned = 0;
  DeviceIoControl(native(file), FSCTL_SET_COMPRESSION, &format, sizeof format, nullptr, 0,
                  &returned, nullptr);
}

bool is_encrypted(const std::wstring& path) {
  DWORD status = 0;
  return FileEncryptionStatusW(path.c_str(), &status) && status == FILE_IS_ENCRYPTED;
}

void turn_off_encryption(const std::wstring& path) {
  if (is_encrypted(path)) {
    DecryptFileW(path.c_str(), 0);
  }
}

void store_plainly_in(const std::wstring& folder) {
  turn_off_encryption(folder);
  FileHandle opened;
  if (!open_at(folder, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS,
               opened)) {
    turn_off_compression(opened);
  }
}

MaybeFault list_names(const std::wstring& folder, std::vector<std::string>& names) {
  names.clear();
  WIN32_FIND_DATAW entry{};
  const HANDLE search = FindFirstFileW((folder + L'*').c_str(), &entry);
  if (search == INVALID_HANDLE_VALUE) {
    return describe("FindFirstFileW", GetLastError());
  }
  do {
    const std::string name = to_utf8(entry.cFileName);
    if (name != "." && name != "..") {
      names.push_back(name);
    }
  } while (FindNextFileW(search, &entry));
  const DWORD error = failure();
  FindClose(search);
  return fault_if_any("FindNextFileW", error == ERROR_NO_MORE_FILES ? 0 : error);
}

}  // namespace driveproof::platform
