#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "posix.h"
#include "posix_guardian.h"
#include "private_folder.h"

namespace driveproof::platform {

struct PrivateFolder::State {
  FileHandle directory;
  std::string name;
  std::string made_at;
  std::string path;  // the original path, or one through the open folder
  std::span<const char* const> file_names;
  FileId identity;
  posix::Guardian guardian;
  bool exists = false;
  FileHandle held;  // the open folder

  posix::HeldFolder folder() const {
    return {posix::number_of(directory), name.c_str(), posix::number_of(held), identity};
  }
};

namespace {

MaybeFault open_at(const std::string& path, int flags, FileHandle& file) {
  file = FileHandle(posix::uninterrupted(
      [&] { return open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0600); }));
  return fault_if_any("open", file.is_open() ? 0 : errno);
}

std::string real_path(const std::string& path) {
  char* const resolved = realpath(path.c_str(), nullptr);
  const std::string real = resolved == nullptr ? "" : resolved;
  std::free(resolved);
  return real;
}

/**
 * Whether only this user, members of this user's group and the administrator can change what this
 * path leads to: no other user owns a folder of the path or may rename other users' entries in such
 * a folder.
 */
bool is_ours_to_change(const std::string& path) {
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    struct stat info {};
    const std::string above = path.substr(0, end);
    if (lstat(above.c_str(), &info) == -1 || (info.st_uid != 0 && info.st_uid != geteuid())) {
      return false;
    }
    // Members of this user's group may write: in many distributions the group has no other members.
    const bool is_own_group = info.st_gid == 0 || info.st_gid == getegid();
    const mode_t others = is_own_group ? S_IWOTH : S_IWOTH | S_IWGRP;
    if ((info.st_mode & others) != 0 && (info.st_mode & S_ISVTX) == 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

const char* const kSeparator = "/";

MaybeFault make_file(const std::string& path, FileHandle& file) {
  return open_at(path, O_CREAT | O_EXCL, file);
}

MaybeFault open_file(const std::string& path, FileHandle& file) { return open_at(path, 0, file); }

PrivateFolder::PrivateFolder() : state_(std::make_unique<State>()) {}

PrivateFolder::~PrivateFolder() { remove(); }

MaybeFault PrivateFolder::create(const Place& place, const std::string& name,
                                 std::span<const char* const> file_names) {
  State& state = *state_;
  state.name = name;
  state.file_names = file_names;
  const std::string real = real_path(place.directory);
  if (real.empty()) {
    return describe("realpath", errno);
  }
  state.made_at = (real == kSeparator ? "" : real) + kSeparator + name;
  state.path = state.made_at;
  // The name is random: the path leads to the new folder or to nothing.
  state.directory = FileHandle(posix::open_place({real, place.descriptor}));
  if (!state.directory.is_open()) {
    return describe("open", errno);
  }
  const int directory = posix::number_of(state.directory);
  RETURN_IF_FAULT(state.guardian.make(directory, name, state.identity, file_names));
  state.exists = true;
  state.held = FileHandle(posix::uninterrupted([&] {
    return openat(directory, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }));
  struct stat info {};
  if (!state.held.is_open() || fstat(posix::number_of(state.held), &info) == -1) {
    return describe("openat", errno);
  }
  if (posix::id_of(info) != state.identity) {
    state.held.close();
    return describe("openat", ESTALE);
  }
  posix::hold(posix::number_of(state.held));
  if (!is_ours_to_change(real)) {
    const std::string path = posix::held_path(posix::number_of(state.held));
    state.path = path.empty() ? state.path : path;
  }
  return check();
}

std::string PrivateFolder::whereabouts() const {
  char path[posix::kPathBytes];
  const State& state = *state_;
  return state.held.is_open() && posix::find_path(posix::number_of(state.held), path)
             ? path
             : state.made_at;
}

Handle PrivateFolder::handle() const { return state_->held.get(); }

const std::string& PrivateFolder::path() const { return state_->path; }

MaybeFault PrivateFolder::check() const {
  struct stat info {};
  // The separator at the end makes lstat() follow a link: the path may be that of an open folder
  // (/proc/self/fd/N), which is a link.
  const std::string path = state_->path + kSeparator;
  if (lstat(path.c_str(), &info) == -1) {
    return describe("lstat", errno);
  }
  return fault_if_any("lstat", posix::id_of(info) == state_->identity ? 0 : ESTALE);
}

void PrivateFolder::overwrite_in_place() {
  posix::overwrite_in_place(posix::number_of(state_->held));
}

MaybeFault PrivateFolder::free_bytes(std::uint64_t& bytes) const {
  posix::Space space{};
  auto fault = posix::space_of(posix::number_of(state_->held), space);
  bytes = space.available;
  return fault;
}

void PrivateFolder::settle() const { posix::settle_removal(posix::number_of(state_->held)); }

std::uint64_t PrivateFolder::file_bytes() const {
  const State& state = *state_;
  std::uint64_t bytes = 0;
  for (const char* file : state.file_names) {
    struct stat info {};
    if (state.held.is_open() &&
        fstatat(posix::number_of(state.held), file, &info, AT_SYMLINK_NOFOLLOW) == 0) {
      bytes += static_cast<std::uint64_t>(info.st_size);
    }
  }
  return bytes;
}

MaybeFault PrivateFolder::remove() {
  State& state = *state_;
  if (!state.exists) {
    state.guardian.dismiss();
    return std::nullopt;
  }
  const int error =
      state.held.is_open() ? posix::remove_folder(state.folder(), state.file_names) : 0;
  state.exists = error != 0;  // the destructor tries once more
  // The guardian process removes the folder, too; a missing folder does no harm.
  state.guardian.dismiss();
  return fault_if_any("unlinkat", error);
}

}  // namespace driveproof::platform
