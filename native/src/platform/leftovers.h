#pragma once

// What runs of this program leave when all their processes are killed at once.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "own_name.h"
#include "platform.h"

namespace driveproof::platform {

/** One file or folder of a run that has ended. */
struct Leftover {
  std::string name;
  std::optional<Fault> fault;  // why it is still there; removed otherwise
};

/**
 * Removes from this folder what an ended run of this user has left there: entries with a name of
 * ours, of the right kind, that no living process holds (Linux and macOS: hold() in posix_guardian.h;
 * Windows: an open handle), the folders only if all in them is files of these names. Everything else
 * stays, and is not spoken of. Follows no link; looks into no other folder. Where locks are not
 * seen by every computer that has the folder nothing is removed.
 */
std::optional<Fault> remove_leftovers(const std::string& directory,
                                      std::span<const char* const> file_names,
                                      std::vector<Leftover>& leftovers);

}  // namespace driveproof::platform
