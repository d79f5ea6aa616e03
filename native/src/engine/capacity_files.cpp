#include "capacity_files.h"

#include <algorithm>
#include <string>
#include <utility>

namespace driveproof {

namespace {

/** Most files held open at a time: half the number that many systems allow a process. */
constexpr std::size_t kMostHeld = 512;

bool has_no_handles_left(const Fault& fault) {
  return fault.code == "EMFILE" || fault.code == "ENFILE" ||
         fault.code == "ERROR_TOO_MANY_OPEN_FILES";
}

const char* name_of(std::size_t number) { return capacity_file_names()[number]; }

}  // namespace

MaybeFault CapacityFiles::make(const platform::Place& place, const std::string& folder_name) {
  RETURN_IF_FAULT(folder_.create(place, folder_name, capacity_file_names()));
  // Tries to switch off copy-on-write and its checksums. If the file system refuses, blocks that
  // the drive lost show as read errors.
  folder_.overwrite_in_place();
  return names_.open(folder_);
}

MaybeFault CapacityFiles::open(std::size_t number, bool is_new, platform::FileHandle& own,
                               platform::Handle& file) {
  if (!is_new && number < made_.size()) {
    file = made_[number].get();
    return std::nullopt;
  }
  auto fault = is_new ? create(number, own) : names_.open_file(name_of(number), 0, own);
  file = own.get();
  if (!fault && is_new && holds_more_ && number == made_.size() && number < kMostHeld) {
    made_.push_back(std::move(own));
  }
  return fault;
}

MaybeFault CapacityFiles::create(std::size_t number, platform::FileHandle& own) {
  auto fault = names_.create(name_of(number), 0, own);
  if (fault && has_no_handles_left(*fault) && !made_.empty()) {
    made_.clear();
    holds_more_ = false;
    fault = names_.create(name_of(number), 0, own);
  }
  return fault;
}

MaybeFault CapacityFiles::open_for_reading(std::size_t number, platform::FileHandle& file,
                                           bool& around_cache) {
  platform::FileId id;
  const bool is_held = number < made_.size();
  // Reads the file's inode number again: on FAT and exFAT the number changes when the file gets its
  // first cluster.
  if (is_held) {
    RETURN_IF_FAULT(platform::identify(made_[number].get(), id));
  }
  return names_.open_for_reading(name_of(number), file, around_cache, is_held ? &id : nullptr);
}

CapacityRemoveOutcome CapacityFiles::remove(std::uint64_t free_before, std::uint64_t taken) {
  CapacityRemoveOutcome outcome;
  empty(outcome);
  if (auto fault = folder_.remove()) {
    outcome.folder = folder_.whereabouts();
    outcome.fault = outcome.fault ? outcome.fault : std::move(fault);
  }
  outcome.missing_bytes = missing_bytes(free_before, taken);
  return outcome;
}

/** Truncates the files while open, so that even one that was moved or linked frees its space. */
void CapacityFiles::empty(CapacityRemoveOutcome& outcome) {
  const std::string folder = folder_.whereabouts() + platform::kSeparator;
  for (std::size_t number = 0; number < made_.size(); ++number) {
    const platform::Handle file = made_[number].get();
    const std::string path = platform::whereabouts(file);
    if (!path.empty() && path != folder + name_of(number)) {
      outcome.moved.push_back(path);
    }
    const std::int64_t error = platform::truncate(file, 0);
    if (error != 0 && !outcome.fault) {
      outcome.fault = platform::describe(platform::kTruncateCall, error);
    }
  }
  // Some file systems keep the name of an open file, so the files are closed before removal.
  made_.clear();
}

/**
 * The bytes that did not become free again; empty if the free space cannot be read. At most
 * `taken`, because other programs must have used any excess.
 */
std::optional<std::uint64_t> CapacityFiles::missing_bytes(std::uint64_t free_before,
                                                          std::uint64_t taken) const {
  // Fewer missing bytes count as none: folders and journals keep a little, other programs write.
  constexpr std::uint64_t kLeast = 16u << 20;
  constexpr int kLooks = 50;
  const std::uint64_t tolerated = std::max(kLeast, taken / 20);
  std::uint64_t missing = 0;
  for (int look = 0; look < kLooks; ++look) {
    std::uint64_t free = 0;
    if (folder_.free_bytes(free)) {
      return std::nullopt;
    }
    missing = std::min(taken, free_before > free ? free_before - free : 0);
    if (missing <= tolerated) {
      return 0;
    }
    if (look == 0) {
      folder_.settle();
    }
    platform::sleep_ns(100'000'000);
  }
  return missing;
}

}  // namespace driveproof
