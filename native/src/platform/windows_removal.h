#pragma once

// What removes files on Windows: by handles that are no links and that nobody else may replace.

#include <string>

#include "file_handle.h"
#include "windows_common.h"

namespace driveproof::platform::windows {

/** Made by this user. File systems without owners (FAT, exFAT) are the user's who mounts them. */
bool is_own(HANDLE file);

/**
 * To be removed, if it is a plain file with one name (or a folder), this user's, and nobody has it
 * open. Not open otherwise, with the reason in `error`: 0 where it is something else.
 */
FileHandle open_unused(const std::wstring& path, bool is_folder, DWORD& error);

/** 0 or the error number. The name goes when the handle is closed. */
DWORD mark_for_removal(const FileHandle& entry);

}  // namespace driveproof::platform::windows
