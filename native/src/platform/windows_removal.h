#pragma once

// Removes files and folders by handle. Such a handle never refers to a link, and nothing can
// replace the file or folder while the handle is open.

#include <optional>
#include <string>
#include <vector>

#include "file_handle.h"
#include "windows_common.h"

namespace driveproof::platform::windows {

/** Whether this user owns the entry; always true on file systems without owners (FAT, exFAT). */
bool is_own(HANDLE file);

/**
 * Opens for removal a regular file with a single name, or a folder, that belongs to this user and
 * that no program has open. For any other entry the handle is not open; `error` is then the error
 * number of the call that failed, or 0 if the entry is of another kind.
 */
FileHandle open_unused(const std::wstring& path, bool is_folder, DWORD& error);

/**
 * Lists through the handle, without "." and "..": opening the folder again can be refused while it
 * is held for removal, and its path could lead to another folder.
 */
MaybeFault list_held(const FileHandle& folder, std::vector<std::string>& names);

/** Marks an entry; closing its handle then removes the entry. Returns 0 or the error number. */
DWORD mark_for_removal(const FileHandle& entry);

}  // namespace driveproof::platform::windows
