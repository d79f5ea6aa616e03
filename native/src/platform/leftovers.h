#pragma once

// What runs of this program leave when all their processes are killed at once.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "own_name.h"
#include "platform.h"

namespace driveproof::platform {

/** One file or folder of a run of this user. */
struct Leftover {
  std::string name;
  bool held = false;           // still there: in use, or nobody can know that it is not
  std::optional<Fault> fault;  // why it is still there; removed otherwise
};

/**
 * Removes from this folder what an ended run of this user has left there: entries with a name of
 * ours, of the right kind, that no living process holds (Linux and macOS: hold() in posix_guardian.h;
 * Windows: an open handle), the folders only if all in them is files of these names. What a process
 * holds, or may hold because locks are not seen by every computer that has the folder, stays and is
 * named; everything else stays, and is not spoken of. Follows no link; looks into no other folder,
 * and into nothing that is mounted in this one.
 */
std::optional<Fault> remove_leftovers(const std::string& directory,
                                      std::span<const char* const> file_names,
                                      std::vector<Leftover>& leftovers);

}  // namespace driveproof::platform
