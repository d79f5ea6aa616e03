// The names and messages of Windows error numbers, and text conversion.

#include <array>
#include <utility>

#include "windows_common.h"

namespace driveproof::platform {

namespace {

#define DRIVEPROOF_NAMED(name) std::pair<DWORD, const char*> { name, #name }

// Only numbers a file test can meet; others are shown as "ERROR 1234".
constexpr std::array kErrorNames{
    DRIVEPROOF_NAMED(ERROR_INVALID_FUNCTION),
    DRIVEPROOF_NAMED(ERROR_FILE_NOT_FOUND),
    DRIVEPROOF_NAMED(ERROR_PATH_NOT_FOUND),
    DRIVEPROOF_NAMED(ERROR_TOO_MANY_OPEN_FILES),
    DRIVEPROOF_NAMED(ERROR_ACCESS_DENIED),
    DRIVEPROOF_NAMED(ERROR_INVALID_HANDLE),
    DRIVEPROOF_NAMED(ERROR_NOT_ENOUGH_MEMORY),
    DRIVEPROOF_NAMED(ERROR_OUTOFMEMORY),
    DRIVEPROOF_NAMED(ERROR_INVALID_DRIVE),
    DRIVEPROOF_NAMED(ERROR_NOT_SAME_DEVICE),
    DRIVEPROOF_NAMED(ERROR_WRITE_PROTECT),
    DRIVEPROOF_NAMED(ERROR_BAD_UNIT),
    DRIVEPROOF_NAMED(ERROR_NOT_READY),
    DRIVEPROOF_NAMED(ERROR_BAD_COMMAND),
    DRIVEPROOF_NAMED(ERROR_CRC),
    DRIVEPROOF_NAMED(ERROR_SEEK),
    DRIVEPROOF_NAMED(ERROR_SECTOR_NOT_FOUND),
    DRIVEPROOF_NAMED(ERROR_WRITE_FAULT),
    DRIVEPROOF_NAMED(ERROR_READ_FAULT),
    DRIVEPROOF_NAMED(ERROR_GEN_FAILURE),
    DRIVEPROOF_NAMED(ERROR_SHARING_VIOLATION),
    DRIVEPROOF_NAMED(ERROR_LOCK_VIOLATION),
    DRIVEPROOF_NAMED(ERROR_HANDLE_EOF),
    DRIVEPROOF_NAMED(ERROR_HANDLE_DISK_FULL),
    DRIVEPROOF_NAMED(ERROR_NOT_SUPPORTED),
    DRIVEPROOF_NAMED(ERROR_DEV_NOT_EXIST),
    DRIVEPROOF_NAMED(ERROR_UNEXP_NET_ERR),
    DRIVEPROOF_NAMED(ERROR_NETNAME_DELETED),
    DRIVEPROOF_NAMED(ERROR_FILE_EXISTS),
    DRIVEPROOF_NAMED(ERROR_INVALID_PARAMETER),
    DRIVEPROOF_NAMED(ERROR_DISK_FULL),
    DRIVEPROOF_NAMED(ERROR_CALL_NOT_IMPLEMENTED),
    DRIVEPROOF_NAMED(ERROR_INVALID_NAME),
    DRIVEPROOF_NAMED(ERROR_PROC_NOT_FOUND),
    DRIVEPROOF_NAMED(ERROR_ALREADY_EXISTS),
    DRIVEPROOF_NAMED(ERROR_FILENAME_EXCED_RANGE),
    DRIVEPROOF_NAMED(ERROR_FILE_TOO_LARGE),
    DRIVEPROOF_NAMED(ERROR_DIR_NOT_EMPTY),
    DRIVEPROOF_NAMED(ERROR_DIRECTORY),
    DRIVEPROOF_NAMED(ERROR_DELETE_PENDING),
    DRIVEPROOF_NAMED(ERROR_NOT_CAPABLE),
    DRIVEPROOF_NAMED(ERROR_OPERATION_ABORTED),
    DRIVEPROOF_NAMED(ERROR_NOACCESS),
    DRIVEPROOF_NAMED(ERROR_FILE_INVALID),
    DRIVEPROOF_NAMED(ERROR_NO_MEDIA_IN_DRIVE),
    DRIVEPROOF_NAMED(ERROR_IO_DEVICE),
    DRIVEPROOF_NAMED(ERROR_DISK_OPERATION_FAILED),
    DRIVEPROOF_NAMED(ERROR_DEVICE_NOT_CONNECTED),
    DRIVEPROOF_NAMED(ERROR_NO_SUCH_DEVICE),
    DRIVEPROOF_NAMED(ERROR_DEVICE_REMOVED),
    DRIVEPROOF_NAMED(ERROR_DISK_QUOTA_EXCEEDED),
    DRIVEPROOF_NAMED(ERROR_CANT_ACCESS_FILE),
    DRIVEPROOF_NAMED(ERROR_WRONG_DISK),
    DRIVEPROOF_NAMED(ERROR_SHARING_BUFFER_EXCEEDED),
    DRIVEPROOF_NAMED(ERROR_NO_PROC_SLOTS),
    DRIVEPROOF_NAMED(ERROR_SEM_TIMEOUT),
    DRIVEPROOF_NAMED(ERROR_LOCK_FAILED),
    DRIVEPROOF_NAMED(ERROR_BUSY),
    DRIVEPROOF_NAMED(ERROR_LOCKED),
    DRIVEPROOF_NAMED(ERROR_VIRUS_INFECTED),
    DRIVEPROOF_NAMED(ERROR_VIRUS_DELETED),
    DRIVEPROOF_NAMED(ERROR_DEVICE_UNREACHABLE),
    DRIVEPROOF_NAMED(ERROR_DATA_CHECKSUM_ERROR),
    DRIVEPROOF_NAMED(ERROR_DEVICE_HARDWARE_ERROR),
    DRIVEPROOF_NAMED(ERROR_MEDIA_CHANGED),
    DRIVEPROOF_NAMED(ERROR_BUS_RESET),
    DRIVEPROOF_NAMED(ERROR_DISK_RECALIBRATE_FAILED),
    DRIVEPROOF_NAMED(ERROR_DISK_RESET_FAILED),
    DRIVEPROOF_NAMED(ERROR_USER_MAPPED_FILE),
    DRIVEPROOF_NAMED(ERROR_ACCESS_DISABLED_BY_POLICY),
    DRIVEPROOF_NAMED(ERROR_PRIVILEGE_NOT_HELD),
    DRIVEPROOF_NAMED(ERROR_NO_SYSTEM_RESOURCES),
    DRIVEPROOF_NAMED(ERROR_WORKING_SET_QUOTA),
    DRIVEPROOF_NAMED(ERROR_PAGEFILE_QUOTA),
    DRIVEPROOF_NAMED(ERROR_COMMITMENT_LIMIT),
    DRIVEPROOF_NAMED(ERROR_NOT_ENOUGH_QUOTA),
};

#undef DRIVEPROOF_NAMED

std::string message_of(DWORD error) {
  std::array<wchar_t, 512> text{};
  DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                                error, 0, text.data(), static_cast<DWORD>(text.size()), nullptr);
  while (length > 0 && (text[length - 1] <= L' ' || text[length - 1] == L'.')) {
    --length;
  }
  return length == 0 ? "no description" : to_utf8(std::wstring(text.data(), length));
}

}  // namespace

Fault describe(const char* syscall, std::int64_t os_code, std::optional<std::uint64_t> offset) {
  Fault fault;
  fault.syscall = syscall;
  fault.os_code = os_code;
  fault.offset = offset;
  fault.code = "ERROR " + std::to_string(os_code);
  for (const auto& [number, name] : kErrorNames) {
    if (number == os_code) {
      fault.code = name;
      break;
    }
  }
  fault.message = message_of(static_cast<DWORD>(os_code));
  return fault;
}

bool is_refusal(std::int64_t os_code) {
  return os_code == ERROR_INVALID_FUNCTION || os_code == ERROR_NOT_SUPPORTED ||
         os_code == ERROR_INVALID_PARAMETER || os_code == ERROR_CALL_NOT_IMPLEMENTED ||
         os_code == ERROR_PROC_NOT_FOUND || os_code == ERROR_NOT_CAPABLE;
}

bool is_reservation_unsupported(std::int64_t os_code) { return is_refusal(os_code); }

bool is_read_failure(std::int64_t os_code) {
  return os_code == ERROR_CRC || os_code == ERROR_SECTOR_NOT_FOUND || os_code == ERROR_SEEK ||
         os_code == ERROR_READ_FAULT || os_code == ERROR_IO_DEVICE;
}

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

}  // namespace driveproof::platform
