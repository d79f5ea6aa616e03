#include "file_handle.h"
#include "old_file.h"
#include "windows_common.h"

namespace driveproof::platform {

namespace {

MaybeFault information_of(const FileHandle& file, BY_HANDLE_FILE_INFORMATION& information) {
  return fault_if_any("GetFileInformationByHandle",
                      GetFileInformationByHandle(native(file), &information) ? 0 : failure());
}

/**
 * Attributes of a file whose content, or part of it, is elsewhere, although it looks ordinary:
 * reading would fetch it from a cloud or a tape.
 * https://learn.microsoft.com/windows/win32/fileio/file-attribute-constants
 */
constexpr DWORD kElsewhere = FILE_ATTRIBUTE_OFFLINE | 0x00040000 | 0x00400000;  // RECALL_ON_*

MaybeFault check(const FileHandle& file, const std::string& folder) {
  FileHandle home;
  RETURN_IF_FAULT(
      open_at(extended_path(to_utf16(folder)), 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, home));
  BY_HANDLE_FILE_INFORMATION is{};
  BY_HANDLE_FILE_INFORMATION must{};
  RETURN_IF_FAULT(information_of(file, is));
  RETURN_IF_FAULT(information_of(home, must));
  constexpr DWORD kOther =
      FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DEVICE |
      kElsewhere;
  const bool is_other = (is.dwFileAttributes & kOther) != 0 ||
                        is.dwVolumeSerialNumber != must.dwVolumeSerialNumber;
  return fault_if_any("GetFileInformationByHandle", is_other ? ERROR_FILE_INVALID : 0);
}

}  // namespace

MaybeFault open_old_file(const std::string& path, const std::string& folder, FileHandle& file,
                         bool& around_cache) {
  const std::wstring full = extended_path(to_utf16(path));
  auto fault = open_at(full, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_NO_BUFFERING, file);
  around_cache = !fault;
  if (fault && !is_missing(fault->os_code)) {
    fault = open_at(full, GENERIC_READ, OPEN_EXISTING, 0, file);
  }
  if (!fault && (fault = check(file, folder))) {
    file.close();
  }
  return fault;
}

MaybeFault volume_space(const std::string& folder, VolumeSpace& space) {
  ULARGE_INTEGER total{};
  ULARGE_INTEGER free{};
  if (!GetDiskFreeSpaceExW(folder_path(folder).c_str(), nullptr, &total, &free)) {
    return describe("GetDiskFreeSpaceExW", GetLastError());
  }
  space.total_bytes = total.QuadPart;
  space.used_bytes = total.QuadPart - free.QuadPart;
  return std::nullopt;
}

}  // namespace driveproof::platform
