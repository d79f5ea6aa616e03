#pragma once

// What the windows_*.cpp files share. Not for the engine.

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00  // Windows 10
#endif
#include <windows.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "file_handle.h"
#include "platform.h"

namespace driveproof::platform {

inline HANDLE native(Handle file) { return reinterpret_cast<HANDLE>(file); }
inline HANDLE native(const FileHandle& file) { return native(file.get()); }

/** The error number of a call that has just failed; never 0, which stands for success. */
inline DWORD failure() {
  const DWORD error = GetLastError();
  return error == 0 ? ERROR_UNIDENTIFIED_ERROR : error;
}

/** Converts from UTF-8. Invalid sequences become U+FFFD, which no file name has. */
std::wstring to_utf16(const std::string& text);

std::string to_utf8(const std::wstring& text);

/** The full path in the form that may exceed 260 characters (`\\?\`). Empty upon failure. */
std::wstring extended_path(const std::wstring& path);

/** The extended_path() of a folder, with a separator at the end. Empty upon failure. */
std::wstring folder_path(const std::string& path);

/** A path as people write it, without the prefix of `extended_path`. */
std::string for_people(const std::wstring& path);

/** Current path of an open file or folder, for people. Empty if the system does not report it. */
std::string final_path(HANDLE file);

/**
 * Share mode that lets other programs open this program's files; identity checks notice if a file
 * is replaced.
 */
inline constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/**
 * Makes a call that returns 0 or an error number, and repeats it for two seconds: a virus scanner
 * or an indexer opens new files as soon as they are closed, and Windows then refuses to replace or
 * remove them.
 */
DWORD patiently(const std::function<DWORD()>& call);

/** Opens a file that other programs may go on using; never follows a link. */
MaybeFault open_at(const std::wstring& path, DWORD access, DWORD disposition, DWORD flags,
                   FileHandle& file);

/**
 * Turns compression off for a new file that is open for reading and writing: NTFS compresses what
 * is made in a compressed folder, and the figures would be those of the compression. File systems
 * without compression refuse the call.
 */
void turn_off_compression(const FileHandle& file);

/** Whether NTFS encrypts (EFS) this file, or files that are made in this folder. */
bool is_encrypted(const std::wstring& path);

/**
 * Turns off encryption, which the file or folder has inherited from its folder, as
 * turn_off_compression() does compression. The file must not be open.
 */
void turn_off_encryption(const std::wstring& path);

/** Turns off compression and encryption for everything that will be made in a new folder. */
void store_plainly_in(const std::wstring& folder);

/** The names in a folder whose path ends with a separator, but for "." and "..". */
MaybeFault list_names(const std::wstring& folder, std::vector<std::string>& names);

}  // namespace driveproof::platform
