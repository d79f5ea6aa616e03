#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "../platform/file_handle.h"
#include "../platform/folder.h"
#include "schedule.h"
#include "tasks.h"

namespace driveproof::power_cut {

// The folder of a test has one folder for each mode, named after the mode, with these files.
inline constexpr const char* kSlotsName = "slots";         // its parts (slots) are overwritten
inline constexpr const char* kLogName = "log";             // records are appended to it
inline constexpr const char* kCreatedSuffix = ".created";  // "7.created": a file made by the test
inline constexpr const char* kRenamedSuffix = ".renamed";  // "7.renamed": the same file, renamed

/** The files of one mode while they are written, and the operations on them. */
class ModeFiles {
 public:
  ModeFiles(const platform::Mode& mode, std::uint8_t writer) : mode_(mode), writer_(writer) {}

  /**
   * Makes the mode's folder and files and tries the mode with one write. Stores a refusal of the
   * mode in `refusal()` and one of its file names in `name_refusal()`; returns any other failure.
   */
  MaybeFault make(const platform::Folder& test_folder, const Plan& plan);

  /** Makes files and names durable with the strongest calls that the system has. */
  MaybeFault save_everything();

  /**
   * Performs one operation including its flush. `data` holds the record composed for the operation;
   * a rename ignores it. If this returns nothing, the operation is acknowledged in this mode.
   */
  MaybeFault perform(const Operation& operation, const Plan& plan, const unsigned char* data);

  /**
   * The file and the position at which an operation writes its record. A rename writes no record;
   * its position is that of the file to rename.
   */
  Place place_of(const Operation& operation) const;

  const platform::Mode& mode() const { return mode_; }
  std::uint8_t writer() const { return writer_; }
  platform::Handle plain_slots() const { return plain_slots_.get(); }
  const MaybeFault& refusal() const { return refusal_; }
  const MaybeFault& name_refusal() const { return name_refusal_; }

 private:
  MaybeFault make_file(const char* name, platform::FileHandle& plain, platform::FileHandle& own);
  MaybeFault probe(const Plan& plan);
  MaybeFault write(platform::Handle file, const unsigned char* data, std::uint32_t blocks,
                   std::uint64_t offset) const;
  MaybeFault create(const Operation& operation, const unsigned char* data);
  MaybeFault rename(const Operation& operation);

  const platform::Mode& mode_;
  std::uint8_t writer_;
  platform::Folder folder_;
  platform::FileHandle plain_slots_;  // opened without the mode's flags
  platform::FileHandle plain_log_;
  platform::FileHandle slots_;
  platform::FileHandle log_;
  MaybeFault refusal_;
  MaybeFault name_refusal_;
};

}  // namespace driveproof::power_cut
