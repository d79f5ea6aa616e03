#pragma once

// Files of other programs, which are only ever opened for reading.

#include <cstdint>
#include <optional>
#include <string>

#include "platform.h"

namespace driveproof::platform {

/**
 * Opens an existing file for reading, uncached if possible. Never follows a link in the last part
 * of the path. A fault (ESTALE; ERROR_FILE_INVALID on Windows) if it is no regular file or not on
 * the volume of `folder`.
 */
MaybeFault open_old_file(const std::string& path, const std::string& folder, FileHandle& file,
                         bool& around_cache);

struct VolumeSpace {
  std::uint64_t total_bytes = 0;
  /** Bytes in use; blocks reserved for the administrator count as free until they are used. */
  std::uint64_t used_bytes = 0;
};

/** The size and the bytes in use of the volume that contains this folder. */
MaybeFault volume_space(const std::string& folder, VolumeSpace& space);

}  // namespace driveproof::platform
