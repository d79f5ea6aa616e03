#include "removal.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "../engine/transfer.h"
#include "../platform/removal.h"
#include "mode_files.h"
#include "record.h"

namespace driveproof::power_cut {

namespace {

using platform::Found;
using platform::OwnFile;
using platform::OwnFolder;

constexpr const char* kStateName = "plug-test.json";
constexpr const char* kMarkName = "removal-begun";
constexpr std::uint64_t kMostStateBytes = 1u << 24;

bool is_all(std::string_view text, std::string_view digits) {
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

/** Whether the test makes files with this name: `slots`, `log`, `N.created`, `N.renamed`. */
bool is_file_name(std::string_view name) {
  if (name == kSlotsName || name == kLogName) {
    return true;
  }
  const auto dot = name.find('.');
  return dot != std::string_view::npos && is_all(name.substr(0, dot), "0123456789") &&
         (name.substr(dot) == kCreatedSuffix || name.substr(dot) == kRenamedSuffix);
}

/** Whether this is a temporary file that an interrupted write of the state file leaves behind. */
bool is_temporary_state(std::string_view name) {
  const std::string beginning = std::string(kStateName) + ".";
  if (!name.starts_with(beginning)) {
    return false;
  }
  const auto end = name.substr(beginning.size());
  return end == "part" || (end.size() == 21 && end.ends_with(".part") &&
                           is_all(end.substr(0, 16), "0123456789abcdef"));
}

/** Whether one of these sectors belongs to a record, of this run if `run` is not 0. */
bool has_record(const unsigned char* data, std::uint64_t bytes, std::uint64_t run) {
  for (std::uint64_t at = 0; at + kSectorBytes <= bytes; at += kSectorBytes) {
    std::array<std::uint64_t, 2> head{};
    std::memcpy(head.data(), data + at, sizeof head);
    const bool is_record = head[0] == Sector::kMagic;
    if (is_record && (run == 0 || head[1] == run)) {
      return true;
    }
  }
  return false;
}

/**
 * Whether the file contains a record of the test or only zeros, from before it was filled or
 * because the drive lost the data. A foreign file of the same name contains neither.
 */
MaybeFault look_into(const OwnFile& file, std::uint64_t run, bool& is_ours) {
  std::uint64_t bytes = 0;
  RETURN_IF_FAULT(platform::read_length(file.handle(), bytes));
  constexpr std::uint32_t kChunkBytes = 1u << 16;
  std::vector<unsigned char> buffer(kChunkBytes);
  bool is_zero = true;
  is_ours = false;
  for (std::uint64_t offset = 0; offset < bytes && !is_ours;) {
    const std::int64_t count = platform::read_at(file.handle(), buffer.data(), kChunkBytes, offset);
    if (count < 0) {
      return platform::describe(platform::kReadCall, -count, offset);
    }
    if (count == 0) {
      break;
    }
    const auto read = static_cast<std::uint64_t>(count);
    is_zero = is_zero && std::all_of(buffer.begin(), buffer.begin() + count,
                                     [](unsigned char byte) { return byte == 0; });
    is_ours = has_record(buffer.data(), read, run);
    offset += read;
  }
  is_ours = is_ours || is_zero;
  return std::nullopt;
}

MaybeFault read_whole(const OwnFile& file, std::string& content) {
  std::uint64_t bytes = 0;
  RETURN_IF_FAULT(platform::read_length(file.handle(), bytes));
  content.resize(std::min(bytes, kMostStateBytes));
  return read_all(file.handle(), reinterpret_cast<unsigned char*>(content.data()), content.size(),
                  content.size(), 0);
}

/** Whether the folder's state file contains the id of this test. */
MaybeFault compare_state(const OwnFolder& folder, const std::string& test_id, bool& is_ours) {
  is_ours = test_id.empty();
  if (is_ours) {
    return std::nullopt;
  }
  OwnFile state;
  Found found = Found::kMissing;
  std::string content;
  if (auto fault = folder.open_file(kStateName, state, found); fault || found != Found::kOurs) {
    return fault;
  }
  RETURN_IF_FAULT(read_whole(state, content));
  is_ours = content.find('"' + test_id + '"') != std::string::npos;
  return std::nullopt;
}

MaybeFault empty_mode_folder(const OwnFolder& folder, const OwnFolder& test, std::uint64_t run) {
  std::vector<std::string> names;
  RETURN_IF_FAULT(folder.list(names));
  for (const std::string& name : names) {
    OwnFile file;
    Found found = Found::kMissing;
    bool is_ours = false;
    bool gone = false;
    if (!is_file_name(name)) {
      continue;
    }
    RETURN_IF_FAULT(folder.open_file(name, file, found));
    if (found != Found::kOurs) {
      continue;
    }
    RETURN_IF_FAULT(look_into(file, run, is_ours));
    if (is_ours) {
      RETURN_IF_FAULT(test.mark(kMarkName));
      RETURN_IF_FAULT(file.remove(gone));
    }
  }
  return std::nullopt;
}

bool is_state_name(const std::string& name) {
  return name == kStateName || name == kMarkName || is_temporary_state(name);
}

/**
 * Whether this is the name of a file that macOS adds to a folder shown in the Finder, or beside a
 * file whose attributes the volume cannot store.
 */
bool is_of_finder(std::string_view name) {
  return name == ".DS_Store" || (name.starts_with("._") && name.size() > 2);
}

/** Whether the file begins like one of macOS (AppleDouble or .DS_Store), not only by its name. */
bool begins_as_of_finder(const OwnFile& file) {
  constexpr std::array<unsigned char, 8> kFinderNotes{0, 0, 0, 1, 'B', 'u', 'd', '1'};
  std::array<unsigned char, 8> head{};
  const std::int64_t count = platform::read_at(file.handle(), head.data(), head.size(), 0);
  return (count == 8 && head == kFinderNotes) || platform::is_apple_double(file.handle());
}

MaybeFault remove_plain_file(const OwnFolder& folder, const std::string& name) {
  OwnFile file;
  Found found = Found::kMissing;
  bool gone = false;
  auto fault = folder.open_file(name, file, found);
  const bool is_ours =
      found == Found::kOurs && (!is_of_finder(name) || begins_as_of_finder(file));
  return fault || !is_ours ? fault : file.remove(gone);
}

/** Whether the entry may go with the test: it belongs to the test's state, or macOS added it. */
bool may_go(const OwnFolder& folder, const std::string& name) {
  if (!is_of_finder(name)) {
    return is_state_name(name);
  }
  OwnFile file;
  Found found = Found::kMissing;
  return !folder.open_file(name, file, found) && found == Found::kOurs &&
         begins_as_of_finder(file);
}

/**
 * Removes the files of macOS' Finder only if no other file is left: a "._" file belongs to the file
 * beside it.
 */
MaybeFault remove_finder_files(const OwnFolder& folder) {
  std::vector<std::string> names;
  RETURN_IF_FAULT(folder.list(names));
  const auto may_all_go = [&folder](const std::string& name) {
    return is_of_finder(name) && may_go(folder, name);
  };
  if (!std::all_of(names.begin(), names.end(), may_all_go)) {
    return std::nullopt;
  }
  for (const std::string& name : names) {
    RETURN_IF_FAULT(remove_plain_file(folder, name));
  }
  return std::nullopt;
}

/** Removes `removal-begun` last: without it a state file says that all of the test is there. */
MaybeFault remove_state(const OwnFolder& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (name != kMarkName) {
      RETURN_IF_FAULT(remove_plain_file(folder, name));
    }
  }
  return remove_plain_file(folder, kMarkName);
}

}  // namespace

MaybeFault remove_test(const RemovalRequest& request, bool& gone) {
  OwnFolder folder;
  Found found = Found::kMissing;
  gone = false;
  if (auto fault = folder.open(request.folder, found); fault || found != Found::kOurs) {
    gone = !fault && found == Found::kMissing;
    return fault;
  }
  bool is_ours = false;
  if (auto fault = compare_state(folder, request.test_id, is_ours); fault || !is_ours) {
    return fault;
  }
  for (const std::string& name : request.mode_names) {
    OwnFolder mode;
    bool mode_is_gone = false;
    RETURN_IF_FAULT(mode.open_inside(folder, name, found));
    if (found != Found::kOurs) {
      continue;
    }
    RETURN_IF_FAULT(empty_mode_folder(mode, folder, request.run));
    RETURN_IF_FAULT(remove_finder_files(mode));
    RETURN_IF_FAULT(mode.remove(mode_is_gone));
  }
  std::vector<std::string> left;
  RETURN_IF_FAULT(folder.list(left));
  // If foreign files keep the folder, the file `removal-begun` stays, too. Without it what is left
  // could be read back, and the drive would be blamed for what was removed.
  const auto may_all_go = [&folder](const std::string& name) { return may_go(folder, name); };
  if (!std::all_of(left.begin(), left.end(), may_all_go)) {
    return std::nullopt;
  }
  RETURN_IF_FAULT(remove_state(folder, left));
  return folder.remove(gone);
}

}  // namespace driveproof::power_cut
