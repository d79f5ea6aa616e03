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

std::wstring extended_path(const std::wstring& path) {
  const DWORD size = GetFullPathNameW(path.c_str(), 0, nullptr, nullptr);
  if (size == 0) {
    return {};
  }
  std::wstring full(size, L'\0');
  full.resize(GetFullPathNameW(path.c_str(), size, full.data(), nullptr));
  if (full.starts_with(LR"(\\?\)") || full.starts_with(LR"(\\.\)")) {
    return full;
  }
  return full.starts_with(LR"(\\)") ? LR"(\\?\UNC\)" + full.substr(2) : LR"(\\?\)" + full;
}

FileName::FileName() : state_(std::make_unique<State>()) {}

FileName::~FileName() = default;

std::optional<Fault> FileName::create(const Place& place, const std::string& name,
                                      Handle& file) {
  State& state = *state_;
  const std::wstring folder = extended_path(to_utf16(place.directory));
  if (folder.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  state.path = folder.ends_with(L'\\') ? folder : folder + L'\\';
  state.path += to_utf16(name);
  // The system itself deletes the file when its last handle is closed, and it closes the handles
  // of a process however that ends.
  const HANDLE opened = CreateFileW(
      state.path.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, kShareAll, nullptr, CREATE_NEW,
      FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
  if (opened == INVALID_HANDLE_VALUE) {
    return describe("CreateFileW", GetLastError());
  }
  file = reinterpret_cast<Handle>(opened);
  if (!GetFileInformationByHandle(opened, &state.identity)) {
    const auto fault = describe("GetFileInformationByHandle", GetLastError());
    CloseHandle(opened);
    file = kNoHandle;
    return fault;
  }
  return std::nullopt;
}

std::optional<Fault> FileName::reopen(std::uint32_t open_flags, Handle& file) {
  const HANDLE opened = CreateFileW(
      state_->path.c_str(), GENERIC_READ | GENERIC_WRITE, kShareAll, nullptr, OPEN_EXISTING,
      FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT | open_flags, nullptr);
  if (opened == INVALID_HANDLE_VALUE) {
    return describe("CreateFileW", GetLastError());
  }
  BY_HANDLE_FILE_INFORMATION identity{};
  const bool known = GetFileInformationByHandle(opened, &identity);
  if (!known || !is_same(identity, state_->identity)) {
    const auto fault = known ? describe("CreateFileW", ERROR_FILE_INVALID)
                             : describe("GetFileInformationByHandle", GetLastError());
    CloseHandle(opened);
    return fault;
  }
  file = reinterpret_cast<Handle>(opened);
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
  // Done by the system when the handles were closed. Where another program still has the file
  // open, a virus scanner for instance, it goes when that program closes it.
  return std::nullopt;
}

}  // namespace driveproof::platform
