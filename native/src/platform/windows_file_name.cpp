#include <utility>

#include "folder.h"
#include "windows_common.h"

namespace driveproof::platform {

struct FileName::State {
  std::wstring path;
  FileId identity;
};

FileName::FileName() : state_(std::make_unique<State>()) {}

FileName::~FileName() = default;

MaybeFault FileName::create(const Place& place, const std::string& name, FileHandle& file) {
  State& state = *state_;
  const std::wstring folder = folder_path(place.directory);
  if (folder.empty()) {
    return describe("GetFullPathNameW", GetLastError());
  }
  state.path = folder + to_utf16(name);
  DWORD disposition = CREATE_NEW;
  if (is_encrypted(folder)) {
    // Makes and closes the file first, because Windows decrypts no file that is open.
    RETURN_IF_FAULT(open_at(state.path, GENERIC_WRITE, CREATE_NEW, 0, file));
    file.close();
    turn_off_encryption(state.path);
    disposition = OPEN_EXISTING;
  }
  // With FILE_FLAG_DELETE_ON_CLOSE the system deletes the file when its last handle is closed, and
  // it closes the handles even of a killed process.
  if (auto fault = open_at(state.path, GENERIC_READ | GENERIC_WRITE | DELETE, disposition,
                           FILE_FLAG_DELETE_ON_CLOSE, file)) {
    if (disposition == OPEN_EXISTING) {
      DeleteFileW(state.path.c_str());
    }
    return fault;
  }
  if (auto fault = identify(file.get(), state.identity)) {
    file.close();
    return fault;
  }
  turn_off_compression(file);
  return std::nullopt;
}

MaybeFault FileName::reopen(std::uint32_t open_flags, FileHandle& file) {
  FileHandle opened;
  RETURN_IF_FAULT(
      open_at(state_->path, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, open_flags, opened));
  FileId identity;
  RETURN_IF_FAULT(identify(opened.get(), identity));
  if (identity != state_->identity) {
    return describe("CreateFileW", ERROR_FILE_INVALID);
  }
  file = std::move(opened);
  return std::nullopt;
}

MaybeFault FileName::open_around_cache(FileHandle& file, MaybeFault& refusal) {
  auto fault = reopen(FILE_FLAG_NO_BUFFERING, file);
  if (fault && is_refusal(fault->os_code)) {
    refusal = std::move(fault);
    return reopen(0, file);
  }
  return fault;
}

bool FileName::is_named() const { return true; }

MaybeFault FileName::remove() {
  // Nothing is left to remove: the system deleted the file when the handles were closed. If another
  // program, such as a virus scanner, still has it open, its name goes when that program closes it.
  return std::nullopt;
}

}  // namespace driveproof::platform
