// What the engine does after answers of Windows that Wine never gives: the import table's entries of
// some functions lead to fakes. The argument is a folder.

#include <algorithm>
#include <cstring>
#include <string>

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

/** Wine compresses nothing. */
BOOL WINAPI note_control(HANDLE, DWORD code, LPVOID input, DWORD, LPVOID, DWORD, LPDWORD,
                         LPOVERLAPPED) {
  CHECK(code == FSCTL_SET_COMPRESSION);
  USHORT format = COMPRESSION_FORMAT_DEFAULT;
  std::memcpy(&format, input, sizeof format);
  CHECK(format == COMPRESSION_FORMAT_NONE);
  ++times_uncompressed;
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

}  // namespace

// The engine calls through these pointers, which the import library would define.
extern "C" {
decltype(&ReplaceFileW) __imp_ReplaceFileW = lose_document;
decltype(&DeviceIoControl) __imp_DeviceIoControl = note_control;
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  Folder folder;
  CHECK(!folder.open(arguments[1]));
  test_lost_document(folder);
  test_compressed_folder(arguments[1], folder);
  return 0;
}
