#pragma once

// Files that runs of this program leave behind when all their processes are killed at once.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "own_name.h"
#include "platform.h"

namespace driveproof::platform {

struct Leftover {
  std::string name;
  bool held = false;           // not removed, because a process uses it or may use it
  MaybeFault fault;            // why it could not be removed
};

/**
 * Removes and lists what ended runs of this user left in this folder: entries with a name of ours,
 * of the right kind, that no living process holds (Linux and macOS: hold() in posix_guardian.h;
 * Windows: an open handle). Lists without removing: entries that a process holds, or may hold on
 * another computer that does not share the lock, and folders that also contain other files. If such
 * a folder may fill a volume (fills_a_volume()), its own files are removed all the same. A file that
 * macOS has laid beside an entry (AppleDouble) goes once the entry is gone. Never follows links,
 * enters other folders or mounts.
 */
MaybeFault remove_leftovers(const std::string& directory, std::span<const char* const> file_names,
                            std::vector<Leftover>& leftovers);

}  // namespace driveproof::platform
