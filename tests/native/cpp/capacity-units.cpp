// The limit on the number of a capacity test's files, reached with files of one block. Nothing is
// flushed, because flushes would take most of the time and no power cut is tested.

#include <cstdio>

#include "../../../native/src/engine/capacity_session.h"
#include "check.h"

extern "C" int fsync(int) { return 0; }

using namespace driveproof;

namespace {

constexpr std::uint64_t kFileBytes = 4096;
constexpr std::uint64_t kMostFiles = 16'384;

void test_the_number_of_files_ends_the_fill(const char* directory) {
  CapacityTasks tasks;
  Progress progress;
  CapacityPrepareRequest prepare;
  prepare.place.directory = directory;
  prepare.folder_name = "driveproof-capacity-test-0b6f0e3e-5d0c-4a53-8f5b-7e9f0a1b2c3d";
  prepare.file_bytes = kFileBytes;
  CHECK(!tasks.perform(prepare, progress).fault);

  const auto filled =
      tasks.perform(CapacityFillRequest{(kMostFiles + 1) * kFileBytes, 0}, progress);
  CHECK(!filled.fault);
  CHECK(filled.bytes == kMostFiles * kFileBytes);
  CHECK(filled.ended_by == EndedBy::kFull);
  CHECK(filled.full_because == CapacityFull::kFiles);

  CHECK(!tasks.perform(CapacityRemoveRequest{}, progress).fault);
}

}  // namespace

int main(int count, char** arguments) {
  CHECK(count == 2);
  test_the_number_of_files_ends_the_fill(arguments[1]);
  std::puts("all units hold");
  return 0;
}
