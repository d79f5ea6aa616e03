#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "leftovers.h"
#include "posix.h"
#include "posix_guardian.h"
#include "removal.h"

namespace driveproof::platform {

namespace {

/**
 * Whether `info` describes an entry of this kind that belongs to this user and has a single link.
 * `file`: an open file on the same volume as the entry.
 */
bool is_ours(int file, const struct stat& info, mode_t kind) {
  return (info.st_mode & S_IFMT) == kind && posix::is_own(file, info.st_uid) &&
         (kind == S_IFDIR || info.st_nlink == 1);
}

/** is_ours() for the entry of this name in an open folder; never follows a link. */
bool is_ours_at(int folder, const char* name, mode_t kind) {
  struct stat info {};
  return fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && is_ours(folder, info, kind);
}

/** Whether a folder is on the volume of its parent, with nothing mounted over it. */
bool is_on_volume_of(int directory, const struct stat& info) {
  struct stat above {};
  return fstat(directory, &above) == 0 && above.st_dev == info.st_dev;
}

/** Opens an AppleDouble file of this user; not open if the entry is anything else. */
FileHandle open_apple_double(int folder, const char* name) {
  if (!is_ours_at(folder, name, S_IFREG)) {
    return {};
  }
  FileHandle file(posix::uninterrupted(
      [&] { return openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); }));
  return file.is_open() && is_apple_double(file.get()) ? std::move(file) : FileHandle();
}

/** Whether this is an AppleDouble file of this user that belongs to one of these names. */
bool is_beside_one(int folder, const std::string& name, std::span<const char* const> file_names) {
  return is_name_beside_one(name, file_names) &&
         open_apple_double(folder, name.c_str()).is_open();
}

/**
 * 0 if the folder contains only this user's files of these names and their AppleDouble files, whose
 * names go to `beside`; ENOTEMPTY if it contains more.
 */
int check_content(int folder, std::span<const char* const> file_names,
                  std::vector<std::string>& beside) {
  std::vector<std::string> names;
  if (const auto fault = posix::list_names(folder, names)) {
    return static_cast<int>(fault->os_code);
  }
  int result = 0;
  for (const std::string& name : names) {
    if (is_beside_one(folder, name, file_names)) {
      beside.push_back(name);
    } else if (std::find(file_names.begin(), file_names.end(), name) == file_names.end() ||
               !is_ours_at(folder, name.c_str(), S_IFREG)) {
      result = ENOTEMPTY;
    }
  }
  return result;
}

/** Removes a run's entry and returns the outcome; empty if the entry is not a run's. */
std::optional<Leftover> remove_entry(int directory, const std::string& entry_name, OwnName kind,
                                     std::span<const char* const> file_names) {
  const char* const name = entry_name.c_str();
  const bool is_folder = kind == OwnName::kFolder;
  const mode_t type = is_folder ? S_IFDIR : S_IFREG;
  // Checks the type before opening, because opening a device or a pipe can have effects.
  if (!is_ours_at(directory, name, type)) {
    return std::nullopt;
  }
  const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (is_folder ? O_DIRECTORY : 0);
  // Closing the entry also releases the lock that is taken below.
  const FileHandle opened(posix::uninterrupted([&] { return openat(directory, name, flags); }));
  const int entry = posix::number_of(opened);
  struct stat info {};
  if (entry == -1) {
    const bool is_changed = errno == ENOENT || errno == ELOOP || errno == ENOTDIR;
    return is_changed ? std::nullopt
                      : std::optional(Leftover{entry_name, false, describe("openat", errno)});
  }
  if (fstat(entry, &info) == -1 || !is_ours(entry, info, type) ||
      (is_folder && !is_on_volume_of(directory, info))) {
    return std::nullopt;
  }
  if (!posix::is_locked_for_all(entry) || flock(entry, LOCK_EX | LOCK_NB) == -1) {
    return Leftover{entry_name, true, std::nullopt};
  }
  std::vector<std::string> beside;
  int error = is_folder ? check_content(entry, file_names, beside) : 0;
  if (error == 0 || fills_a_volume(entry_name)) {
    const posix::HeldFolder held{directory, name, entry, posix::id_of(info)};
    std::vector<const char*> all(file_names.begin(), file_names.end());
    for (const std::string& one : beside) {
      all.push_back(one.c_str());
    }
    error = is_folder ? posix::remove_folder(held, all)
                      : posix::unlink_if_same(directory, name, entry);
  }
  return Leftover{entry_name, false, fault_if_any("unlinkat", error)};
}

/**
 * Removes the AppleDouble file of a run's entry that is gone, and returns the outcome; empty if
 * this is no such file.
 */
std::optional<Leftover> remove_orphan(int directory, const std::string& name) {
  struct stat info {};
  if (fstatat(directory, name_beside(name).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 ||
      errno != ENOENT) {
    return std::nullopt;
  }
  const FileHandle file = open_apple_double(directory, name.c_str());
  if (!file.is_open()) {
    return std::nullopt;
  }
  const int error = posix::unlink_if_same(directory, name.c_str(), posix::number_of(file));
  return Leftover{name, false, fault_if_any("unlinkat", error)};
}

}  // namespace

MaybeFault remove_leftovers(const std::string& directory, std::span<const char* const> file_names,
                            std::vector<Leftover>& leftovers) {
  const FileHandle folder(posix::uninterrupted(
      [&] { return open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (!folder.is_open()) {
    return describe("open", errno);
  }
  std::vector<std::string> names;
  RETURN_IF_FAULT(posix::list_names(posix::number_of(folder), names));
  for (const std::string& name : names) {
    const OwnName kind = own_name(name);
    if (kind == OwnName::kNone) {
      continue;
    }
    if (auto leftover = remove_entry(posix::number_of(folder), name, kind, file_names)) {
      leftovers.push_back(std::move(*leftover));
    }
  }
  // AppleDouble files come after the entries, because one stays beside an entry that stays.
  for (const std::string& name : names) {
    if (own_name(name_beside(name)) == OwnName::kNone) {
      continue;
    }
    if (auto leftover = remove_orphan(posix::number_of(folder), name)) {
      leftovers.push_back(std::move(*leftover));
    }
  }
  return std::nullopt;
}

}  // namespace driveproof::platform
