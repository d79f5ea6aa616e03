#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "file_handle.h"
#include "folder.h"
#include "posix.h"
#include "private_folder.h"

namespace driveproof::platform {

struct Folder::State {
  FileHandle directory;
  std::string path;  // path by which the folder was opened

  int number() const { return posix::number_of(directory); }
};

namespace {

constexpr int kAlways = O_NOFOLLOW | O_CLOEXEC;

MaybeFault open_at(int directory, const std::string& name, int flags, FileHandle& file) {
  constexpr mode_t kOwnerOnly = 0600;
  file = FileHandle(posix::uninterrupted(
      [&] { return openat(directory, name.c_str(), flags | kAlways, kOwnerOnly); }));
  return fault_if_any("openat", file.is_open() ? 0 : errno);
}

std::string on_folder(const Flush& flush) {
  std::string text = flush.text;
  text.replace(text.find("(fd") + 1, 2, "folder");
  return " + " + text;
}

/**
 * Opens an existing file. To be written, it must be this user's, with a single link: a second link
 * may be another user's. Does not block on a pipe that was put in the file's place.
 */
MaybeFault open_existing(int directory, const std::string& name, int flags, const FileId* expected,
                         FileHandle& file) {
  FileHandle opened;
  RETURN_IF_FAULT(open_at(directory, name, O_NONBLOCK | flags, opened));
  struct stat info {};
  if (fstat(posix::number_of(opened), &info) == -1) {
    return describe("fstat", errno);
  }
  const bool is_read = (flags & O_ACCMODE) == O_RDONLY;
  const bool may_write = info.st_nlink == 1 && posix::is_own(directory, info.st_uid);
  if (!S_ISREG(info.st_mode) || !(is_read || may_write) ||
      (expected != nullptr && posix::id_of(info) != *expected)) {
    return describe("openat", ESTALE);
  }
  file = std::move(opened);
  return std::nullopt;
}

}  // namespace

bool is_missing(std::int64_t os_code) { return os_code == ENOENT || os_code == ENOTDIR; }

MaybeFault identify(Handle file, FileId& id) {
  struct stat info {};
  if (fstat(static_cast<int>(file), &info) == -1) {
    return describe("fstat", errno);
  }
  id = posix::id_of(info);
  return std::nullopt;
}

std::string whereabouts(Handle file) {
  struct stat info {};
  char path[posix::kPathBytes];
  const int number = static_cast<int>(file);
  return fstat(number, &info) == 0 && info.st_nlink > 0 && posix::find_path(number, path) ? path
                                                                                          : "";
}

std::string name_text(const Mode& mode) {
  return std::string("renameat") + (mode.name_flush == nullptr ? "" : on_folder(*mode.name_flush));
}

std::string save_text(const SaveWay& way) {
  std::string text = "openat(temporary, O_RDWR|O_CREAT|O_EXCL) + pwrite(fd, buf, bytes, 0)";
  if (way.flush != nullptr) {
    text += std::string(" + ") + way.flush->text;
  }
  text += " + close(fd) + renameat(temporary, document)";
  return way.flush == nullptr ? text : text + on_folder(*way.flush);
}

MaybeFault documented_name_refusal(const Mode&) { return std::nullopt; }

Folder::Folder() : state_(std::make_unique<State>()) {}
Folder::~Folder() = default;

MaybeFault Folder::open(const std::string& path) {
  auto state = std::make_unique<State>();
  state->directory = FileHandle(posix::uninterrupted(
      [&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | kAlways); }));
  if (!state->directory.is_open()) {
    return describe("open", errno);
  }
  state->path = path;
  state_ = std::move(state);
  return std::nullopt;
}

MaybeFault Folder::open(const PrivateFolder& folder) {
  const int copy = fcntl(static_cast<int>(folder.handle()), F_DUPFD_CLOEXEC, 0);
  if (copy == -1) {
    return describe("fcntl", errno);
  }
  state_->directory = FileHandle(copy);
  return std::nullopt;
}

MaybeFault Folder::make_inside(const Folder& parent, const std::string& name) {
  constexpr mode_t kOwnerOnly = 0700;
  const std::string path = parent.state_->path + "/" + name;
  if (mkdir(path.c_str(), kOwnerOnly) == -1) {
    return describe("mkdir", errno);
  }
  RETURN_IF_FAULT(open(path));
  struct stat above {};
  struct stat made {};
  struct stat named {};
  const int folder = parent.state_->number();
  if (fstat(folder, &above) == -1 || fstat(state_->number(), &made) == -1 ||
      fstatat(folder, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == -1) {
    return describe("fstat", errno);
  }
  const bool is_same = posix::id_of(named) == posix::id_of(made);
  // Owners prove something only on a file system whose locks all processes see: on every other one
  // a server or the file system itself may assign the owner.
  const bool is_own = !posix::is_locked_for_all(folder) ||
                      (posix::is_own(folder, above.st_uid) && posix::is_own(folder, made.st_uid));
  return fault_if_any("open", is_same && is_own ? 0 : ESTALE);
}

MaybeFault Folder::create(const std::string& name, std::uint32_t open_flags, FileHandle& file) {
  const int flags = O_RDWR | O_CREAT | O_EXCL | static_cast<int>(open_flags);
  return open_at(state_->number(), name, flags, file);
}

MaybeFault Folder::open_file(const std::string& name, std::uint32_t open_flags, FileHandle& file,
                             const FileId* expected) {
  return open_existing(state_->number(), name, O_RDWR | static_cast<int>(open_flags), expected,
                       file);
}

MaybeFault Folder::open_for_reading(const std::string& name, FileHandle& file, bool& around_cache,
                                    const FileId* expected) {
  const auto open = [&](std::uint32_t flags, FileHandle& handle) {
    return open_existing(state_->number(), name, O_RDONLY | static_cast<int>(flags), expected,
                         handle);
  };
  MaybeFault refusal;
  auto fault = posix::open_around_cache(open, file, refusal);
  around_cache = !fault && !refusal;
  return fault;
}

MaybeFault Folder::open_through_cache(const std::string& name, FileHandle& file) {
  return open_existing(state_->number(), name, O_RDONLY, nullptr, file);
}

MaybeFault Folder::save_name(const Mode& mode, Handle) {
  if (mode.name_flush == nullptr) {
    return std::nullopt;
  }
  RETURN_IF_FAULT(perform(*mode.name_flush, state_->number()));
  return check_volume(state_->number());
}

MaybeFault Folder::rename(const Mode& mode, const std::string& from, const std::string& to) {
  const int folder = state_->number();
  if (posix::uninterrupted([&] { return renameat(folder, from.c_str(), folder, to.c_str()); }) ==
      -1) {
    return describe("renameat", errno);
  }
  return save_name(mode, kNoHandle);
}

MaybeFault Folder::replace(const SaveWay& way, const std::string& from, const std::string& to) {
  const int folder = state_->number();
  if (posix::uninterrupted([&] { return renameat(folder, from.c_str(), folder, to.c_str()); }) ==
      -1) {
    return describe("renameat", errno);
  }
  return way.flush == nullptr ? std::nullopt : perform(*way.flush, folder);
}

MaybeFault Folder::remove(const std::string& name) {
  return fault_if_any(
      "unlinkat", unlinkat(state_->number(), name.c_str(), 0) == 0 || errno == ENOENT ? 0 : errno);
}

MaybeFault Folder::save_all_names() { return flush_strongest(state_->number()); }

MaybeFault Folder::list(std::vector<std::string>& names) {
  return posix::list_names(state_->number(), names);
}

}  // namespace driveproof::platform
