// What the engine does after answers of Windows that Wine never gives: the import table's entries of
// some functions lead to fakes. The argument is a folder.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../../../native/src/platform/file_handle.h"
#include "../../../native/src/platform/folder.h"
#include "../../../native/src/platform/private_folder.h"
#include "../../../native/src/platform/windows_common.h"
#include "../../native/cpp/check.h"

#include <winioctl.h>

using namespace driveproof;
using namespace driveproof::platform;

namespace {

/** As documented of ERROR_UNABLE_TO_MOVE_REPLACEMENT. */
BOOL WINAPI lose_document(LPCWSTR document, LPCWSTR, LPCWSTR, DWORD, LPVOID, LPVOID) {
  if (DeleteFileW(document)) {
    SetLastError(ERROR_UNABLE_TO_MOVE_REPLACEMENT);
  }
  return FALSE;
}

void make(Folder& folder, const std::string& name, const std::string& text) {
  FileHandle file;
  CHECK(!folder.create(name, 0, file));
  DWORD written = 0;
  CHECK(WriteFile(native(file), text.data(), static_cast<DWORD>(text.size()), &written, nullptr));
}

std::string content(Folder& folder, const std::string& name) {
  FileHandle file;
  CHECK(!folder.open_through_cache(name, file));
  std::string text(16, '\0');
  DWORD read = 0;
  CHECK(ReadFile(native(file), text.data(), static_cast<DWORD>(text.size()), &read, nullptr));
  return text.substr(0, read);
}

int times_uncompressed = 0;
int times_integrity_off = 0;

/** Wine compresses nothing, and has no ReFS. */
BOOL WINAPI note_control(HANDLE, DWORD code, LPVOID input, DWORD bytes, LPVOID, DWORD, LPDWORD,
                         LPOVERLAPPED) {
  if (code == FSCTL_SET_INTEGRITY_INFORMATION) {
    // ChecksumAlgorithm, Reserved, Flags: all 0 for CHECKSUM_TYPE_NONE.
    std::uint64_t request = 1;
    CHECK(bytes == sizeof request);
    std::memcpy(&request, input, sizeof request);
    CHECK(request == 0);
    ++times_integrity_off;
    return TRUE;
  }
  CHECK(code == FSCTL_SET_COMPRESSION);
  USHORT format = COMPRESSION_FORMAT_DEFAULT;
  std::memcpy(&format, input, sizeof format);
  CHECK(format == COMPRESSION_FORMAT_NONE);
  ++times_uncompressed;
  return TRUE;
}

bool encrypts = false;
std::vector<std::wstring> decrypted;

/** Wine encrypts nothing: here every file and folder is encrypted if `encrypts`. */
BOOL WINAPI status_of(LPCWSTR path, LPDWORD status) {
  *status = encrypts ? FILE_IS_ENCRYPTED : FILE_ENCRYPTABLE;
  return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}

/** Windows refuses it for a file that is open. */
BOOL WINAPI note_decryption(LPCWSTR path, DWORD) {
  const HANDLE alone = CreateFileW(path, GENERIC_READ, 0, nullptr, OPEN_EXISTING,
                                   FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  CHECK(alone != INVALID_HANDLE_VALUE);
  CloseHandle(alone);
  decrypted.push_back(path);
  return TRUE;
}

void test_lost_document(Folder& folder) {
  make(folder, "document", "old");
  make(folder, "temporary", "new");
  const auto ways = save_ways();
  const auto way = std::find_if(ways.begin(), ways.end(),
                                [](const SaveWay& each) { return each.move_flags == 0; });
  CHECK(way != ways.end());
  CHECK(!folder.replace(*way, "temporary", "document"));
  CHECK(content(folder, "document") == "new");
  CHECK(!folder.remove("document"));
}

/** NTFS compresses what is made in a compressed folder. */
void test_compressed_folder(const std::string& path, const Folder& parent) {
  PrivateFolder own;
  CHECK(!own.create({path}, "own", {}));
  CHECK(times_uncompressed == 1);
  FileName name;
  FileHandle file;
  CHECK(!name.create({path}, "file", file));
  CHECK(times_uncompressed == 2);
  Folder inside;
  CHECK(!inside.make_inside(parent, "inside"));
  CHECK(times_uncompressed == 3);
  CHECK(RemoveDirectoryW((folder_path(path) + L"inside").c_str()));
}

/** NTFS encrypts (EFS) what is made in an encrypted folder. */
void test_encrypted_folder(const std::string& path, const Folder& parent) {
  const std::wstring folder = folder_path(path);
  CHECK(decrypted.empty());
  encrypts = true;
  {
    PrivateFolder own;
    CHECK(!own.create({path}, "own", {}));
    FileName name;
    FileHandle file;
    CHECK(!name.create({path}, "file", file));
    Folder inside;
    CHECK(!inside.make_inside(parent, "inside"));
  }
  encrypts = false;
  CHECK((decrypted == std::vector{folder + L"own", folder + L"file", folder + L"inside"}));
  CHECK(GetFileAttributesW((folder + L"file").c_str()) == INVALID_FILE_ATTRIBUTES);
  CHECK(RemoveDirectoryW((folder + L"inside").c_str()));
}

/** ReFS copies what is written to files with integrity streams, which inherit them. */
void test_integrity_streams(const std::string& path) {
  PrivateFolder own;
  CHECK(!own.create({path}, "own", {}));
  CHECK(times_integrity_off == 0);
  own.overwrite_in_place();
  CHECK(times_integrity_off == 1);
}

}  // namespace

// The engine calls through these pointers, which the import library would define.
extern "C" {
decltype(&ReplaceFileW) __imp_ReplaceFileW = lose_document;
decltype(&DeviceIoControl) __imp_DeviceIoControl = note_control;
decltype(&FileEncryptionStatusW) __imp_FileEncryptionStatusW = status_of;
decltype(&DecryptFileW) __imp_DecryptFileW = note_decryption;
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  Folder folder;
  CHECK(!folder.open(arguments[1]));
  test_lost_document(folder);
  test_compressed_folder(arguments[1], folder);
  test_encrypted_folder(arguments[1], folder);
  test_integrity_streams(arguments[1]);
  return 0;
}
