#include <fcntl.h>
#include <sys/stat.h>

#include "old_file.h"
#include "posix.h"

namespace driveproof::platform {

namespace {

/** A pipe put in the file's place does not block the reader (O_NONBLOCK). */
constexpr int kAlways = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC;

/**
 * With O_NOATIME a read does not make the drive store an access time. Only the file's owner may use
 * the flag; other users get EPERM and open without it.
 */
#ifdef O_NOATIME
constexpr int kUntouched = O_NOATIME;
#else
constexpr int kUntouched = 0;
#endif

int open_untouched(const std::string& path, int flags) {
  const auto open_with = [&](int more) {
    return posix::uninterrupted([&] { return open(path.c_str(), kAlways | flags | more); });
  };
  const int opened = open_with(kUntouched);
  return opened == -1 && errno == EPERM ? open_with(0) : opened;
}

}  // namespace

MaybeFault open_old_file(const std::string& path, const std::string& folder, FileHandle& file,
                         bool& around_cache) {
  struct stat is {};
  struct stat home {};
  // Checks the type before opening, because opening a device can have effects.
  if (lstat(path.c_str(), &is) == -1 || stat(folder.c_str(), &home) == -1) {
    return describe("lstat", errno);
  }
  if (!S_ISREG(is.st_mode) || is.st_dev != home.st_dev) {
    return describe("lstat", ESTALE);
  }
  const auto open_as = [&](std::uint32_t flags, FileHandle& handle) {
    handle = FileHandle(open_untouched(path, static_cast<int>(flags)));
    return fault_if_any("open", handle.is_open() ? 0 : errno);
  };
  MaybeFault refusal;
  RETURN_IF_FAULT(posix::open_around_cache(open_as, file, refusal));
  around_cache = !refusal;
  struct stat opened {};
  if (fstat(posix::number_of(file), &opened) == -1 || !S_ISREG(opened.st_mode) ||
      posix::id_of(opened) != posix::id_of(is)) {
    file.close();
    return describe("fstat", ESTALE);
  }
  return std::nullopt;
}

MaybeFault volume_space(const std::string& folder, VolumeSpace& space) {
  const FileHandle opened(posix::open_place({folder}));
  if (!opened.is_open()) {
    return describe("open", errno);
  }
  posix::Space all{};
  RETURN_IF_FAULT(posix::space_of(posix::number_of(opened), all));
  space = {all.total, all.total - all.free};
  return std::nullopt;
}

}  // namespace driveproof::platform
