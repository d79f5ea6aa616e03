#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../platform/file_handle.h"
#include "../platform/folder.h"
#include "../platform/private_folder.h"
#include "capacity_tasks.h"

namespace driveproof {

/**
 * The files that fill a volume, in a new folder. Each is held open from its creation, so that a
 * replaced name never diverts a write and even a moved file can be emptied.
 */
class CapacityFiles {
 public:
  MaybeFault make(const platform::Place& place, const std::string& folder_name);

  const std::string& path() const { return folder_.path(); }

  MaybeFault free_bytes(std::uint64_t& bytes) const { return folder_.free_bytes(bytes); }

  /** Opens a file for writing; `is_new` creates it. `file` is valid while `own` lives. */
  MaybeFault open(std::size_t number, bool is_new, platform::FileHandle& own,
                  platform::Handle& file);

  MaybeFault open_for_reading(std::size_t number, platform::FileHandle& file, bool& around_cache);

  MaybeFault save_all_names() { return names_.save_all_names(); }

  /**
   * Frees the space, removes files and folder, and waits up to 5 s until the file system counts the
   * space as free. `free_before`: free bytes before the first file; `taken`: bytes that the test
   * wrote to new files.
   */
  CapacityRemoveOutcome remove(std::uint64_t free_before, std::uint64_t taken);

 private:
  MaybeFault create(std::size_t number, platform::FileHandle& own);
  void empty(CapacityRemoveOutcome& outcome);
  std::optional<std::uint64_t> missing_bytes(std::uint64_t free_before,
                                             std::uint64_t taken) const;

  platform::PrivateFolder folder_;
  platform::Folder names_;
  std::vector<platform::FileHandle> made_;  // the files held open, from the first one on
  bool holds_more_ = true;
};

}  // namespace driveproof
