// A folder of our own on Linux and macOS. See private_folder.h.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>

#include "posix.h"
#include "posix_guardian.h"
#include "private_folder.h"

namespace driveproof::platform {

struct PrivateFolder::State {
  FileHandle directory;
  std::string name;
  std::string path;
  std::span<const char* const> file_names;
  posix::FileIdentity identity;
  posix::Guardian guardian;
  bool exists = false;
  FileHandle held;  // the folder itself, in case only the guardian is killed
};

namespace {

std::optional<Fault> open_at(const std::string& path, int flags, Handle& file) {
  const int opened = posix::uninterrupted(
      [&] { return open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0600); });
  if (opened == -1) {
    return describe("open", errno);
  }
  file = opened;
  return std::nullopt;
}

/** The path with all symbolic links resolved. Empty upon failure. */
std::string real_path(const std::string& path) {
  char* const resolved = realpath(path.c_str(), nullptr);
  const std::string real = resolved == nullptr ? "" : resolved;
  std::free(resolved);
  return real;
}

}  // namespace

const char* const kSeparator = "/";

std::optional<Fault> make_file(const std::string& path, Handle& file) {
  return open_at(path, O_CREAT | O_EXCL, file);
}

std::optional<Fault> open_file(const std::string& path, Handle& file) {
  return open_at(path, 0, file);
}

PrivateFolder::PrivateFolder() : state_(std::make_unique<State>()) {}

PrivateFolder::~PrivateFolder() { remove(); }

std::optional<Fault> PrivateFolder::create(const Place& place, const std::string& name,
                                           std::span<const char* const> file_names) {
  State& state = *state_;
  state.name = name;
  state.file_names = file_names;
  const std::string real = real_path(place.directory);
  if (real.empty()) {
    return describe("realpath", errno);
  }
  state.path = (real == kSeparator ? "" : real) + kSeparator + name;
  // The name is random, so the path leads to this folder or to nothing.
  state.directory = FileHandle(posix::open_place({real, place.descriptor}));
  if (!state.directory.is_open()) {
    return describe("open", errno);
  }
  const int directory = posix::number_of(state.directory);
  if (auto fault = state.guardian.make(directory, name, state.identity, file_names)) {
    return fault;
  }
  state.exists = true;
  state.held = FileHandle(posix::uninterrupted([&] {
    return openat(directory, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }));
  if (!state.held.is_open()) {
    return describe("openat", errno);
  }
  posix::hold(posix::number_of(state.held));
  return check();
}

const std::string& PrivateFolder::path() const { return state_->path; }

std::optional<Fault> PrivateFolder::check() const {
  struct stat info {};
  if (lstat(state_->path.c_str(), &info) == -1) {
    return describe("lstat", errno);
  }
  const bool is_same =
      info.st_dev == state_->identity.device && info.st_ino == state_->identity.inode;
  return is_same ? std::nullopt : std::optional(describe("lstat", ESTALE));
}

bool PrivateFolder::overwrite_in_place() {
  return posix::overwrite_in_place(posix::number_of(state_->held));
}

std::optional<Fault> PrivateFolder::free_bytes(std::uint64_t& bytes) const {
  struct statvfs info {};
  const int held = posix::number_of(state_->held);
  if (posix::uninterrupted([&] { return fstatvfs(held, &info); }) == -1) {
    return describe("fstatvfs", errno);
  }
  bytes = std::uint64_t{info.f_bavail} * info.f_frsize;
  return std::nullopt;
}

std::uint64_t PrivateFolder::file_bytes() const {
  const State& state = *state_;
  std::uint64_t bytes = 0;
  for (const char* file : state.file_names) {
    struct stat info {};
    const std::string relative = state.name + kSeparator + file;
    if (state.exists &&
        fstatat(posix::number_of(state.directory), relative.c_str(), &info,
                AT_SYMLINK_NOFOLLOW) == 0) {
      bytes += static_cast<std::uint64_t>(info.st_size);
    }
  }
  return bytes;
}

std::optional<Fault> PrivateFolder::remove() {
  State& state = *state_;
  if (!state.exists) {
    state.guardian.dismiss();
    return std::nullopt;
  }
  const int error = posix::remove_folder_if_same(
      posix::number_of(state.directory), state.name.c_str(), state.identity, state.file_names);
  state.exists = error != 0;  // the destructor tries once more
  // So does the guardian, which is harmless after a success.
  state.guardian.dismiss();
  return error == 0 ? std::nullopt : std::optional(describe("unlinkat", error));
}

}  // namespace driveproof::platform
