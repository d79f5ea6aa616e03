// What the engine does after answers of Windows that Wine never gives: the import table's entries of
// some functions lead to fakes. The argument is a folder.

#include <algorithm>
#include <string>

#include "../../../native/src/platform/file_handle.h"
#include "../../../native/src/platform/folder.h"
#include "../../../native/src/platform/windows_common.h"
#include "../../native/cpp/check.h"

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
  Handle file = kNoHandle;
  CHECK(!folder.create(name, 0, file));
  const FileHandle owned(file);
  DWORD written = 0;
  CHECK(WriteFile(native(file), text.data(), static_cast<DWORD>(text.size()), &written, nullptr));
}

std::string content(Folder& folder, const std::string& name) {
  Handle file = kNoHandle;
  CHECK(!folder.open_through_cache(name, file));
  const FileHandle owned(file);
  std::string text(16, '\0');
  DWORD read = 0;
  CHECK(ReadFile(native(file), text.data(), static_cast<DWORD>(text.size()), &read, nullptr));
  return text.substr(0, read);
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

}  // namespace

// The engine calls through these pointers, which the import library would define.
extern "C" {
decltype(&ReplaceFileW) __imp_ReplaceFileW = lose_document;
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  Folder folder;
  CHECK(!folder.open(arguments[1]));
  test_lost_document(folder);
  return 0;
}
