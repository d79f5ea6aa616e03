// Removing what killed runs have left, on Windows. See leftovers.h.
//
// A living run holds its test file and the folder of its database open, the folder without
// FILE_SHARE_DELETE, so the system, or the server of a share, refuses to open them here.

#include <algorithm>
#include <utility>
#include <vector>

#include "leftovers.h"
#include "windows_removal.h"

namespace driveproof::platform {

using windows::mark_for_removal;
using windows::open_unused;

namespace {

/** Opens all files of the folder for removal, unless there are others than of these names. */
DWORD open_content(const std::wstring& folder, std::span<const char* const> file_names,
                   std::vector<FileHandle>& files) {
  std::vector<std::string> names;
  if (const auto fault = list_names(folder, names)) {
    return static_cast<DWORD>(fault->os_code);
  }
  for (const std::string& name : names) {
    if (std::find(file_names.begin(), file_names.end(), name) == file_names.end()) {
      return ERROR_DIR_NOT_EMPTY;
    }
    DWORD error = 0;
    files.push_back(open_unused(folder + to_utf16(name), false, error));
    if (!files.back().is_open()) {
      return ERROR_DIR_NOT_EMPTY;
    }
  }
  return 0;
}

/** Returns what became of the entry; nothing if it is not a run's. */
std::optional<Leftover> remove_entry(const std::wstring& path, const std::string& name,
                                     OwnName kind, std::span<const char* const> file_names) {
  const bool is_folder = kind == OwnName::kFolder;
  DWORD error = 0;
  const FileHandle entry = open_unused(path, is_folder, error);
  if (!entry.is_open()) {
    return error == ERROR_SHARING_VIOLATION ? std::optional(Leftover{name, true, std::nullopt})
                                            : std::nullopt;
  }
  std::vector<FileHandle> files;  // the folder's handle keeps the folder where it is
  error = is_folder ? open_content(path + L'\\', file_names, files) : 0;
  for (auto file = files.begin(); error == 0 && file != files.end(); ++file) {
    error = mark_for_removal(*file);
  }
  files.clear();  // closing removes the names and empties the folder
  error = error == 0 ? mark_for_removal(entry) : error;
  return Leftover{name, false,
                  error == 0 ? std::nullopt
                             : std::optional(describe("SetFileInformationByHandle", error))};
}

}  // namespace

std::optional<Fault> remove_leftovers(const std::string& directory,
                                      std::span<const char* const> file_names,
                                      std::vector<Leftover>& leftovers) {
  const std::wstring folder = folder_path(directory);
  if (folder.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  std::vector<std::string> names;
  if (auto fault = list_names(folder, names)) {
    return fault;
  }
  for (const std::string& name : names) {
    const OwnName kind = own_name(name);
    if (kind == OwnName::kNone) {
      continue;
    }
    if (auto leftover = remove_entry(folder + to_utf16(name), name, kind, file_names)) {
      leftovers.push_back(std::move(*leftover));
    }
  }
  return std::nullopt;
}

}  // namespace driveproof::platform
