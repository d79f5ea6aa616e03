#include "reader.h"

#include <algorithm>

#include "../engine/aligned_buffer.h"
#include "../engine/file_handle.h"
#include "../engine/transfer.h"
#include "mode_files.h"

namespace driveproof::plug {

namespace {

constexpr std::uint64_t kChunkBytes = 1u << 20;

/** One file whose places have the same size. */
class PlaceReader {
 public:
  PlaceReader(std::uint64_t run, std::uint32_t blocks, unsigned char* buffer, Progress& progress)
      : run_(run), blocks_(blocks), buffer_(buffer), progress_(progress) {}

  /** `most` places at most, `first` being the place of the first. False when it was stopped. */
  bool read(platform::Folder& folder, const std::string& name, Place first, std::uint64_t most,
            PlacesFound& found) {
    platform::Handle handle = platform::kNoHandle;
    if (auto fault = folder.open_for_reading(name, handle, found.around_cache)) {
      found.missing = platform::is_missing(fault->os_code);
      found.fault = std::move(fault);
      return true;
    }
    const FileHandle file(handle);
    if ((found.fault = platform::read_length(handle, found.file_bytes))) {
      return true;
    }
    found.around_cache = platform::drop_cached_pages(handle, found.file_bytes) &&
                         found.around_cache;
    const std::uint64_t count = std::min(most, (found.file_bytes + place_bytes() - 1) /
                                                   place_bytes());
    const std::uint64_t per_chunk = kChunkBytes / place_bytes();
    for (std::uint64_t done = 0; done < count; done += per_chunk) {
      if (progress_.is_stopping()) {
        return false;
      }
      Place place = first;
      place.index += static_cast<std::uint32_t>(done);
      read_chunk(handle, done, std::min(per_chunk, count - done), place, found);
    }
    return true;
  }

 private:
  std::uint64_t place_bytes() const { return std::uint64_t{blocks_} * kBlockBytes; }

  /** All places with one call; where that fails one by one, to learn which cannot be read. */
  void read_chunk(platform::Handle file, std::uint64_t from, std::uint64_t count, Place place,
                  PlacesFound& found) {
    const std::uint64_t offset = from * place_bytes();
    const std::uint64_t there = std::min(count * place_bytes(), found.file_bytes - offset);
    const bool is_read = !read_all(file, buffer_, there, kChunkBytes, offset);
    for (std::uint64_t index = 0; index < count; ++index, ++place.index) {
      const std::uint64_t start = index * place_bytes();
      const std::uint64_t bytes = std::min(place_bytes(), there - start);
      if (!is_read) {
        if (auto fault = read_all(file, buffer_ + start, bytes, place_bytes(), offset + start)) {
          found.places.push_back(all_sectors(kUnreadableSector));
          found.fault = found.fault ? found.fault : fault;
          continue;
        }
      }
      found.places.push_back(interpret(buffer_ + start, bytes, place));
      progress_.add_bytes(bytes);
    }
  }

  RecordFound all_sectors(std::int64_t code) const {
    RecordFound found;
    found.sectors.assign(blocks_ * kSectorsPerBlock, code);
    return found;
  }

  /** A file may end in the middle of a place, even of a sector. */
  RecordFound interpret(unsigned char* data, std::uint64_t bytes, const Place& place) const {
    std::fill(data + bytes, data + place_bytes(), static_cast<unsigned char>(0));
    RecordFound found = read_record(data, blocks_, run_, place);
    for (std::size_t sector = 0; sector < found.sectors.size(); ++sector) {
      if ((sector + 1) * kSectorBytes > bytes) {
        found.sectors[sector] = kAbsentSector;
      }
    }
    return found;
  }

  const std::uint64_t run_;
  const std::uint32_t blocks_;
  unsigned char* const buffer_;
  Progress& progress_;
};

class ModeReader {
 public:
  ModeReader(const Plan& plan, unsigned char* buffer, Progress& progress)
      : plan_(plan),
        slots_(plan.run, plan.slot_blocks, buffer, progress),
        log_(plan.run, 1, buffer, progress) {}

  /** False when it was stopped. */
  bool read(const std::string& path, std::uint8_t writer, ModeFound& found) {
    platform::Folder folder;
    std::vector<std::string> names;
    auto fault = folder.open(path);
    if (!fault) {
      fault = folder.list(names);
    }
    if (fault) {
      found.missing = platform::is_missing(fault->os_code);
      found.fault = std::move(fault);
      return true;
    }
    return slots_.read(folder, kSlotsName, {writer, FileKind::kSlots, 0}, plan_.slot_count,
                       found.slots) &&
           log_.read(folder, kLogName, {writer, FileKind::kLog, 0}, plan_.log_records,
                     found.log) &&
           std::all_of(names.begin(), names.end(), [&](const std::string& name) {
             return read_named(folder, name, writer, found);
           });
  }

 private:
  /** A file that was created or renamed; others are left alone. False when it was stopped. */
  bool read_named(platform::Folder& folder, const std::string& name, std::uint8_t writer,
                  ModeFound& found) {
    const auto number = number_in(name);
    if (!number) {
      return true;
    }
    PlacesFound file;
    if (!slots_.read(folder, name, {writer, FileKind::kName, *number}, 1, file)) {
      return false;
    }
    NamedFound& named = found.names.emplace_back();
    named.name = name;
    if (!file.places.empty()) {
      named.record = std::move(file.places.front());
    } else if (file.fault) {
      named.record.sectors.assign(1, kUnreadableSector);
    } else {
      named.record.sectors.assign(1, kAbsentSector);  // an empty file
    }
    return true;
  }

  /** The number in "17.created" or "17.renamed". */
  static std::optional<std::uint32_t> number_in(const std::string& name) {
    const std::size_t digits = name.find_first_not_of("0123456789");
    constexpr std::size_t kMostDigits = 9;
    if (digits == std::string::npos || digits == 0 || digits > kMostDigits) {
      return std::nullopt;
    }
    const std::string suffix = name.substr(digits);
    if (suffix != kCreatedSuffix && suffix != kRenamedSuffix) {
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(std::stoul(name));
  }

  const Plan& plan_;
  PlaceReader slots_;
  PlaceReader log_;
};

}  // namespace

ReadBackOutcome read_back(const ReadBackRequest& request, Progress& progress) {
  ReadBackOutcome outcome;
  const AlignedBuffer buffer(kChunkBytes, kChunkBytes / 16);
  ModeReader reader(request.plan, buffer.data(), progress);
  for (const std::size_t index : request.modes) {
    const platform::Mode& mode = platform::modes()[index];
    const auto writer = static_cast<std::uint8_t>(outcome.modes.size());
    ModeFound& found = outcome.modes.emplace_back();
    found.mode = &mode;
    if (!buffer) {
      found.fault = Fault{"ENOMEM", "malloc", 0, "not enough memory to read back", {}};
      continue;
    }
    if (!reader.read(folder_of(request.folder, mode), writer, found)) {
      outcome.ended_by = EndedBy::kStopped;
      break;
    }
  }
  return outcome;
}

}  // namespace driveproof::plug
