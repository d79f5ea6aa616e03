#pragma once

// What the windows_*.cpp files share. Not seen by the engine.

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

#include <string>

#include "platform.h"

namespace driveproof::platform {

inline HANDLE native(Handle file) { return reinterpret_cast<HANDLE>(file); }

/** Invalid sequences become U+FFFD, which no file is called. */
std::wstring to_utf16(const std::string& text);

std::string to_utf8(const std::wstring& text);

}  // namespace driveproof::platform
