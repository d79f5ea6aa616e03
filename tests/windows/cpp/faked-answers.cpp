// What the engine does after answers of Windows that Wine never gives: entries of the import table
// are replaced by fake functions. The program takes a folder as its argument.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "../../../native/src/engine/session.h"
#include "../../../native/src/platform/raw_facts.h"
#include "../../../native/src/platform/file_handle.h"
#include "../../../native/src/platform/folder.h"
#include "../../../native/src/platform/private_folder.h"
#include "../../../native/src/platform/windows_common.h"
#include "../../native/cpp/check.h"
#include "../../native/cpp/outcomes.h"

#include <winioctl.h>

using namespace driveproof;
using namespace driveproof::platform;

namespace {

/**
 * Fails as Microsoft documents ERROR_UNABLE_TO_MOVE_REPLACEMENT: the old document is already gone.
 */
BOOL WINAPI lose_document(LPCWSTR document, LPCWSTR, LPCWSTR, DWORD, LPVOID, LPVOID) {
  if (DeleteFileW(document)) {
    SetLastError(ERROR_UNABLE_TO_MOVE_REPLACEMENT);
  }
  return FALSE;
}

void make(Folder& folder, const std::string& name, const std::string& text) {
  FileHandle file;
  CHECK(!folder.create(name, 0, file));
  DWORD written = 0;
  CHECK(WriteFile(native(file), text.data(), static_cast<DWORD>(text.size()), &written, nullptr));
}

std::string content(Folder& folder, const std::string& name) {
  FileHandle file;
  CHECK(!folder.open_through_cache(name, file));
  std::string text(16, '\0');
  DWORD read = 0;
  CHECK(ReadFile(native(file), text.data(), static_cast<DWORD>(text.size()), &read, nullptr));
  return text.substr(0, read);
}

decltype(&CreateFileW) really_create = nullptr;
decltype(&WriteFile) really_write = nullptr;
decltype(&FlushFileBuffers) really_flush = nullptr;
decltype(&FindNextFileW) really_find_next = nullptr;

const std::string kDrive = R"(\\.\PhysicalDrive0)";
std::vector<DWORD> accesses_to_drive;

/** Opens an imitation of a drive, since some installations of Wine have no drive. */
HANDLE WINAPI open_drive(LPCWSTR path, DWORD access, DWORD sharing, LPSECURITY_ATTRIBUTES security,
                         DWORD disposition, DWORD flags, HANDLE pattern) {
  if (path == to_utf16(kDrive)) {
    accesses_to_drive.push_back(access);
    path = L"NUL";
  }
  return really_create(path, access, sharing, security, disposition, flags, pattern);
}

/** The answer of the drive's driver when asked for its write cache. */
std::vector<std::uint8_t> write_cache;
BOOL tells_write_cache = FALSE;

/** Answers like the driver of a drive, since Wine reports no write cache. */
BOOL answer_as_driver(LPCVOID input, DWORD bytes, LPVOID output, DWORD room, LPDWORD returned) {
  STORAGE_PROPERTY_QUERY query{};
  std::memcpy(&query, input, std::min<std::size_t>(bytes, sizeof query));
  SetLastError(ERROR_INVALID_FUNCTION);
  if (query.PropertyId != StorageDeviceWriteCacheProperty) {
    return FALSE;  // also for IOCTL_STORAGE_PREDICT_FAILURE, which has no query
  }
  CHECK(query.QueryType == PropertyStandardQuery && room >= write_cache.size());
  std::memcpy(output, write_cache.data(), write_cache.size());
  *returned = static_cast<DWORD>(write_cache.size());
  return tells_write_cache;
}

int times_uncompressed = 0;
int times_integrity_off = 0;

/** Records compression and integrity requests, since Wine has neither compression nor ReFS. */
BOOL WINAPI note_control(HANDLE, DWORD code, LPVOID input, DWORD bytes, LPVOID output, DWORD room,
                         LPDWORD returned, LPOVERLAPPED) {
  if (code == IOCTL_STORAGE_QUERY_PROPERTY || code == IOCTL_STORAGE_PREDICT_FAILURE) {
    return answer_as_driver(input, bytes, output, room, returned);
  }
  if (code == FSCTL_SET_INTEGRITY_INFORMATION) {
    // ChecksumAlgorithm, Reserved, Flags: all 0 for CHECKSUM_TYPE_NONE.
    std::uint64_t request = 1;
    CHECK(bytes == sizeof request);
    std::memcpy(&request, input, sizeof request);
    CHECK(request == 0);
    ++times_integrity_off;
    return TRUE;
  }
  CHECK(code == FSCTL_SET_COMPRESSION);
  USHORT format = COMPRESSION_FORMAT_DEFAULT;
  std::memcpy(&format, input, sizeof format);
  CHECK(format == COMPRESSION_FORMAT_NONE);
  ++times_uncompressed;
  return TRUE;
}

bool encrypts = false;
std::vector<std::wstring> decrypted;

/**
 * Wine has no encryption; this fake reports every existing file and folder as encrypted if
 * `encrypts`.
 */
BOOL WINAPI status_of(LPCWSTR path, LPDWORD status) {
  *status = encrypts ? FILE_IS_ENCRYPTED : FILE_ENCRYPTABLE;
  return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}

/** Windows refuses to decrypt a file that is open, so this checks that nobody has it open. */
BOOL WINAPI note_decryption(LPCWSTR path, DWORD) {
  const HANDLE alone = CreateFileW(path, GENERIC_READ, 0, nullptr, OPEN_EXISTING,
                                   FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  CHECK(alone != INVALID_HANDLE_VALUE);
  CloseHandle(alone);
  decrypted.push_back(path);
  return TRUE;
}

// Per thread, since Windows keeps both settings per thread and drops them when the thread ends.
thread_local bool keeps_awake = false;
thread_local bool is_at_full_speed = false;

EXECUTION_STATE WINAPI note_execution_state(EXECUTION_STATE state) {
  CHECK(state == (ES_CONTINUOUS | ES_SYSTEM_REQUIRED));
  keeps_awake = true;
  return ES_CONTINUOUS;
}

/** A bit in the first mask and not in the second turns that throttling ("EcoQoS") off. */
BOOL WINAPI note_speed(HANDLE thread, THREAD_INFORMATION_CLASS kind, LPVOID given, DWORD bytes) {
  const auto& state = *static_cast<const THREAD_POWER_THROTTLING_STATE*>(given);
  CHECK(thread == GetCurrentThread() && kind == ThreadPowerThrottling && bytes == sizeof state);
  CHECK(state.Version == THREAD_POWER_THROTTLING_CURRENT_VERSION);
  CHECK(state.ControlMask == THREAD_POWER_THROTTLING_EXECUTION_SPEED && state.StateMask == 0);
  is_at_full_speed = true;
  return TRUE;
}

constexpr ULONGLONG kSleptMs = 60'000;
BOOL tells_time_awake = TRUE;

/** Imitates a computer that slept for a minute, since Wine's never sleeps. The unit is 100 ns. */
BOOL WINAPI answer_time_awake(PULONGLONG awake) {
  *awake = (GetTickCount64() - kSleptMs) * 10'000;
  return tells_time_awake;
}

std::atomic<bool> measures{false};
std::atomic<HANDLE> flushed_beside{nullptr};
thread_local bool writes = false;

/** While a session measures, each write waits until another thread has flushed the file. */
BOOL WINAPI note_write(HANDLE file, LPCVOID data, DWORD bytes, LPDWORD written,
                       LPOVERLAPPED position) {
  writes = true;
  if (measures) {
    for (int waited_ms = 0; flushed_beside == nullptr && waited_ms < 10'000; ++waited_ms) {
      Sleep(1);
    }
    CHECK(flushed_beside != file && final_path(flushed_beside) == final_path(file));
    CHECK(keeps_awake && is_at_full_speed);
  }
  return really_write(file, data, bytes, written, position);
}

bool calls_fail = false;

BOOL WINAPI fail_without_number() {
  SetLastError(0);
  return FALSE;
}

BOOL WINAPI note_find_next(HANDLE search, LPWIN32_FIND_DATAW found) {
  return calls_fail ? fail_without_number() : really_find_next(search, found);
}

BOOL WINAPI note_flush(HANDLE file) {
  if (calls_fail) {
    return fail_without_number();
  }
  if (measures && !writes) {
    CHECK(keeps_awake && is_at_full_speed);
    flushed_beside = file;
  }
  return really_flush(file);
}

void test_lost_document(Folder& folder) {
  make(folder, "document", "old");
  make(folder, "temporary", "new");
  const auto ways = save_ways();
  const auto way = std::find_if(ways.begin(), ways.end(),
                                [](const SaveWay& each) { return each.move_flags == 0; });
  CHECK(way != ways.end());
  CHECK(!folder.replace(*way, "temporary", "document"));
  CHECK(content(folder, "document") == "new");
  CHECK(!folder.remove("document"));
}

/** NTFS compresses what is made in a compressed folder. */
void test_compressed_folder(const std::string& path, const Folder& parent) {
  PrivateFolder own;
  CHECK(!own.create({path}, "own", {}));
  CHECK(times_uncompressed == 1);
  FileName name;
  FileHandle file;
  CHECK(!name.create({path}, "file", file));
  CHECK(times_uncompressed == 2);
  Folder inside;
  CHECK(!inside.make_inside(parent, "inside"));
  CHECK(times_uncompressed == 3);
  CHECK(RemoveDirectoryW((folder_path(path) + L"inside").c_str()));
}

/** NTFS encrypts (EFS) what is made in an encrypted folder. */
void test_encrypted_folder(const std::string& path, const Folder& parent) {
  const std::wstring folder = folder_path(path);
  CHECK(decrypted.empty());
  encrypts = true;
  {
    PrivateFolder own;
    CHECK(!own.create({path}, "own", {}));
    FileName name;
    FileHandle file;
    CHECK(!name.create({path}, "file", file));
    Folder inside;
    CHECK(!inside.make_inside(parent, "inside"));
  }
  encrypts = false;
  CHECK((decrypted == std::vector{folder + L"own", folder + L"file", folder + L"inside"}));
  CHECK(GetFileAttributesW((folder + L"file").c_str()) == INVALID_FILE_ATTRIBUTES);
  CHECK(RemoveDirectoryW((folder + L"inside").c_str()));
}

/** ReFS copies what is written to files with integrity streams, which inherit them. */
void test_integrity_streams(const std::string& path) {
  PrivateFolder own;
  CHECK(!own.create({path}, "own", {}));
  CHECK(times_integrity_off == 0);
  own.overwrite_in_place();
  CHECK(times_integrity_off == 1);
}

/**
 * The write cache data that the addon returns if the driver gives `answer` or, with `tells` false,
 * fails.
 */
std::vector<std::uint8_t> handed_on(BOOL tells, std::vector<std::uint8_t> answer) {
  tells_write_cache = tells;
  write_cache = std::move(answer);
  accesses_to_drive.clear();
  HealthPages pages;
  CHECK(!read_health_pages(kDrive, pages));
  CHECK(accesses_to_drive == std::vector<DWORD>{0});  // more rights would need an administrator
  return pages.write_cache;
}

void test_write_cache_setting() {
  for (const BOOLEAN setting : {TRUE, FALSE}) {
    STORAGE_WRITE_CACHE_PROPERTY property{};
    property.Size = sizeof property;
    property.UserDefinedPowerProtection = setting;
    std::vector<std::uint8_t> answer(sizeof property);
    std::memcpy(answer.data(), &property, sizeof property);
    CHECK(handed_on(TRUE, answer) == answer);
    CHECK(answer[25] == setting);  // the byte that health-pages.ts reads
    CHECK(handed_on(FALSE, answer).empty());
    answer.resize(8);
    CHECK(handed_on(TRUE, answer) == answer);
  }
}

void test_slept_time() {
  constexpr std::uint64_t kNsPerMs = 1'000'000;
  constexpr std::uint64_t kMostMs = 10'000;  // largest time between two readings of the clock
  const std::uint64_t slept_ns = platform::slept_ns().value();
  CHECK(slept_ns >= kSleptMs * kNsPerMs && slept_ns < (kSleptMs + kMostMs) * kNsPerMs);
  tells_time_awake = FALSE;
  CHECK(!platform::slept_ns());
}

/**
 * Checks that a flush runs beside a write: Windows lets calls on one synchronous handle wait for
 * each other, which note_write() would turn into a deadlock.
 */
void test_flush_beside_writer(const std::string& path) {
  Outcomes<Outcome> outcomes;
  TaskThread<FileTasks> session([&](Outcome outcome) { outcomes.add(std::move(outcome)); });
  session.hand_in(PrepareRequest{{path}, "file", 1 << 20, 4096, 1});
  const auto prepared = std::get<PrepareOutcome>(outcomes.wait_for(1));
  CHECK(!prepared.fault);
  SequentialRequest request;
  while (prepared.modes.at(request.mode).mode->flush != &usual_flush()) {
    ++request.mode;
  }
  request.write_bytes = 4096;
  request.total_bytes = 4096;
  request.background_sync_ns = 1;
  measures = true;
  session.hand_in(request);
  const auto outcome = std::get<SequentialOutcome>(outcomes.wait_for(2));
  measures = false;
  CHECK(!outcome.fault && outcome.write_calls == 1 && outcome.background_sync_calls > 0);
  // This thread must have no setting left: a setting of the main thread would outlast the session.
  CHECK(!keeps_awake && !is_at_full_speed);
}

void test_failure_without_number(Folder& folder) {
  make(folder, "file", "text");
  FileHandle file;
  CHECK(!folder.open_through_cache("file", file));
  std::vector<std::string> names;
  calls_fail = true;
  const auto fault = perform(usual_flush(), file.get());
  const auto listing = folder.list(names);
  calls_fail = false;
  CHECK(fault && fault->code == "ERROR_UNIDENTIFIED_ERROR");
  // If list() returned no error, a list that broke off early would look complete.
  CHECK(listing && listing->code == "ERROR_UNIDENTIFIED_ERROR");
  CHECK(!folder.remove("file"));
}

/**
 * Makes an import pointer lead to a fake, for functions whose pointers come from the import library
 * because SQLite refers to them as well.
 */
template <typename Function>
Function lead(Function& pointer, Function fake) {
  DWORD before = 0;
  CHECK(VirtualProtect(&pointer, sizeof pointer, PAGE_READWRITE, &before));
  return std::exchange(pointer, fake);
}

}  // namespace

// The engine calls these functions through import pointers, which are defined here instead of in
// the import library.
extern "C" {
decltype(&ReplaceFileW) __imp_ReplaceFileW = lose_document;
decltype(&DeviceIoControl) __imp_DeviceIoControl = note_control;
decltype(&FileEncryptionStatusW) __imp_FileEncryptionStatusW = status_of;
decltype(&DecryptFileW) __imp_DecryptFileW = note_decryption;
decltype(&QueryUnbiasedInterruptTime) __imp_QueryUnbiasedInterruptTime = answer_time_awake;
decltype(&SetThreadExecutionState) __imp_SetThreadExecutionState = note_execution_state;
decltype(&SetThreadInformation) __imp_SetThreadInformation = note_speed;
extern decltype(&CreateFileW) __imp_CreateFileW;
extern decltype(&WriteFile) __imp_WriteFile;
extern decltype(&FlushFileBuffers) __imp_FlushFileBuffers;
extern decltype(&FindNextFileW) __imp_FindNextFileW;
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  really_create = lead(__imp_CreateFileW, open_drive);
  really_write = lead(__imp_WriteFile, note_write);
  really_flush = lead(__imp_FlushFileBuffers, note_flush);
  really_find_next = lead(__imp_FindNextFileW, note_find_next);
  Folder folder;
  CHECK(!folder.open(arguments[1]));
  test_lost_document(folder);
  test_compressed_folder(arguments[1], folder);
  test_encrypted_folder(arguments[1], folder);
  test_integrity_streams(arguments[1]);
  test_write_cache_setting();
  test_slept_time();
  test_flush_beside_writer(arguments[1]);
  test_failure_without_number(folder);
  return 0;
}
