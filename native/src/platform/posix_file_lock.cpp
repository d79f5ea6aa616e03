// The lock of an open file or folder on Linux and macOS. See file_lock.h.

#include <sys/file.h>

#include <cerrno>

#include "file_lock.h"
#include "posix.h"

namespace driveproof::platform {

std::optional<Fault> try_lock(int descriptor, bool& locked) {
  locked = posix::uninterrupted([&] { return flock(descriptor, LOCK_EX | LOCK_NB); }) == 0;
  return locked || errno == EWOULDBLOCK ? std::nullopt : std::optional(describe("flock", errno));
}

}  // namespace driveproof::platform
