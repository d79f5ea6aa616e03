#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tasks.h"

namespace driveproof::power_cut {

struct RemovalRequest {
  std::string folder;
  std::vector<std::string> mode_names;  // the folders a test may have in it, of any system
  std::string test_id;                  // of its state; empty where none is known
  std::uint64_t run = 0;                // of its records; 0 where none is known
};

/**
 * Removes the files of a power-cut test and then its folder, everything by handles. A file is the test's
 * if it has a name of a test's files and holds records of it, or nothing but zeros; the folder, if it
 * lies on the volume of its parent, is this user's and, where `test_id` is given, holds that state.
 * All else stays. Before the first file goes a file `removal-begun` says so, and it goes last: what
 * a removal has left must never be read back.
 * `gone` says whether the folder is, or never was.
 */
std::optional<Fault> remove_test(const RemovalRequest& request, bool& gone);

}  // namespace driveproof::power_cut
