#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tasks.h"

namespace driveproof::power_cut {

struct RemovalRequest {
  std::string folder;
  std::vector<std::string> mode_names;  // folders to remove, one per flush mode of any system
  std::string test_id;                  // id in its state; empty if unknown
  std::uint64_t run = 0;                // number in its records; 0 if unknown
};

/**
 * Removes the files of a power-cut test and then its folder, all by handles. A file belongs to the
 * test if it has a name of a test's file and contains records of the test, or only zeros; the
 * folder belongs to the test if it is on the volume of its parent, is this user's and, if `test_id`
 * is given, contains the state of that test. Everything else stays. A file `removal-begun` is made
 * before the first file goes and is removed last: the remains of a removal must never be read back.
 * `gone`: whether the folder was removed or never existed.
 */
MaybeFault remove_test(const RemovalRequest& request, bool& gone);

}  // namespace driveproof::power_cut
