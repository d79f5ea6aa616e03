#include "capacity_session.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "../platform/file_handle.h"
#include "transfer.h"
#include "xxhash64.h"

namespace driveproof {

namespace {

constexpr std::uint64_t kChunkBytes = 1u << 20;
constexpr std::uint64_t kBlockBytes = CapacityContentMaker::kBlockBytes;
/** Bytes between two flushes: few enough that a stop does not wait long for a slow USB stick. */
constexpr std::uint64_t kFlushEveryBytes = 16 * kChunkBytes;
constexpr std::uint64_t kMostRegions = 256;
constexpr std::size_t kMostExtents = 1000;
// The reading ends after this many unreadable blocks: the fault is then certain, and a drive may
// retry each block for half a minute.
constexpr std::uint64_t kMostUnreadable = 16;
constexpr std::size_t kMostFiles = 1u << 14;

bool is_flush(const Fault& fault) {
  const auto flushes = platform::strongest_flushes();
  return std::any_of(flushes.begin(), flushes.end(), [&](const platform::Flush* flush) {
    return fault.syscall == flush->syscall;
  });
}

/** Why the space ran out, by the error of a write or flush; kNotFull if it did not run out. */
CapacityFull full_by(const Fault& fault) {
  // EFBIG is the user's limit (RLIMIT_FSIZE): the files are smaller than file systems' limits.
  if (fault.code == "EDQUOT" || fault.code == "EFBIG" ||
      fault.code == "ERROR_DISK_QUOTA_EXCEEDED" || fault.code == "ERROR_FILE_TOO_LARGE") {
    return CapacityFull::kQuota;
  }
  if (fault.code == "ENOSPC" || fault.code == "ERROR_DISK_FULL" ||
      fault.code == "ERROR_HANDLE_DISK_FULL") {
    return is_flush(fault) ? CapacityFull::kNoRoomAtFlush : CapacityFull::kNoRoom;
  }
  return CapacityFull::kNotFull;
}

/** Records how writing ended. A full volume counts as an end and not as an error. */
void end_by_fault(CapacityWriteOutcome& outcome) {
  outcome.full_because = full_by(*outcome.fault);
  if (outcome.full_because == CapacityFull::kNotFull) {
    outcome.ended_by = EndedBy::kError;
  } else {
    outcome.ended_by = EndedBy::kFull;
    outcome.fault.reset();
  }
}

void make_regions(std::uint64_t bytes, CapacityWriteOutcome& outcome) {
  const std::uint64_t each = (bytes + kMostRegions - 1) / kMostRegions;
  outcome.region_bytes =
      std::max(kChunkBytes, (each + kChunkBytes - 1) / kChunkBytes * kChunkBytes);
  outcome.regions.resize((bytes + outcome.region_bytes - 1) / outcome.region_bytes);
}

CapacityRegion& region_at(std::uint64_t offset, CapacityWriteOutcome& outcome) {
  return outcome.regions[offset / outcome.region_bytes];
}

void count(std::uint64_t offset, std::uint64_t bytes, std::uint64_t elapsed_ns,
           CapacityWriteOutcome& outcome) {
  CapacityRegion& region = region_at(offset, outcome);
  region.bytes += bytes;
  region.elapsed_ns += elapsed_ns;
  outcome.bytes += bytes;
}

struct Unflushed {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint64_t elapsed_ns = 0;
};

bool continues(const CapacityExtent& extent, const CapacityExtent& next) {
  return extent.content == next.content && extent.block + extent.blocks == next.block &&
         (!extent.found_block || *extent.found_block + extent.blocks == next.found_block);
}

}  // namespace

std::span<const char* const> capacity_file_names() {
  // The list is never destroyed: a session's thread may still use it when the process calls exit().
  static const std::span<const char* const> names = [] {
    constexpr std::size_t kNameBytes = 16;
    auto* const texts = new char[kMostFiles][kNameBytes];
    auto* const all = new const char*[kMostFiles];
    for (std::size_t number = 0; number < kMostFiles; ++number) {
      std::snprintf(texts[number], kNameBytes, "%05u.dat", static_cast<unsigned>(number + 1));
      all[number] = texts[number];
    }
    return std::span<const char* const>(all, kMostFiles);
  }();
  return names;
}

CapacityPrepareOutcome CapacityTasks::perform(const CapacityPrepareRequest& request,
                                              Progress& progress) {
  progress.begin(TaskKind::kPreparing, 0);
  CapacityPrepareOutcome outcome;
  content_ = CapacityContentMaker(request.seed);
  file_bytes_ = request.file_bytes;
  chunk_ = AlignedBuffer(kChunkBytes, kChunkBytes / 16);
  expected_ = AlignedBuffer(kBlockBytes, kBlockBytes);
  if (!chunk_ || !expected_) {
    outcome.fault = platform::out_of_memory("not enough memory to fill the drive");
    return outcome;
  }
  auto files = std::make_unique<CapacityFiles>();
  outcome.fault = files->make(request.place, request.folder_name);
  if (!outcome.fault) {
    outcome.fault = files->free_bytes(outcome.free_bytes);
  }
  platform::VolumeSpace space;
  if (!outcome.fault && !platform::volume_space(files->path(), space)) {
    outcome.space = space;
  }
  if (!outcome.fault) {
    free_before_ = outcome.free_bytes;
    files_ = std::move(files);
  }
  return outcome;
}

CapacityWriteOutcome CapacityTasks::perform(const CapacityFillRequest& request,
                                            Progress& progress) {
  reserve_bytes_ = request.reserve_bytes;
  CapacityWriteOutcome outcome = write(request.bytes, true, progress);
  filled_bytes_ = outcome.bytes;
  return outcome;
}

CapacityWriteOutcome CapacityTasks::perform(const CapacityRewriteRequest& request,
                                            Progress& progress) {
  CapacityWriteOutcome outcome =
      write(std::min(request.bytes, filled_bytes_), false, progress);
  rewritten_bytes_ = outcome.bytes;
  touched_bytes_ = outcome.ended_by == EndedBy::kComplete ? outcome.bytes
                                                          : std::min(request.bytes, filled_bytes_);
  return outcome;
}

CapacityWriteOutcome CapacityTasks::write(std::uint64_t bytes, bool is_new, Progress& progress) {
  CapacityWriteOutcome outcome;
  progress.begin(TaskKind::kWriting, bytes);
  make_regions(bytes, outcome);
  const std::uint64_t start = platform::monotonic_ns();
  write_files(bytes, is_new, progress, outcome);
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  std::uint64_t left = 0;
  if (!files_->free_bytes(left)) {
    outcome.left_bytes = left;
  }
  outcome.system_call = std::string(platform::kWriteCall) + " + " +
                        platform::strongest_flushes().front()->text;
  return outcome;
}

void CapacityTasks::write_files(std::uint64_t bytes, bool is_new, Progress& progress,
                                CapacityWriteOutcome& outcome) {
  for (std::uint64_t from = 0; from < bytes; from += file_bytes_) {
    const std::uint64_t to = std::min(bytes, from + file_bytes_);
    const std::uint64_t number = from / file_bytes_;
    if (number >= kMostFiles) {
      outcome.ended_by = EndedBy::kFull;
      outcome.full_because = CapacityFull::kFiles;
      return;
    }
    platform::Handle handle = platform::kNoHandle;
    platform::FileHandle file;  // keeps the file open if files_ does not hold it open
    outcome.fault = files_->open(number, is_new, file, handle);
    if (!outcome.fault) {
      outcome.fault = write_file(handle, from, to, is_new ? 1 : 2, progress, outcome);
    }
    if (outcome.fault) {
      end_by_fault(outcome);
      return;
    }
    platform::drop_cached_pages(handle, to - from);
    if (outcome.ended_by == EndedBy::kFull) {
      return;
    }
    if (progress.is_stopping() && outcome.bytes < bytes) {
      outcome.ended_by = EndedBy::kStopped;
      return;
    }
  }
  if ((outcome.fault = files_->save_all_names())) {
    end_by_fault(outcome);
  }
}

/**
 * Writes this file's bytes from `from` to `to` (offsets over all files). Ends early on a stop.
 * Bytes count once a flush has covered them, and never after a failed flush: the next flush may
 * succeed although the data is gone (https://www.usenix.org/conference/atc20/presentation/rebello).
 */
MaybeFault CapacityTasks::write_file(platform::Handle file, std::uint64_t from, std::uint64_t to,
                                     std::uint64_t pass, Progress& progress,
                                     CapacityWriteOutcome& outcome) {
  std::vector<Unflushed> unflushed;
  const auto flush = [&]() -> MaybeFault {
    if (unflushed.empty()) {
      return std::nullopt;
    }
    const std::uint64_t start = platform::monotonic_ns();
    if (auto fault = platform::flush_strongest(file)) {
      fault->offset = unflushed.front().offset;
      return fault;
    }
    unflushed.back().elapsed_ns += platform::monotonic_ns() - start;
    for (const Unflushed& written : unflushed) {
      count(written.offset, written.bytes, written.elapsed_ns, outcome);
    }
    unflushed.clear();
    return std::nullopt;
  };
  for (std::uint64_t at = from; at < to && !progress.is_stopping(); at += kChunkBytes) {
    const std::uint64_t bytes = std::min(kChunkBytes, to - at);
    MaybeFault unknown;
    if (pass == 1 && !has_room_for(bytes, unknown)) {
      outcome.ended_by = EndedBy::kFull;
      if (unknown) {
        return unknown;
      }
      break;
    }
    for (std::uint64_t done = 0; done < bytes; done += kBlockBytes) {
      content_.compose(chunk_.data() + done, (at + done) / kBlockBytes, pass);
    }
    const std::uint64_t start = platform::monotonic_ns();
    auto fault = write_all(file, chunk_.data(), static_cast<std::uint32_t>(bytes), at - from);
    if (fault) {
      fault->offset = at;
      // If the space ran out, flushes the data written before: only flushed data counts.
      auto lost = full_by(*fault) == CapacityFull::kNotFull ? std::nullopt : flush();
      return lost ? lost : fault;
    }
    taken_bytes_ += pass == 1 ? bytes : 0;
    unflushed.push_back({at, bytes, platform::monotonic_ns() - start});
    progress.add_bytes(bytes);
    if (unflushed.size() * kChunkBytes >= kFlushEveryBytes && (fault = flush())) {
      return fault;
    }
  }
  return flush();
}

/**
 * Whether the volume has room for `bytes` more; asked before each write, because other programs
 * write, too.
 */
bool CapacityTasks::has_room_for(std::uint64_t bytes, MaybeFault& fault) const {
  std::uint64_t free = 0;
  fault = files_->free_bytes(free);
  return !fault && free >= reserve_bytes_ + bytes;
}

CapacityReadOutcome CapacityTasks::perform(const CapacityReadRequest& request, Progress& progress) {
  CapacityReadOutcome outcome;
  const std::uint64_t end = std::min(filled_bytes_, request.from_bytes + request.bytes);
  const CapacityReadRequest read{request.from_bytes, end - std::min(end, request.from_bytes)};
  progress.begin(TaskKind::kReading, read.bytes);
  make_regions(filled_bytes_, outcome);
  outcome.around_cache = true;
  outcome.system_call = platform::kReadCall;
  const std::uint64_t start = platform::monotonic_ns();
  read_files(read, progress, outcome);
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  return outcome;
}

void CapacityTasks::read_files(const CapacityReadRequest& request, Progress& progress,
                               CapacityReadOutcome& outcome) {
  const std::uint64_t end = request.from_bytes + request.bytes;
  for (std::uint64_t at = request.from_bytes; at < end;) {
    const std::uint64_t number = at / file_bytes_;
    const std::uint64_t to = std::min(end, (number + 1) * file_bytes_);
    platform::FileHandle file;
    bool around_cache = false;
    outcome.fault = files_->open_for_reading(number, file, around_cache);
    if (outcome.fault) {
      outcome.ended_by = EndedBy::kError;
      return;
    }
    const platform::Handle handle = file.get();
    const bool dropped = platform::drop_cached_pages(handle, file_bytes_);
    outcome.around_cache = outcome.around_cache && around_cache && dropped;
    if (!read_file(handle, at, to, progress, outcome)) {
      outcome.ended_by = outcome.fault ? EndedBy::kError : EndedBy::kStopped;
      return;
    }
    at = to;
  }
  // One failed read makes the task end as an error, even if a second attempt returned everything.
  if (outcome.fault) {
    outcome.ended_by = EndedBy::kError;
  }
}

/** Reads and compares this range of one file. False ends the reading. */
bool CapacityTasks::read_file(platform::Handle file, std::uint64_t from, std::uint64_t to,
                              Progress& progress, CapacityReadOutcome& outcome) {
  const std::uint64_t file_begin = from / file_bytes_ * file_bytes_;
  for (std::uint64_t at = from; at < to; at += kChunkBytes) {
    if (progress.is_stopping()) {
      return false;
    }
    const std::uint64_t bytes = std::min(kChunkBytes, to - at);
    const std::uint64_t start = platform::monotonic_ns();
    auto fault = read_all(file, chunk_.data(), bytes, bytes, at - file_begin);
    const std::uint64_t elapsed_ns = platform::monotonic_ns() - start;
    if (!fault) {
      compare(chunk_.data(), at, bytes, outcome);
    } else {
      fault->offset = at;
      const bool may_go_on = platform::is_read_failure(fault->os_code);
      outcome.fault = outcome.fault ? outcome.fault : fault;
      if (!may_go_on || !read_block_by_block(file, at, bytes, outcome)) {
        return false;
      }
    }
    count(at, bytes, elapsed_ns, outcome);
    progress.add_bytes(bytes);
  }
  return true;
}

/** Reads a range again block by block after one long read of it failed. False ends the reading. */
bool CapacityTasks::read_block_by_block(platform::Handle file, std::uint64_t from,
                                        std::uint64_t bytes, CapacityReadOutcome& outcome) {
  const std::uint64_t file_begin = from / file_bytes_ * file_bytes_;
  for (std::uint64_t at = from; at < from + bytes; at += kBlockBytes) {
    const auto fault =
        read_all(file, chunk_.data(), kBlockBytes, kBlockBytes, at - file_begin);
    if (!fault) {
      compare(chunk_.data(), at, kBlockBytes, outcome);
      continue;
    }
    ++outcome.unreadable_blocks;
    note({at / kBlockBytes, 1, CapacityContent::kUnreadable, 0}, outcome);
    if (!platform::is_read_failure(fault->os_code) ||
        outcome.unreadable_blocks >= kMostUnreadable) {
      return false;
    }
  }
  return true;
}

void CapacityTasks::compare(const unsigned char* found, std::uint64_t from, std::uint64_t bytes,
                            CapacityReadOutcome& outcome) {
  for (std::uint64_t done = 0; done < bytes; done += kBlockBytes) {
    const std::uint64_t offset = from + done;
    const std::uint64_t block = offset / kBlockBytes;
    const bool is_either = offset >= rewritten_bytes_ && offset < touched_bytes_;
    if ((is_either && holds(found + done, block, 2)) ||
        holds(found + done, block, pass_of(offset))) {
      continue;
    }
    note(content_.classify(found + done, expected_.data(), block), outcome);
  }
}

bool CapacityTasks::holds(const unsigned char* found, std::uint64_t block, std::uint64_t pass) {
  content_.compose(expected_.data(), block, pass);
  return std::memcmp(found, expected_.data(), kBlockBytes) == 0;
}

void CapacityTasks::note(const CapacityExtent& bad, CapacityReadOutcome& outcome) {
  ++outcome.bad_blocks;
  if (bad.content == CapacityContent::kDamaged) {
    ++outcome.damaged_blocks;
  }
  if (bad.content != CapacityContent::kUnreadable) {
    CapacityRegion& region = region_at(bad.block * kBlockBytes, outcome);
    region.first_lost_block = region.first_lost_block.value_or(bad.block);
    ++region.lost_blocks;
  }
  auto& extents = outcome.extents;
  if (!extents.empty() && continues(extents.back(), bad)) {
    ++extents.back().blocks;
  } else if (extents.size() < kMostExtents) {
    extents.push_back(bad);
  }
}

CapacityRemoveOutcome CapacityTasks::perform(const CapacityRemoveRequest&, Progress& progress) {
  progress.begin(TaskKind::kDraining, 0);
  CapacityRemoveOutcome outcome = files_->remove(free_before_, taken_bytes_);
  files_.reset();
  return outcome;
}

CapacityHashOutcome CapacityTasks::perform(const CapacityHashRequest& request, Progress&) {
  CapacityHashOutcome outcome;
  platform::FileHandle file;
  outcome.fault =
      platform::open_old_file(request.path, files_->path(), file, outcome.around_cache);
  if (outcome.fault) {
    return outcome;
  }
  const std::uint64_t end = request.from_bytes + request.bytes;
  outcome.around_cache =
      platform::drop_cached_pages(file.get(), end) && outcome.around_cache;
  outcome.fault =
      read_all(file.get(), chunk_.data(), request.bytes, request.bytes, request.from_bytes);
  if (outcome.fault) {
    return outcome;
  }
  outcome.hash = xxhash64(chunk_.data(), request.bytes);
  for (std::uint64_t done = 0; done < request.bytes; done += kBlockBytes) {
    outcome.own_blocks += content_.is_own(chunk_.data() + done) ? 1 : 0;
  }
  return outcome;
}

CloseOutcome CapacityTasks::finish() {
  CloseOutcome outcome;
  if (files_) {
    const CapacityRemoveOutcome removed = files_->remove(free_before_, taken_bytes_);
    outcome.fault = removed.fault;
    if (removed.folder) {
      outcome.folders.push_back(*removed.folder);
    }
    files_.reset();
  }
  return outcome;
}

}  // namespace driveproof
