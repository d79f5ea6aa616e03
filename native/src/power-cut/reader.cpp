#include "files_work.h"

#include <algorithm>
#include <tuple>

#include "../engine/aligned_buffer.h"
#include "../engine/transfer.h"
#include "../platform/file_handle.h"

namespace driveproof::power_cut {

namespace {

constexpr std::uint64_t kChunkBytes = 1u << 20;

/** Records each code of an error once. */
void note(std::vector<Fault>& faults, const Fault& fault) {
  const auto is_same = [&](const Fault& known) { return known.code == fault.code; };
  if (std::none_of(faults.begin(), faults.end(), is_same)) {
    faults.push_back(fault);
  }
}

/** A file read through the cache, after an uncached reading gave no whole record. */
class CachedWay {
 public:
  CachedWay(platform::Folder& folder, const std::string& name, std::uint64_t file_bytes)
      : folder_(folder), name_(name), file_bytes_(file_bytes) {}

  /** Opens the file at the first call. Returns no handle if that fails; `faults` gets the error. */
  std::optional<platform::Handle> file(std::vector<Fault>& faults) {
    if (!is_tried_) {
      is_tried_ = true;
      if (const auto fault = folder_.open_through_cache(name_, file_)) {
        note(faults, *fault);
      } else {
        platform::drop_cached_pages(file_.get(), file_bytes_);
      }
    }
    return file_.is_open() ? std::optional(file_.get()) : std::nullopt;
  }

 private:
  platform::Folder& folder_;
  const std::string& name_;
  const std::uint64_t file_bytes_;
  bool is_tried_ = false;
  platform::FileHandle file_;
};

/**
 * Of two readings of a record, the better is whole, has more intact or fewer unreadable sectors.
 */
bool gives_more(const RecordFound& one, const RecordFound& other) {
  const auto worth = [](const RecordFound& found) {
    const auto count = [&](auto matches) {
      return std::count_if(found.sectors.begin(), found.sectors.end(), matches);
    };
    return std::tuple(found.whole, count([](std::int64_t code) { return code >= 0; }),
                      -count([](std::int64_t code) { return code == kUnreadableSector; }));
  };
  return worth(one) > worth(other);
}

/** Reads files that consist of places of the same size, each with room for one record. */
class PlaceReader {
 public:
  PlaceReader(std::uint64_t run, std::uint32_t blocks, unsigned char* buffer, Progress& progress,
              std::vector<Fault>& faults)
      : run_(run), blocks_(blocks), buffer_(buffer), progress_(progress), faults_(faults) {}

  /**
   * Reads at most `most` places (each has room for one record), beginning with `first`, into
   * `found`. Returns false if stopped.
   */
  bool read(platform::Folder& folder, const std::string& name, Place first, std::uint64_t most,
            PlacesFound& found) {
    platform::FileHandle file;
    auto fault = folder.open_for_reading(name, file, found.around_cache);
    if (fault && !platform::is_missing(fault->os_code)) {
      // A file counts as broken only if neither way of reading returns it.
      fault = folder.open_through_cache(name, file);
    }
    if (fault) {
      found.missing = platform::is_missing(fault->os_code);
      if (!found.missing) {
        note(faults_, *fault);
      }
      found.fault = std::move(fault);
      return true;
    }
    if ((found.fault = platform::read_length(file.get(), found.file_bytes))) {
      note(faults_, *found.fault);
      return true;
    }
    found.around_cache =
        platform::drop_cached_pages(file.get(), found.file_bytes) && found.around_cache;
    CachedWay cached(folder, name, found.file_bytes);
    const std::uint64_t count = std::min(most, (found.file_bytes + place_bytes() - 1) /
                                                   place_bytes());
    const std::uint64_t per_chunk = kChunkBytes / place_bytes();
    for (std::uint64_t done = 0; done < count; done += per_chunk) {
      if (progress_.is_stopping()) {
        return false;
      }
      Place place = first;
      place.index += static_cast<std::uint32_t>(done);
      read_chunk(file.get(), cached, done, std::min(per_chunk, count - done), place, found);
    }
    return true;
  }

 private:
  std::uint64_t place_bytes() const { return std::uint64_t{blocks_} * kBlockBytes; }

  struct Piece {
    Place place;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;  // fewer than a whole place if the file ends in it
    unsigned char* data = nullptr;
  };

  /**
   * Reads the room of `count` records with one call; if it fails, one record at a time, to find the
   * unreadable ones.
   */
  void read_chunk(platform::Handle file, CachedWay& cached, std::uint64_t from,
                  std::uint64_t count, Place place, PlacesFound& found) {
    const std::uint64_t offset = from * place_bytes();
    const std::uint64_t there = std::min(count * place_bytes(), found.file_bytes - offset);
    const bool is_read = !read_all(file, buffer_, there, kChunkBytes, offset);
    for (std::uint64_t index = 0; index < count; ++index, ++place.index) {
      const std::uint64_t start = index * place_bytes();
      const Piece piece{place, offset + start, std::min(place_bytes(), there - start),
                        buffer_ + start};
      MaybeFault fault;
      RecordFound record =
          is_read ? interpret(piece, piece.bytes) : read_piece(file, piece, fault);
      if (!record.whole) {
        read_again(cached, piece, record, fault, found.around_cache);
      }
      if (!found.fault) {
        found.fault = std::move(fault);
      }
      found.places.push_back(std::move(record));
      progress_.add_bytes(piece.bytes);
    }
  }

  RecordFound read_piece(platform::Handle file, const Piece& piece, MaybeFault& fault) {
    fault = read_all(file, piece.data, piece.bytes, place_bytes(), piece.offset);
    return interpret(piece, fault ? fault->offset.value_or(piece.offset) - piece.offset
                                  : piece.bytes);
  }

  /**
   * Reads a record again, through the cache, and keeps the better of the two readings: a record
   * counts as broken only if no way of reading returns it.
   */
  void read_again(CachedWay& cached, const Piece& piece, RecordFound& record, MaybeFault& fault,
                  bool& around_cache) {
    const auto file = cached.file(faults_);
    if (!file) {
      if (fault) {
        note(faults_, *fault);
      }
      return;
    }
    MaybeFault again_fault;
    RecordFound again = read_piece(*file, piece, again_fault);
    if (again_fault) {
      note(faults_, *again_fault);
    }
    if (gives_more(again, record)) {
      record = std::move(again);
      fault = again_fault ? std::move(fault) : std::nullopt;
      around_cache = false;
    }
  }

  /**
   * Interprets the room of one record, of which the first `readable` bytes were read. The other
   * bytes are unreadable or beyond the end of the file, which may lie in the middle of a record,
   * even of a sector.
   */
  RecordFound interpret(const Piece& piece, std::uint64_t readable) const {
    std::fill(piece.data + readable, piece.data + place_bytes(), static_cast<unsigned char>(0));
    RecordFound found = read_record(piece.data, blocks_, run_, piece.place);
    const std::int64_t rest = readable < piece.bytes ? kUnreadableSector : kAbsentSector;
    for (std::size_t sector = 0; sector < found.sectors.size(); ++sector) {
      if ((sector + 1) * kSectorBytes > readable) {
        found.sectors[sector] = rest;
      }
    }
    return found;
  }

  const std::uint64_t run_;
  const std::uint32_t blocks_;
  unsigned char* const buffer_;
  Progress& progress_;
  std::vector<Fault>& faults_;
};

class ModeReader {
 public:
  ModeReader(const Plan& plan, unsigned char* buffer, Progress& progress,
             std::vector<Fault>& faults)
      : plan_(plan),
        faults_(faults),
        slots_(plan.run, plan.slot_blocks, buffer, progress, faults),
        log_(plan.run, 1, buffer, progress, faults) {}

  /** Reads back the files of one mode. False if stopped. */
  bool read(const std::string& path, std::uint8_t writer, ModeFound& found) {
    platform::Folder folder;
    if (auto fault = folder.open(path)) {
      found.missing = platform::is_missing(fault->os_code);
      if (!found.missing) {
        note(faults_, *fault);
      }
      found.fault = std::move(fault);
      return true;
    }
    if (!slots_.read(folder, kSlotsName, {writer, FileKind::kSlots, 0}, plan_.slot_count,
                     found.slots) ||
        !log_.read(folder, kLogName, {writer, FileKind::kLog, 0}, plan_.log_records, found.log) ||
        !read_names(folder, writer, found)) {
      return false;
    }
    find_newest(found);
    return true;
  }

 private:
  bool read_names(platform::Folder& folder, std::uint8_t writer, ModeFound& found) {
    std::vector<std::string> names;
    const bool is_listed = !folder.list(names);
    if (!is_listed) {
      names = every_name();
    }
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return read_named(folder, name, writer, is_listed, found);
    });
  }

  /** All possible names: in a folder that cannot be listed, files may still be found by name. */
  std::vector<std::string> every_name() const {
    std::vector<std::string> names;
    for (std::uint32_t number = 1; number <= plan_.name_limit; ++number) {
      names.push_back(std::to_string(number) + kCreatedSuffix);
      names.push_back(std::to_string(number) + kRenamedSuffix);
    }
    return names;
  }

  /** Reads a file if its name is one that the test creates or renames to. False if stopped. */
  bool read_named(platform::Folder& folder, const std::string& name, std::uint8_t writer,
                  bool is_listed, ModeFound& found) {
    const auto number = number_in(name);
    if (!number) {
      return true;
    }
    PlacesFound file;
    if (!slots_.read(folder, name, {writer, FileKind::kName, *number}, 1, file)) {
      return false;
    }
    if (file.missing && !is_listed) {
      return true;
    }
    NamedFound& named = found.names.emplace_back();
    named.name = name;
    if (!file.places.empty()) {
      named.record = std::move(file.places.front());
      // The slots count as read around the cache only if every file that tests names was, too.
      found.slots.around_cache = found.slots.around_cache && file.around_cache;
    } else if (file.fault) {
      named.record.sectors.assign(1, kUnreadableSector);
    } else {
      named.record.sectors.assign(1, kAbsentSector);  // an empty file
    }
    return true;
  }

  static void find_newest(ModeFound& found) {
    const RecordFound* newest = nullptr;
    const auto consider = [&newest](const RecordFound& record) {
      if (record.whole && record.order > (newest != nullptr ? newest->order : 0)) {
        newest = &record;
      }
    };
    std::for_each(found.slots.places.begin(), found.slots.places.end(), consider);
    std::for_each(found.log.places.begin(), found.log.places.end(), consider);
    for (const NamedFound& named : found.names) {
      consider(named.record);
    }
    if (newest != nullptr) {
      const ModeNumbers& returned = newest->returned;
      found.newest = {newest->order, newest->elapsed_ns, {returned.begin(), returned.end()}};
    }
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
  std::vector<Fault>& faults_;
  PlaceReader slots_;
  PlaceReader log_;
};

}  // namespace

ReadBackOutcome read_back(const ReadBackRequest& request, Progress& progress) {
  ReadBackOutcome outcome;
  const AlignedBuffer buffer(kChunkBytes, kChunkBytes / 16);
  ModeReader reader(request.plan, buffer.data(), progress, outcome.faults);
  for (const std::size_t index : request.modes) {
    const platform::Mode& mode = platform::modes()[index];
    const auto writer = static_cast<std::uint8_t>(outcome.modes.size());
    ModeFound& found = outcome.modes.emplace_back();
    found.mode = &mode;
    if (!buffer) {
      found.fault = platform::out_of_memory("not enough memory to read back");
      note(outcome.faults, *found.fault);
      continue;
    }
    if (!reader.read(request.folder + "/" + mode.id, writer, found)) {
      outcome.ended_by = EndedBy::kStopped;
      break;
    }
    if (found.newest) {
      found.newest->returned.resize(request.modes.size());
    }
  }
  return outcome;
}

}  // namespace driveproof::power_cut
