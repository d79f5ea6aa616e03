#pragma once

// A lock that the system takes back whatever ends the process.

#include <optional>

#include "platform.h"

namespace driveproof::platform {

/**
 * Takes the advisory lock of the file or folder that is open under this descriptor (flock), without
 * waiting: `locked` is false where another process holds it. Windows has no such lock.
 */
std::optional<Fault> try_lock(int descriptor, bool& locked);

}  // namespace driveproof::platform
