// A living run holds its test file and the folder of its database open, the folder without
// FILE_SHARE_DELETE, so the system, or the server of a share, refuses to open them here.

#include <algorithm>
#include <utility>
#include <vector>

#include "leftovers.h"
#include "removal.h"
#include "windows_removal.h"

namespace driveproof::platform {

using windows::list_held;
using windows::mark_for_removal;
using windows::open_unused;

namespace {

/**
 * Opens the files of these names in the folder for removal, and their AppleDouble files.
 * ERROR_DIR_NOT_EMPTY: the folder contains other entries.
 */
DWORD open_content(const FileHandle& held, const std::wstring& folder,
                   std::span<const char* const> file_names, std::vector<FileHandle>& files) {
  DWORD result = 0;
  std::vector<std::string> names;
  if (const auto fault = list_held(held, names)) {
    return static_cast<DWORD>(fault->os_code);
  }
  for (const std::string& name : names) {
    const bool is_beside = is_name_beside_one(name, file_names);
    if (!is_beside && std::find(file_names.begin(), file_names.end(), name) == file_names.end()) {
      result = ERROR_DIR_NOT_EMPTY;
      continue;
    }
    DWORD error = 0;
    FileHandle file = open_unused(folder + to_utf16(name), false, error);
    if (file.is_open() && (!is_beside || is_apple_double(file.get()))) {
      files.push_back(std::move(file));
    } else {
      result = ERROR_DIR_NOT_EMPTY;
    }
  }
  return result;
}

/** Removes a run's entry and returns the outcome; empty if the entry is not a run's. */
std::optional<Leftover> remove_entry(const std::wstring& path, const std::string& name,
                                     OwnName kind, std::span<const char* const> file_names) {
  const bool is_folder = kind == OwnName::kFolder;
  DWORD error = 0;
  const FileHandle entry = open_unused(path, is_folder, error);
  if (!entry.is_open()) {
    return error == ERROR_SHARING_VIOLATION ? std::optional(Leftover{name, true, std::nullopt})
                                            : std::nullopt;
  }
  std::vector<FileHandle> files;  // the folder cannot move while its handle is open
  error = is_folder ? open_content(entry, path + L'\\', file_names, files) : 0;
  for (auto file = files.begin();
       (error == 0 || fills_a_volume(name)) && file != files.end(); ++file) {
    const DWORD failed = mark_for_removal(*file);
    error = failed == 0 ? error : failed;
  }
  files.clear();  // closing removes the names and empties the folder
  error = error == 0 ? mark_for_removal(entry) : error;
  return Leftover{name, false, fault_if_any("SetFileInformationByHandle", error)};
}

/**
 * Removes the AppleDouble file of a run's entry that is gone, and returns the outcome; empty if
 * this is no such file.
 */
std::optional<Leftover> remove_orphan(const std::wstring& folder, const std::string& name) {
  const std::wstring entry = folder + to_utf16(name_beside(name));
  if (GetFileAttributesW(entry.c_str()) != INVALID_FILE_ATTRIBUTES ||
      GetLastError() != ERROR_FILE_NOT_FOUND) {
    return std::nullopt;
  }
  DWORD error = 0;
  const FileHandle file = open_unused(folder + to_utf16(name), false, error);
  if (!file.is_open() || !is_apple_double(file.get())) {
    return std::nullopt;
  }
  error = mark_for_removal(file);
  return Leftover{name, false, fault_if_any("SetFileInformationByHandle", error)};
}

}  // namespace

MaybeFault remove_leftovers(const std::string& directory, std::span<const char* const> file_names,
                            std::vector<Leftover>& leftovers) {
  const std::wstring folder = folder_path(directory);
  if (folder.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  std::vector<std::string> names;
  RETURN_IF_FAULT(list_names(folder, names));
  for (const std::string& name : names) {
    const OwnName kind = own_name(name);
    if (kind == OwnName::kNone) {
      continue;
    }
    if (auto leftover = remove_entry(folder + to_utf16(name), name, kind, file_names)) {
      leftovers.push_back(std::move(*leftover));
    }
  }
  // AppleDouble files come after the entries, because one stays beside an entry that stays.
  for (const std::string& name : names) {
    if (own_name(name_beside(name)) == OwnName::kNone) {
      continue;
    }
    if (auto leftover = remove_orphan(folder, name)) {
      leftovers.push_back(std::move(*leftover));
    }
  }
  return std::nullopt;
}

}  // namespace driveproof::platform
