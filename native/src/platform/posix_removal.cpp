// No call removes the file of a descriptor: the last step always goes by name, in a folder that is
// held open, right after checking that the name means the open file.

#include "removal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "posix.h"
#include "posix_guardian.h"

namespace driveproof::platform {

namespace {

constexpr int kAlways = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

/** Whether an error of open(2) means that the name now refers to a link, a device or the like. */
bool is_something_else(int error) {
  return error == ENOTDIR || error == ELOOP || error == EMLINK || error == ENXIO ||
         error == EOPNOTSUPP;
}

MaybeFault not_opened(const char* call, Found& found) {
  found = errno == ENOENT ? Found::kMissing : Found::kNotOurs;
  return fault_if_any(call, errno == ENOENT || is_something_else(errno) ? 0 : errno);
}

}  // namespace

struct OwnFile::State {
  FileHandle file;
  int directory = -1;  // descriptor that the folder's object owns
  std::string name;
};

struct OwnFolder::State {
  FileHandle folder;
  FileHandle parent;
  std::string name;
  FileId identity;
};

OwnFile::OwnFile() = default;
OwnFile::~OwnFile() = default;
OwnFolder::OwnFolder() = default;
OwnFolder::~OwnFolder() = default;

Handle OwnFile::handle() const { return state_->file.get(); }

MaybeFault OwnFile::remove(bool& gone) {
  const State& state = *state_;
  const int file = posix::number_of(state.file);
  const bool is_here = posix::is_name_of(state.directory, state.name.c_str(), file);
  const int error =
      is_here && unlinkat(state.directory, state.name.c_str(), 0) == -1 ? errno : 0;
  gone = is_here && error == 0;
  return fault_if_any("unlinkat", error == ENOENT ? 0 : error);
}

namespace {

MaybeFault open_at(int parent, const std::string& name, FileHandle& folder, FileId& identity,
                   Found& found) {
  const int opened = posix::uninterrupted(
      [&] { return openat(parent, name.c_str(), kAlways | O_DIRECTORY); });
  if (opened == -1) {
    return not_opened("openat", found);
  }
  folder = FileHandle(opened);
  struct stat info {};
  struct stat above {};
  if (fstat(opened, &info) == -1 || fstat(parent, &above) == -1) {
    return describe("fstat", errno);
  }
  identity = posix::id_of(info);
  // A folder made by mkdir is on its parent's volume: if this one is not, a mount covers it.
  const bool is_ours =
      info.st_dev == above.st_dev && posix::is_own(opened, info.st_uid);
  found = is_ours ? Found::kOurs : Found::kNotOurs;
  return std::nullopt;
}

}  // namespace

MaybeFault OwnFolder::open(const std::string& path, Found& found) {
  const auto end = path.find_last_not_of('/');
  const auto slash = path.find_last_of('/', end);
  auto state = std::make_unique<State>();
  state->name = path.substr(slash == std::string::npos ? 0 : slash + 1,
                            end == std::string::npos ? end : end - slash);
  const std::string above = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  state->parent = FileHandle(posix::uninterrupted(
      [&] { return ::open(above.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (!state->parent.is_open()) {
    return not_opened("open", found);
  }
  auto fault = open_at(posix::number_of(state->parent), state->name, state->folder,
                       state->identity, found);
  state_ = std::move(state);
  return fault;
}

MaybeFault OwnFolder::open_inside(const OwnFolder& parent, const std::string& name, Found& found) {
  auto state = std::make_unique<State>();
  state->name = name;
  state->parent =
      FileHandle(fcntl(posix::number_of(parent.state_->folder), F_DUPFD_CLOEXEC, 0));
  if (!state->parent.is_open()) {
    return describe("fcntl", errno);
  }
  auto fault = open_at(posix::number_of(state->parent), state->name, state->folder,
                       state->identity, found);
  state_ = std::move(state);
  return fault;
}

MaybeFault OwnFolder::list(std::vector<std::string>& names) const {
  return posix::list_names(posix::number_of(state_->folder), names);
}

MaybeFault OwnFolder::open_file(const std::string& name, OwnFile& file, Found& found) const {
  auto state = std::make_unique<OwnFile::State>();
  state->directory = posix::number_of(state_->folder);
  state->name = name;
  struct stat info {};
  // Checks the type before opening, because opening a device can have effects.
  if (fstatat(state->directory, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == -1) {
    return not_opened("fstatat", found);
  }
  found = Found::kNotOurs;
  if (!S_ISREG(info.st_mode)) {
    return std::nullopt;
  }
  const int opened = posix::uninterrupted(
      [&] { return openat(state->directory, name.c_str(), kAlways); });
  if (opened == -1) {
    return not_opened("openat", found);
  }
  state->file = FileHandle(opened);
  if (fstat(opened, &info) == -1) {
    return describe("fstat", errno);
  }
  // Keeps a file with a second name (hard link): this program adds none, and the user who added it
  // may rely on it.
  if (S_ISREG(info.st_mode) && info.st_nlink == 1 && posix::is_own(opened, info.st_uid)) {
    found = Found::kOurs;
    file.state_ = std::move(state);
  }
  return std::nullopt;
}

MaybeFault OwnFolder::mark(const std::string& name) const {
  const int folder = posix::number_of(state_->folder);
  constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const FileHandle file(
      posix::uninterrupted([&] { return openat(folder, name.c_str(), kNew, 0600); }));
  if (!file.is_open()) {
    return fault_if_any("openat", errno == EEXIST ? 0 : errno);
  }
  RETURN_IF_FAULT(flush_strongest(file.get()));
  auto fault = flush_strongest(folder);
  return fault && is_refusal(fault->os_code) ? std::nullopt : fault;
}

MaybeFault OwnFolder::remove(bool& gone) {
  const State& state = *state_;
  // Checks the name first: without this check a folder that was moved away would look removed.
  const int parent = posix::number_of(state.parent);
  const bool is_here = posix::is_named(parent, state.name.c_str(), state.identity);
  const int error =
      is_here && unlinkat(parent, state.name.c_str(), AT_REMOVEDIR) == -1 ? errno : 0;
  gone = is_here && error == 0;
  if (error == ENOENT || error == ENOTDIR || error == ENOTEMPTY || error == EEXIST ||
      error == EBUSY) {
    return std::nullopt;
  }
  return fault_if_any("unlinkat", error);
}

}  // namespace driveproof::platform
