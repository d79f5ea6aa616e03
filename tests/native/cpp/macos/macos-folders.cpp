// Names in folders on a fake macOS: the calls that the power-cut test makes for them, without a
// weaker call in place of the one that a mode promises.

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "../../../../native/src/engine/aligned_buffer.h"
#include "../../../../native/src/platform/folder.h"
#include "../../../../native/src/power-cut/mode_files.h"
#include "../check.h"
#include "fake_kernel.h"
#include "macos-tests.h"

using namespace driveproof;

namespace {

constexpr const char* kFlushes[] = {"fsync", "fdatasync", "F_BARRIERFSYNC", "F_FULLFSYNC"};

/** Makes a file in the mode's way, renames it in the mode's way, and removes it. */
std::optional<platform::Fault> make_and_rename(const std::string& path, const platform::Mode& mode) {
  platform::Folder folder;
  CHECK(!folder.open(path));
  platform::FileHandle file;
  CHECK(!folder.create("1.created", mode.open_flags, file));
  auto fault = folder.save_name(mode, file.get());
  file.close();
  if (!fault) {
    fault = folder.rename(mode, "1.created", "1.renamed");
  }
  unlink((path + "/1.created").c_str());
  unlink((path + "/1.renamed").c_str());
  return fault;
}

/**
 * Each mode makes its own flush of the folder for a new name and for a renamed one, and no other.
 */
void test_names(const std::string& path) {
  const struct {
    const char* id;
    const char* call;  // nullptr: no call to make data durable
  } expected[] = {
      {"none", nullptr},
      {"fsync", "fsync"},
      {"fdatasync", "fsync"},
      {"o_dsync", "fsync"},
      {"f_barrierfsync", "F_BARRIERFSYNC"},
      {"f_fullfsync", "F_FULLFSYNC"},
  };
  CHECK(platform::modes().size() == std::size(expected));
  for (std::size_t index = 0; index < std::size(expected); ++index) {
    const platform::Mode& mode = platform::modes()[index];
    CHECK(std::string(mode.id) == expected[index].id);
    fake::restart();
    CHECK(!make_and_rename(path, mode));
    for (const char* flush : kFlushes) {
      const bool own = expected[index].call != nullptr && std::string(expected[index].call) == flush;
      CHECK(fake::count(flush) == (own ? 2u : 0u));
    }
  }
}

/**
 * If the file system refuses F_FULLFSYNC for a folder, the mode fails with that refusal and tries
 * no other flush.
 */
void test_refused_names(const std::string& path) {
  for (const int error : {ENOTSUP, EINVAL, ENOTTY}) {
    fake::restart();
    fake::answer("F_FULLFSYNC", error);
    const auto fault = make_and_rename(path, platform::modes().back());
    CHECK(fault && fault->syscall == "fcntl(F_FULLFSYNC)" && platform::is_refusal(fault->os_code));
    for (const char* flush : {"fsync", "fdatasync", "F_BARRIERFSYNC"}) {
      CHECK(fake::count(flush) == 0);
    }
  }
}

/** Before a power-cut test all names are flushed with the strongest flush that is not refused. */
void test_all_names(const std::string& path) {
  platform::Folder folder;
  CHECK(!folder.open(path));
  fake::restart();
  CHECK(!folder.save_all_names());
  CHECK(fake::count("F_FULLFSYNC") == 1 && fake::count("F_BARRIERFSYNC") == 0);
  fake::restart();
  fake::answer("F_FULLFSYNC", ENOTSUP);
  CHECK(!folder.save_all_names());
  CHECK(fake::count("F_BARRIERFSYNC") == 1 && fake::count("fsync") == 0);
  fake::restart();
  fake::answer("F_FULLFSYNC", EIO);
  const auto fault = folder.save_all_names();
  CHECK(fault && fault->code == "EIO" && fake::count("F_BARRIERFSYNC") == 0);
}

/**
 * If a volume is unmounted by force between a write and its flush, the flush succeeds, but no mode
 * that promises something acknowledges the operation.
 */
void test_unmounted(const std::string& path) {
  using power_cut::OperationKind;
  power_cut::Plan plan;
  plan.slot_count = 1;
  plan.slot_blocks = 1;
  const AlignedBuffer data(power_cut::kBlockBytes, power_cut::kBlockBytes);
  for (const platform::Mode& mode : platform::modes()) {
    fake::restart();
    platform::Folder folder;
    CHECK(!folder.open(path));
    {
      power_cut::ModeFiles files(mode, 0);
      CHECK(!files.make(folder, plan) && !files.refusal());
      const auto perform = [&](OperationKind kind, std::uint32_t blocks) {
        return files.perform({kind, 0, blocks}, plan, data.data());
      };
      CHECK(!perform(OperationKind::kAppend, 1) && !perform(OperationKind::kCreate, 1));
      fake::unmount(true);
      const auto is_seen = [&](const std::optional<platform::Fault>& fault, bool is_promised) {
        return is_promised ? fault && fault->code == "EBADF" : !fault;
      };
      CHECK(is_seen(perform(OperationKind::kAppend, 1), platform::waits_for_drive(mode)));
      CHECK(is_seen(perform(OperationKind::kOverwrite, 1), platform::waits_for_drive(mode)));
      CHECK(is_seen(perform(OperationKind::kRename, 0), mode.name_flush != nullptr));
    }
    std::filesystem::remove_all(path + "/" + mode.id);
  }
}

/**
 * The flush of careful programs, which SQLite and the log get as the stronger setting, differs from
 * the usual flush.
 */
void test_database_flushes() {
  CHECK(std::string(platform::usual_flush().syscall) == "fsync");
  CHECK(std::string(platform::full_flush().syscall) == "fcntl(F_FULLFSYNC)");
}

}  // namespace

void test_folders(const std::string& path) {
  test_names(path);
  test_refused_names(path);
  test_all_names(path);
  test_unmounted(path);
  test_database_flushes();
}
