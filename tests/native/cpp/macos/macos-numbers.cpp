// Files whose number changes while they are used, on a fake macOS: on FAT and exFAT the number is
// that of the first cluster, which an empty file does not have.

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "../../../../native/src/engine/capacity_files.h"
#include "../../../../native/src/platform/removal.h"
#include "../check.h"
#include "fake_kernel.h"
#include "macos-tests.h"

using namespace driveproof;

namespace {

constexpr const char* kRun = "0b6f0e3e-5d0c-4a53-8f5b-7e9f0a1b2c3d";

void write_into(platform::Handle file) {
  CHECK(pwrite(static_cast<int>(file), "data", 4, 0) == 4);
}

std::string test_file_name() { return std::string(".driveproof-") + kRun + ".tmp"; }

/** The test file can be reopened after it was written, and be removed. */
void test_test_file(const std::string& path) {
  platform::FileName name;
  platform::FileHandle file;
  CHECK(!name.create({path}, test_file_name(), file));
  write_into(file.get());
  platform::FileHandle again;
  CHECK(!name.reopen(0, again));
  again.close();
  file.close();
  CHECK(!name.remove() && entries_in(path) == 0);
}

/** Another file that has taken the test file's name is neither opened nor removed. */
void test_taken_name(const std::string& path) {
  const std::string at = path + "/" + test_file_name();
  {
    platform::FileName name;
    platform::FileHandle file;
    CHECK(!name.create({path}, test_file_name(), file));
    write_into(file.get());
    CHECK(unlink(at.c_str()) == 0);
    const int theirs = open(at.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
    write_into(theirs);
    close(theirs);
    platform::FileHandle again;
    const auto fault = name.reopen(0, again);
    CHECK(fault && fault->code == "ESTALE");
  }
  CHECK(entries_in(path) == 1 && unlink(at.c_str()) == 0);
}

/** The guardian of a process that has ended removes the process's file. */
void test_killed(const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    platform::FileName name;
    platform::FileHandle file;
    const auto fault = name.create({path}, test_file_name(), file);
    if (!fault) {
      write_into(file.get());
    }
    _exit(fault ? 1 : 0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  for (int look = 0; entries_in(path) != 0; ++look) {
    CHECK(look < 3000);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/** A process whose guardian was killed removes its own file. */
void test_killed_guardian(const std::string& path) {
  platform::FileName name;
  platform::FileHandle file;
  CHECK(!name.create({path}, test_file_name(), file));
  write_into(file.get());
  pid_t guardian = 0;
  CHECK(std::ifstream("/proc/thread-self/children") >> guardian);
  CHECK(kill(guardian, SIGKILL) == 0);
  CHECK(!name.remove() && entries_in(path) == 0);
}

/** The capacity test can reopen, read and remove the files that it has filled. */
void test_capacity(const std::string& path) {
  CapacityFiles files;
  CHECK(!files.make({path}, std::string("driveproof-capacity-test-") + kRun));
  platform::FileHandle own;
  platform::Handle file = platform::kNoHandle;
  CHECK(!files.open(0, true, own, file));
  write_into(file);
  platform::FileHandle read;
  bool around_cache = false;
  CHECK(!files.open_for_reading(0, read, around_cache));
  read = platform::FileHandle();
  std::uint64_t free = 0;
  CHECK(!files.free_bytes(free));
  CHECK(!files.remove(free, 4).fault && entries_in(path) == 0);
}

/** A plug test's file can be removed after it was emptied, which changes its number. */
void test_own_file(const std::string& path) {
  const std::string at = path + "/fsync";
  const int made = open(at.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
  write_into(made);
  platform::OwnFolder folder;
  platform::OwnFile file;
  platform::Found found = platform::Found::kMissing;
  CHECK(!folder.open(path, found) && found == platform::Found::kOurs);
  CHECK(!folder.open_file("fsync", file, found) && found == platform::Found::kOurs);
  CHECK(ftruncate(made, 0) == 0);
  close(made);
  bool gone = false;
  CHECK(!file.remove(gone) && gone && entries_in(path) == 0);
}

}  // namespace

int entries_in(const std::string& path) {
  DIR* const folder = opendir(path.c_str());
  int entries = -2;  // do not count "." and ".."
  while (readdir(folder) != nullptr) {
    ++entries;
  }
  closedir(folder);
  return entries;
}

void test_numbers(const std::string& path) {
  for (const auto& test :
       {test_test_file, test_taken_name, test_killed, test_killed_guardian, test_capacity,
        test_own_file}) {
    fake::restart();
    fake::mount("exfat", 0x1000);
    fake::number_by_cluster(true);
    test(path);
  }
  fake::restart();
}
