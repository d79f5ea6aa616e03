#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "posix.h"
#include "posix_guardian.h"

namespace driveproof::platform {

struct FileName::State {
  FileHandle directory;
  std::string name;
  posix::Guardian guardian;
  bool named = false;
  FileHandle own;     // the open file, for checking that the name still refers to it
  int nameless = -1;  // the handle that create() returned, if there is no name to reopen it by

  int number() const { return nameless == -1 ? posix::number_of(own) : nameless; }
};

namespace {

constexpr int kAlways = O_NOFOLLOW | O_CLOEXEC;

/** The fault for errno: another file was opened (ESTALE), or fstat(2) failed. */
Fault not_same() { return describe(errno == ESTALE ? "openat" : "fstat", errno); }

}  // namespace

FileName::FileName() : state_(std::make_unique<State>()) {}

FileName::~FileName() { remove(); }

MaybeFault FileName::create(const Place& place, const std::string& name, FileHandle& file) {
  State& state = *state_;
  state.name = name;
  state.directory = FileHandle(posix::open_place(place));
  if (!state.directory.is_open()) {
    return describe("open", errno);
  }
  const int directory = posix::number_of(state.directory);
  errno = 0;
  state.nameless = posix::open_nameless(directory);
  if (state.nameless != -1) {
    file = FileHandle(state.nameless);
    return std::nullopt;
  }
  if (is_drive_failure(errno)) {
    return describe("openat", errno);
  }
  FileId made;
  RETURN_IF_FAULT(state.guardian.make(directory, name, made));
  state.named = true;
  state.own = FileHandle(posix::uninterrupted(
      [&] { return openat(directory, name.c_str(), O_RDWR | kAlways); }));
  if (!state.own.is_open()) {
    return describe("openat", errno);
  }
  // An empty file keeps the inode number of its creation (see FileId).
  if (!posix::is_named(directory, name.c_str(), made) ||
      !posix::is_name_of(directory, name.c_str(), state.number())) {
    return not_same();
  }
  posix::hold(state.number());  // protects the file from removal if only the guardian is killed
  return reopen(0, file);
}

MaybeFault FileName::reopen(std::uint32_t open_flags, FileHandle& file) {
  const State& state = *state_;
  const int flags = O_RDWR | kAlways | static_cast<int>(open_flags);
  const int directory = posix::number_of(state.directory);
  const int opened = posix::uninterrupted([&] {
    return state.nameless == -1 ? openat(directory, state.name.c_str(), flags)
                                : posix::reopen_nameless(state.nameless, flags);
  });
  if (opened == -1) {
    return describe("openat", errno);
  }
  FileHandle held(opened);
  if (!posix::is_same_file(opened, state.number())) {
    return not_same();
  }
  file = std::move(held);
  return std::nullopt;
}

MaybeFault FileName::open_around_cache(FileHandle& file, MaybeFault& refusal) {
  const auto open = [this](std::uint32_t flags, FileHandle& handle) {
    return reopen(flags, handle);
  };
  return posix::open_around_cache(open, file, refusal);
}

bool FileName::is_named() const { return state_->named; }

MaybeFault FileName::remove() {
  State& state = *state_;
  if (!state.named) {
    state.guardian.dismiss();
    return std::nullopt;
  }
  const int error = posix::unlink_if_same(posix::number_of(state.directory),
                                          state.name.c_str(), state.number());
  state.named = error != 0;  // on failure, the destructor tries once more
  if (error == 0) {
    state.own = FileHandle();
  }
  // The guardian process removes the name, too; a missing name does no harm.
  state.guardian.dismiss();
  return fault_if_any("unlinkat", error);
}

}  // namespace driveproof::platform
