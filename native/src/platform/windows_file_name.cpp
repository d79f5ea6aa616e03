// The test file's name on Windows. See FileName in platform.h.

#include "windows_common.h"

namespace driveproof::platform {

struct FileName::State {
  std::wstring path;
  BY_HANDLE_FILE_INFORMATION identity{};
};

namespace {

bool is_same(const BY_HANDLE_FILE_INFORMATION& one, const BY_HANDLE_FILE_INFORMATION& other) {
  return one.dwVolumeSerialNumber == other.dwVolumeSerialNumber &&
         one.nFileIndexHigh == other.nFileIndexHigh && one.nFileIndexLow == other.nFileIndexLow;
}

}  // namespace

FileName::FileName() : state_(std::make_unique<State>()) {}

FileName::~FileName() = default;

std::optional<Fault> FileName::create(const Place& place, const std::string& name,
                                      Handle& file) {
  State& state = *state_;
  const std::wstring folder = folder_path(place.directory);
  if (folder.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  state.path = folder + to_utf16(name);
  // The system deletes the file when its last handle is closed, and it closes the handles of a
  // process however that ends.
  if (auto fault = open_at(state.path, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                           FILE_FLAG_DELETE_ON_CLOSE, file)) {
    return fault;
  }
  if (!GetFileInformationByHandle(native(file), &state.identity)) {
    auto fault = describe("GetFileInformationByHandle", GetLastError());
    close_handle(file);
    file = kNoHandle;
    return fault;
  }
  turn_off_compression(file);
  return std::nullopt;
}

std::optional<Fault> FileName::reopen(std::uint32_t open_flags, Handle& file) {
  Handle opened = kNoHandle;
  if (auto fault = open_at(state_->path, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, open_flags,
                           opened)) {
    return fault;
  }
  BY_HANDLE_FILE_INFORMATION identity{};
  const bool known = GetFileInformationByHandle(native(opened), &identity);
  if (!known || !is_same(identity, state_->identity)) {
    const auto fault = known ? describe("CreateFileW", ERROR_FILE_INVALID)
                             : describe("GetFileInformationByHandle", GetLastError());
    close_handle(opened);
    return fault;
  }
  file = opened;
  return std::nullopt;
}

std::optional<Fault> FileName::open_around_cache(Handle& file, std::optional<Fault>& refusal) {
  auto fault = reopen(FILE_FLAG_NO_BUFFERING, file);
  if (fault && is_refusal(fault->os_code)) {
    refusal = std::move(fault);
    return reopen(0, file);
  }
  return fault;
}

bool FileName::is_named() const { return true; }

std::optional<Fault> FileName::remove() {
  // The system deleted the file when the handles were closed. If another program, such as a virus
  // scanner, still has the file open, it disappears when that program closes it.
  return std::nullopt;
}

}  // namespace driveproof::platform
