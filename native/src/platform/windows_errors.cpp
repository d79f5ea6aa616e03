#include <algorithm>
#include <array>

#include "named_numbers.h"
#include "windows_common.h"

namespace driveproof::platform {

namespace {

// Contains only errors that a file test can meet; other errors are shown as "ERROR 1234".
constexpr auto kErrorNames = NAMED_NUMBERS(
    ERROR_INVALID_FUNCTION, ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND, ERROR_TOO_MANY_OPEN_FILES,
    ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_NOT_ENOUGH_MEMORY, ERROR_OUTOFMEMORY,
    ERROR_INVALID_DRIVE, ERROR_NOT_SAME_DEVICE, ERROR_WRITE_PROTECT, ERROR_BAD_UNIT,
    ERROR_NOT_READY, ERROR_BAD_COMMAND, ERROR_CRC, ERROR_SEEK, ERROR_SECTOR_NOT_FOUND,
    ERROR_WRITE_FAULT, ERROR_READ_FAULT, ERROR_GEN_FAILURE, ERROR_SHARING_VIOLATION,
    ERROR_LOCK_VIOLATION, ERROR_HANDLE_EOF, ERROR_HANDLE_DISK_FULL, ERROR_NOT_SUPPORTED,
    ERROR_DEV_NOT_EXIST, ERROR_UNEXP_NET_ERR, ERROR_NETNAME_DELETED, ERROR_FILE_EXISTS,
    ERROR_INVALID_PARAMETER, ERROR_DISK_FULL, ERROR_CALL_NOT_IMPLEMENTED, ERROR_INVALID_NAME,
    ERROR_PROC_NOT_FOUND, ERROR_ALREADY_EXISTS, ERROR_FILENAME_EXCED_RANGE, ERROR_FILE_TOO_LARGE,
    ERROR_DIR_NOT_EMPTY, ERROR_DIRECTORY, ERROR_DELETE_PENDING, ERROR_NOT_CAPABLE,
    ERROR_OPERATION_ABORTED, ERROR_NOACCESS, ERROR_FILE_INVALID, ERROR_FILE_CORRUPT,
    ERROR_DISK_CORRUPT, ERROR_NO_MEDIA_IN_DRIVE, ERROR_IO_DEVICE, ERROR_DISK_OPERATION_FAILED,
    ERROR_DEVICE_NOT_CONNECTED, ERROR_NO_SUCH_DEVICE, ERROR_DEVICE_REMOVED,
    ERROR_DISK_QUOTA_EXCEEDED, ERROR_CANT_ACCESS_FILE, ERROR_WRONG_DISK,
    ERROR_SHARING_BUFFER_EXCEEDED, ERROR_NO_PROC_SLOTS, ERROR_SEM_TIMEOUT, ERROR_LOCK_FAILED,
    ERROR_BUSY, ERROR_LOCKED, ERROR_VIRUS_INFECTED, ERROR_VIRUS_DELETED, ERROR_ADAP_HDW_ERR,
    ERROR_LOST_WRITEBEHIND_DATA, ERROR_LOST_WRITEBEHIND_DATA_LOCAL_DISK_ERROR,
    ERROR_DISK_RESOURCES_EXHAUSTED, ERROR_DEVICE_UNREACHABLE, ERROR_DATA_CHECKSUM_ERROR,
    ERROR_DEVICE_HARDWARE_ERROR, ERROR_MEDIA_CHANGED, ERROR_BUS_RESET,
    ERROR_DISK_RECALIBRATE_FAILED, ERROR_DISK_RESET_FAILED, ERROR_UNABLE_TO_REMOVE_REPLACED,
    ERROR_UNABLE_TO_MOVE_REPLACEMENT, ERROR_UNABLE_TO_MOVE_REPLACEMENT_2, ERROR_USER_MAPPED_FILE,
    ERROR_ACCESS_DISABLED_BY_POLICY, ERROR_PRIVILEGE_NOT_HELD, ERROR_NO_SYSTEM_RESOURCES,
    ERROR_WORKING_SET_QUOTA, ERROR_PAGEFILE_QUOTA, ERROR_COMMITMENT_LIMIT, ERROR_NOT_ENOUGH_QUOTA,
    ERROR_UNIDENTIFIED_ERROR);

// The errors that electron/contract/os-error.ts calls "medium", "damaged" and "gone".
constexpr std::array kDriveFailures{
    ERROR_CRC, ERROR_SECTOR_NOT_FOUND, ERROR_SEEK, ERROR_READ_FAULT, ERROR_WRITE_FAULT,
    ERROR_IO_DEVICE, ERROR_GEN_FAILURE, ERROR_BAD_COMMAND, ERROR_SEM_TIMEOUT, ERROR_BUS_RESET,
    ERROR_DATA_CHECKSUM_ERROR, ERROR_DEVICE_HARDWARE_ERROR, ERROR_DISK_OPERATION_FAILED,
    ERROR_DISK_RECALIBRATE_FAILED, ERROR_DISK_RESET_FAILED, ERROR_ADAP_HDW_ERR,
    ERROR_LOST_WRITEBEHIND_DATA, ERROR_LOST_WRITEBEHIND_DATA_LOCAL_DISK_ERROR, ERROR_FILE_CORRUPT,
    ERROR_DISK_CORRUPT, ERROR_NOT_READY, ERROR_BAD_UNIT, ERROR_INVALID_DRIVE, ERROR_WRONG_DISK,
    ERROR_DEV_NOT_EXIST, ERROR_NO_SUCH_DEVICE, ERROR_NO_MEDIA_IN_DRIVE, ERROR_MEDIA_CHANGED,
    ERROR_DEVICE_NOT_CONNECTED, ERROR_DEVICE_REMOVED, ERROR_DEVICE_UNREACHABLE};

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
  fault.code = kErrorNames.name_of(os_code, "ERROR " + std::to_string(os_code));
  fault.message = message_of(static_cast<DWORD>(os_code));
  return fault;
}

bool is_refusal(std::int64_t os_code) {
  return os_code == ERROR_INVALID_FUNCTION || os_code == ERROR_NOT_SUPPORTED ||
         os_code == ERROR_INVALID_PARAMETER || os_code == ERROR_CALL_NOT_IMPLEMENTED ||
         os_code == ERROR_PROC_NOT_FOUND || os_code == ERROR_NOT_CAPABLE;
}

bool is_reservation_unsupported(std::int64_t os_code) { return is_refusal(os_code); }

bool is_not_empty(std::int64_t os_code) { return os_code == ERROR_DIR_NOT_EMPTY; }

bool is_read_failure(std::int64_t os_code) {
  return os_code == ERROR_CRC || os_code == ERROR_SECTOR_NOT_FOUND || os_code == ERROR_SEEK ||
         os_code == ERROR_READ_FAULT || os_code == ERROR_IO_DEVICE ||
         os_code == ERROR_DATA_CHECKSUM_ERROR;  // ReFS
}

bool is_drive_failure(std::int64_t os_code) {
  return std::find(kDriveFailures.begin(), kDriveFailures.end(), os_code) != kDriveFailures.end();
}

bool is_consequence(std::int64_t os_code) { return os_code == ERROR_WRITE_PROTECT; }

}  // namespace driveproof::platform
