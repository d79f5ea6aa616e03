// What killed runs have left, on Linux and macOS. See leftovers.h.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "leftovers.h"
#include "posix.h"
#include "posix_guardian.h"

namespace driveproof::platform {

namespace {

/** A descriptor that is closed, and what is locked by it free, at the end of its scope. */
struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number != -1) {
      close(number);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  const int number;
};

bool is_own(const struct stat& info, mode_t kind) {
  return (info.st_mode & S_IFMT) == kind && info.st_uid == geteuid();
}

/** Whether the folder's entry of this name is of this kind and this user's; follows no link. */
bool is_own_at(int folder, const char* name, mode_t kind) {
  struct stat info {};
  return fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && is_own(info, kind);
}

/** Nothing but files of these names, this user's. Fails with ENOTEMPTY where there is more. */
int check_content(int folder, std::span<const char* const> file_names) {
  std::vector<std::string> names;
  if (const auto fault = posix::list_names(folder, names)) {
    return static_cast<int>(fault->os_code);
  }
  const bool is_all_ours = std::all_of(names.begin(), names.end(), [&](const auto& name) {
    return std::find(file_names.begin(), file_names.end(), name) != file_names.end() &&
           is_own_at(folder, name.c_str(), S_IFREG);
  });
  return is_all_ours ? 0 : ENOTEMPTY;
}

/** Nothing when the entry is not of an ended run; otherwise 0 or why it is still there. */
std::optional<int> remove_entry(int directory, const char* name, OwnName kind,
                                std::span<const char* const> file_names) {
  const bool is_folder = kind == OwnName::kFolder;
  const mode_t type = is_folder ? S_IFDIR : S_IFREG;
  // Looked at first: to open a device or a pipe can do something.
  if (!is_own_at(directory, name, type)) {
    return std::nullopt;
  }
  const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (is_folder ? O_DIRECTORY : 0);
  const Descriptor entry(posix::uninterrupted([&] { return openat(directory, name, flags); }));
  struct stat info {};
  if (entry.number == -1 || fstat(entry.number, &info) == -1 || !is_own(info, type) ||
      !posix::is_locked_for_all(entry.number) ||
      flock(entry.number, LOCK_EX | LOCK_NB) == -1) {  // a living run holds it
    return std::nullopt;
  }
  const posix::FileIdentity identity{info.st_dev, info.st_ino};
  if (!is_folder) {
    return posix::unlink_if_same(directory, name, identity);
  }
  const int error = check_content(entry.number, file_names);
  return error != 0 ? error
                    : posix::remove_folder_if_same(directory, name, identity, file_names);
}

}  // namespace

std::optional<Fault> remove_leftovers(const std::string& directory,
                                      std::span<const char* const> file_names,
                                      std::vector<Leftover>& leftovers) {
  const Descriptor folder(posix::uninterrupted(
      [&] { return open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (folder.number == -1) {
    return describe("open", errno);
  }
  std::vector<std::string> names;
  if (auto fault = posix::list_names(folder.number, names)) {
    return fault;
  }
  for (const std::string& name : names) {
    const OwnName kind = own_name(name);
    if (kind == OwnName::kNone) {
      continue;
    }
    if (const auto error = remove_entry(folder.number, name.c_str(), kind, file_names)) {
      leftovers.push_back(
          {name, *error == 0 ? std::nullopt : std::optional(describe("unlinkat", *error))});
    }
  }
  return std::nullopt;
}

}  // namespace driveproof::platform
