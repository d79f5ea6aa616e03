// Windows locks by names of the kernel and not by folders. See file_lock.h.

#include "file_lock.h"
#include "windows_common.h"

namespace driveproof::platform {

std::optional<Fault> try_lock(int, bool& locked) {
  locked = false;
  return describe("flock", ERROR_NOT_SUPPORTED);
}

}  // namespace driveproof::platform
