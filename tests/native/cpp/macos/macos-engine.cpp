// The engine over a fake kernel: macos.cpp and everything above it, unchanged, over
// fake_kernel.cpp. Tests how the engine interprets the kernel's answers.

#include <sys/mount.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "../../../../native/src/engine/file_work.h"
#include "../../../../native/src/platform/old_file.h"
#include "../../../../native/src/platform/private_folder.h"
#include "../check.h"
#include "fake_kernel.h"
#include "macos-tests.h"

using namespace driveproof;

namespace {

constexpr std::uint32_t kBlock = 4096;
constexpr std::uint64_t kFileBytes = 256 * kBlock;

std::string folder;

/** A test file, from its preparation to its removal. */
struct Engine {
  TestFile file;
  Progress progress;
  PrepareOutcome prepared;

  explicit Engine(std::uint64_t bytes = kFileBytes) {
    prepared = prepare(file, {{folder}, "macos.tmp", bytes, kBlock, 5}, progress);
  }
  ~Engine() { CHECK(!file.remove()); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  std::size_t index_of(const std::string& id) const {
    for (std::size_t index = 0; index < prepared.modes.size(); ++index) {
      if (id == prepared.modes[index].mode->id) {
        return index;
      }
    }
    CHECK(!"such a mode");
    return 0;
  }
  const PreparedMode& mode(const std::string& id) const { return prepared.modes[index_of(id)]; }
  bool refused(const std::string& id, const std::string& code) const {
    return mode(id).refusal && mode(id).refusal->code == code;
  }
  MeasureOutcome measure_operations(const std::string& id, std::uint64_t operations) {
    const std::size_t index = index_of(id);
    return driveproof::measure(file, file.modes()[index],
                               {index, 60'000'000'000, operations * kBlock}, 1, std::nullopt,
                               progress);
  }
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/** Every mode of macOS is available, and makes its own flush call and no other. */
void test_modes() {
  fake::restart();
  Engine engine;
  CHECK(!engine.prepared.fault && engine.prepared.ended_by == EndedBy::kComplete);
  const struct {
    const char* id;
    const char* call;  // nullptr: no call to make data durable
    const char* text;
  } expected[] = {
      {"none", nullptr, "pwrite(fd, buf, 4096, offset)"},
      {"fsync", "fsync", "pwrite(fd, buf, 4096, offset) + fsync(fd)"},
      {"fdatasync", "fdatasync",
       "pwrite(fd, buf, 4096, offset) + fdatasync(fd) [system call 187]"},
      {"o_dsync", nullptr, "open(O_RDWR|O_DSYNC), pwrite(fd, buf, 4096, offset)"},
      {"f_barrierfsync", "F_BARRIERFSYNC",
       "pwrite(fd, buf, 4096, offset) + fcntl(fd, F_BARRIERFSYNC)"},
      {"f_fullfsync", "F_FULLFSYNC", "pwrite(fd, buf, 4096, offset) + fcntl(fd, F_FULLFSYNC)"},
  };
  CHECK(engine.prepared.modes.size() == std::size(expected));
  const char* const flushes[] = {"fsync", "fdatasync", "F_BARRIERFSYNC", "F_FULLFSYNC"};
  for (std::size_t index = 0; index < std::size(expected); ++index) {
    const auto& [id, call, text] = expected[index];
    const PreparedMode& mode = engine.prepared.modes[index];
    CHECK(std::string(mode.mode->id) == id && mode.system_call == text && !mode.refusal);
    std::size_t before[std::size(flushes)];
    for (std::size_t flush = 0; flush < std::size(flushes); ++flush) {
      before[flush] = fake::count(flushes[flush]);
    }
    const MeasureOutcome counts = engine.measure_operations(id, 9);
    CHECK(!counts.fault && counts.operations == 9);
    for (std::size_t flush = 0; flush < std::size(flushes); ++flush) {
      const bool own = call != nullptr && std::string(call) == flushes[flush];
      CHECK(fake::count(flushes[flush]) - before[flush] == (own ? 9u : 0u));
    }
  }
}

/**
 * If F_FULLFSYNC is refused, its mode is unavailable, and the engine's strongest flush is
 * F_BARRIERFSYNC, which the result names.
 */
void test_fullfsync_refused() {
  for (const auto& [error, code] :
       {std::pair{ENOTSUP, "EOPNOTSUPP"}, {EINVAL, "EINVAL"}, {ENOTTY, "ENOTTY"}}) {
    fake::restart();
    fake::answer("F_FULLFSYNC", error);
    Engine engine;
    CHECK(!engine.prepared.fault);
    // On Linux ENOTSUP and EOPNOTSUPP are the same number, which gets the first of the two names.
    CHECK(engine.refused("f_fullfsync", code) || engine.refused("f_fullfsync", "ENOTSUP"));
    CHECK(engine.mode("f_fullfsync").refusal->syscall == "fcntl(F_FULLFSYNC)");
    for (const char* other : {"none", "fsync", "fdatasync", "o_dsync", "f_barrierfsync"}) {
      CHECK(!engine.mode(other).refusal);
    }
    CHECK(std::string(engine.file.strongest_flush().text) == "fcntl(fd, F_BARRIERFSYNC)");
    const std::size_t asked = fake::count("F_FULLFSYNC");
    const std::size_t barriers = fake::count("F_BARRIERFSYNC");
    CHECK(!engine.file.flush_strongest());
    CHECK(fake::count("F_BARRIERFSYNC") == barriers + 1 && fake::count("F_FULLFSYNC") == asked);
  }
}

/**
 * On a file system without F_FULLFSYNC and F_BARRIERFSYNC the strongest flush is fsync, and is
 * named so.
 */
void test_only_fsync() {
  fake::restart();
  fake::mount("smbfs", 0);
  fake::answer("F_FULLFSYNC", ENOTSUP);
  fake::answer("F_BARRIERFSYNC", ENOTSUP);
  Engine engine;
  CHECK(!engine.prepared.fault);
  CHECK(engine.mode("f_fullfsync").refusal && engine.mode("f_barrierfsync").refusal);
  CHECK(std::string(engine.file.strongest_flush().syscall) == "fsync");
  CHECK(!engine.mode("fsync").refusal);
}

/** An I/O error is no refusal of a mode: the preparation, or the round, ends with it. */
void test_failing_flush() {
  fake::restart();
  fake::answer("F_FULLFSYNC", EIO);
  {
    Engine engine;
    CHECK(engine.prepared.fault && engine.prepared.fault->code == "EIO");
    CHECK(engine.prepared.fault->syscall == "fcntl(F_FULLFSYNC)");
    CHECK(fake::count("F_BARRIERFSYNC") == 0);  // the engine tries no weaker flush instead
  }
  fake::restart();
  Engine engine;
  fake::answer("F_FULLFSYNC", EIO, 4, 1);
  const MeasureOutcome counts = engine.measure_operations("f_fullfsync", 100);
  CHECK(counts.ended_by == EndedBy::kError && counts.operations == 3);
  CHECK(counts.fault && counts.fault->syscall == "fcntl(F_FULLFSYNC)");
  CHECK(fake::count("F_FULLFSYNC") >= 4);
}

/** Errors that only macOS has: of a failing drive, and of a drive without power. */
void test_device_errors() {
  for (const auto& [error, code] : {std::pair{EDEVERR, "EDEVERR"}, {EPWROFF, "EPWROFF"}}) {
    fake::restart();
    Engine engine;
    fake::answer("fsync", error, 3, 1);
    const MeasureOutcome counts = engine.measure_operations("fsync", 100);
    CHECK(counts.ended_by == EndedBy::kError && counts.fault->code == code);
    CHECK(platform::is_drive_failure(error));
  }
  CHECK(platform::is_read_failure(EDEVERR) && !platform::is_read_failure(EPWROFF));
}

/** Interrupted calls are repeated and not reported. */
void test_interruptions() {
  fake::restart();
  Engine engine;
  for (const char* call : {"F_FULLFSYNC", "F_BARRIERFSYNC", "fsync", "fdatasync", "pwrite"}) {
    fake::answer(call, EINTR, 2, 3);
  }
  for (const char* id : {"f_fullfsync", "f_barrierfsync", "fsync", "fdatasync"}) {
    const MeasureOutcome counts = engine.measure_operations(id, 6);
    CHECK(!counts.fault && counts.operations == 6);
  }
}

std::vector<std::string> reservations() {
  std::vector<std::string> names;
  for (const fake::Call& call : fake::calls()) {
    if (call.name == "ftruncate" || contains(call.name, "F_PREALLOCATE")) {
      CHECK(call.bytes == kFileBytes);
      names.push_back(call.name);
    }
  }
  return names;
}

/**
 * Reserves the file's space in one piece or, if the volume has none, in several; if the volume
 * refuses both, does without.
 */
void test_preallocation() {
  using Names = std::vector<std::string>;
  const std::string one = "F_PREALLOCATE contiguous";
  const std::string several = "F_PREALLOCATE";
  fake::restart();
  {
    Engine engine;
    CHECK(!engine.prepared.fault);
    CHECK((reservations() == Names{one, "ftruncate"}));
  }
  fake::restart();
  fake::answer(one, ENOSPC);
  {
    Engine engine;
    CHECK(!engine.prepared.fault);
    CHECK((reservations() == Names{one, several, "ftruncate"}));
  }
  fake::restart();
  fake::answer(one, ENOTSUP);
  fake::answer(several, ENOTSUP);
  {
    Engine engine;  // without reservation the fill allocates the blocks
    CHECK(!engine.prepared.fault && engine.prepared.bytes_written >= kFileBytes);
    CHECK((reservations() == Names{one, several, "ftruncate"}));
  }
  fake::restart();
  fake::answer(one, ENOSPC);
  fake::answer(several, ENOSPC);
  {
    Engine engine;
    CHECK(engine.prepared.fault && engine.prepared.fault->code == "ENOSPC");
    CHECK(engine.prepared.fault->syscall == "fcntl(F_PREALLOCATE)");
    CHECK(fake::count("pwrite") == 0);  // the engine notices before it fills the volume
  }
  CHECK(entries_in(folder) == 0);
}

void test_short_transfers() {
  fake::restart();
  Engine engine;
  fake::answer("pwrite", fake::kShort, 2, 5);
  const MeasureOutcome counts = engine.measure_operations("f_fullfsync", 20);
  CHECK(!counts.fault && counts.operations == 20 && counts.bytes == 20u * kBlock);
  fake::answer("pwrite", fake::kShort, 1, 9);
  const std::size_t full = engine.index_of("f_fullfsync");
  const SequentialRequest pass{full, 65'536, kFileBytes, 60'000'000'000, Layout::kRewrite,
                               std::uint64_t{262'144}, true, std::nullopt};
  const SequentialOutcome sequential =
      write_sequentially(engine.file, engine.file.modes()[full], pass, 3, engine.progress);
  CHECK(!sequential.fault && sequential.bytes == kFileBytes);
  fake::answer("pread", fake::kShort, 1, 4);
  const VerifyOutcome checked = verify(engine.file, engine.progress);
  CHECK(!checked.fault && checked.mismatch_count == 0);
  CHECK(checked.blocks_checked == kFileBytes / kBlock && checked.around_cache);
}

/** Reading counts as uncached only if every step that bypasses the cache succeeded. */
void test_uncached_reading() {
  const auto around_cache = [](std::uint64_t bytes = kFileBytes) {
    Engine engine(bytes);
    CHECK(!engine.prepared.fault);
    const VerifyOutcome checked = verify(engine.file, engine.progress);
    CHECK(!checked.fault && checked.mismatch_count == 0 && checked.blocks_checked > 0);
    return checked.around_cache;
  };
  fake::restart();
  CHECK(around_cache());
  CHECK(fake::count("F_NOCACHE") == 1);
  for (const fake::Call& call : fake::calls()) {
    CHECK(call.name != "F_NOCACHE" || call.bytes == 1);
    CHECK(call.name != "msync" || call.bytes == kFileBytes);
  }
  // The cached pages of a large file are counted in several windows that together cover all of it.
  fake::restart();
  CHECK(around_cache(160u << 20));
  std::uint64_t looked_at = 0;
  for (const fake::Call& call : fake::calls()) {
    looked_at += call.name == "mincore" ? call.bytes : 0;
  }
  CHECK(fake::count("mincore") == 3 && looked_at == 160u << 20);

  for (const char* call : {"F_NOCACHE", "msync", "mincore"}) {
    fake::restart();
    fake::answer(call, EINVAL);
    CHECK(!around_cache());
  }
  fake::restart();
  fake::keep_pages(true);
  CHECK(!around_cache());
}

/**
 * File systems in memory and of other computers cannot be read around their cache, because no drive
 * of this computer is behind it.
 */
void test_mount_flags() {
  const auto around_cache = [] {
    Engine engine;
    CHECK(!engine.prepared.fault);
    return verify(engine.file, engine.progress).around_cache;
  };
  for (const char* type : {"apfs", "hfs", "msdos", "exfat"}) {
    fake::restart();
    fake::mount(type, MNT_LOCAL | 0x1);
    CHECK(around_cache());
  }
  fake::restart();
  fake::mount("tmpfs", MNT_LOCAL);
  CHECK(!around_cache());
  fake::restart();
  fake::mount("smbfs", 0);
  CHECK(!around_cache());
  fake::restart();
  fake::answer("fstatfs", EIO);
  CHECK(!around_cache());
}

/** macOS's statvfs counts blocks in 32 bits, which a drive of 18 TB overflows. */
void test_large_volume() {
  fake::restart();
  fake::count_blocks(5'000'000'000, 4'900'000'000, 4'800'000'000);
  platform::VolumeSpace space;
  CHECK(!platform::volume_space(folder, space));
  CHECK(space.total_bytes == 5'000'000'000 * kBlock);
  CHECK(space.used_bytes == std::uint64_t{100'000'000} * kBlock);
  platform::PrivateFolder made;
  CHECK(!made.create({folder}, "large", {}));
  std::uint64_t bytes = 0;
  CHECK(!made.free_bytes(bytes) && bytes == 4'800'000'000 * kBlock);
  fake::answer("fstatfs", EIO);
  CHECK(made.free_bytes(bytes)->syscall == "fstatfs");
  CHECK(platform::volume_space(folder, space)->code == "EIO");
  fake::restart();
  CHECK(!made.remove());
}

/**
 * The file keeps its name while it is measured, because macOS documents nothing about flushes of
 * nameless files.
 */
void test_name() {
  fake::restart();
  {
    Engine engine;
    CHECK(engine.prepared.named && entries_in(folder) == 1);
  }
  CHECK(entries_in(folder) == 0);
}

void test_sleep() {
  constexpr std::uint64_t kLongest = 1'000'000'000;  // longest time between two clock readings
  fake::restart();
  CHECK(platform::slept_ns().value() < kLongest);
  fake::sleep(3600 * kLongest);
  const std::uint64_t slept = platform::slept_ns().value();
  CHECK(slept >= 3600 * kLongest && slept < 3601 * kLongest);
}

void test_thread_times() {
  fake::restart();
  fake::thread_times(3, 250'001, 0, 999'999);
  const platform::CpuTimes times = platform::thread_cpu_times().value();
  CHECK(times.user_ns == 3'250'001'000u && times.system_ns == 999'999'000u);
  fake::answer("thread_info", 5);
  CHECK(!platform::thread_cpu_times());
}

}  // namespace

int main(int count, char** arguments) {
  CHECK(count == 2);
  folder = arguments[1];
  test_modes();
  test_fullfsync_refused();
  test_only_fsync();
  test_failing_flush();
  test_device_errors();
  test_interruptions();
  test_preallocation();
  test_short_transfers();
  test_uncached_reading();
  test_mount_flags();
  test_large_volume();
  test_name();
  test_sleep();
  test_thread_times();
  test_folders(folder);
  test_numbers(folder);
  CHECK(entries_in(folder) == 0);
  std::puts("macOS is handled");
}
