#include "drive.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "state.h"

Drive drive;

const char* const kFlawNames[kFlawCount] = {"none",      "corrupt",    "lose",
                                            "misdirect", "unreadable", "fail-write"};

static uint64_t clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

static void sleep_until(uint64_t ns) {
  const struct timespec until = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
}

void* sparse(uint64_t bytes) {
  void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int drive_make(uint64_t bytes, int forward_fd) {
  if (bytes == 0 || bytes % kDriveBlockBytes != 0) {
    return EINVAL;
  }
  const uint64_t blocks = bytes / kDriveBlockBytes;
  drive.bytes = bytes;
  drive.current = sparse(bytes);
  drive.kept = sparse(bytes);
  drive.is_dirty = sparse(blocks);
  drive.dirty = sparse(blocks * sizeof *drive.dirty);
  drive.dirty_since_ns = sparse(blocks * sizeof *drive.dirty_since_ns);
  drive.forward_fd = forward_fd;
  drive.forward_every = 1;
  return drive.current && drive.kept && drive.is_dirty && drive.dirty && drive.dirty_since_ns &&
                 places_make(blocks)
             ? 0
             : ENOMEM;
}

uint64_t drive_bytes(void) { return drive.bytes; }

static void record_event(const char* flaw, uint64_t offset) {
  if (drive.event_count == kMaxEvents) {
    return;
  }
  Event* event = &drive.events[drive.event_count++];
  event->flaw = flaw;
  event->offset = offset;
  memcpy(event->stamp, drive.last_stamp, kStampBytes);
}

static bool covers_flaw(size_t bytes, uint64_t offset) {
  return drive.flaw_is_placed && offset < drive.flaw_offset + kDriveBlockBytes &&
         offset + bytes > drive.flaw_offset;
}

int fail(int error) {
  ++drive.failed_calls;
  return -error;
}

int64_t drive_read(void* target, size_t bytes, uint64_t offset) {
  if (offset >= drive.bytes) {
    return 0;
  }
  if (bytes > drive.bytes - offset) {
    bytes = drive.bytes - offset;
  }
  if (drive.is_off || (drive.flaw == kUnreadable && covers_flaw(bytes, offset))) {
    return fail(EIO);
  }
  memcpy(target, drive.current + offset, bytes);
  if (drive.slow_read_ns != 0 && drive.marked_blocks > 0) {
    sleep_until(now_ns() + drive.slow_read_ns);
  }
  const int error = places_read(target, bytes, offset);
  return error != 0 ? error : (int64_t)bytes;
}

/** Stores data in the cache, or permanently if the drive has no cache. */
static void store(const unsigned char* data, size_t bytes, uint64_t offset) {
  memcpy(drive.current + offset, data, bytes);
  if (drive.is_without_cache) {
    memcpy(drive.kept + offset, data, bytes);
    return;
  }
  const uint64_t block = offset / kDriveBlockBytes;
  if (!drive.is_dirty[block]) {
    drive.is_dirty[block] = 1;
    drive.dirty_since_ns[block] = now_ns();
    drive.dirty[drive.dirty_count++] = (uint32_t)block;
  }
}

/**
 * Counts the written blocks that begin with the mark of a test file. The `flaw_at`-th such block
 * gets the flaw.
 */
static void count_marked(const unsigned char* data, uint64_t offset) {
  memcpy(drive.last_stamp, data, kStampBytes);
  if (++drive.marked_blocks == drive.flaw_at && drive.flaw != kNone) {
    drive.flaw_is_placed = true;
    drive.flaw_offset = offset;
    record_event(kFlawNames[drive.flaw], offset);
  }
  if (drive.marked_blocks == drive.full_after) {
    record_event("full", offset);
  }
  if (drive.marked_blocks == drive.slow_after) {
    record_event("slow", offset);
  }
  if (!covers_flaw(kDriveBlockBytes, offset)) {
    drive.previous_offset = offset;
  }
}

static void keep_block(uint32_t block) {
  const uint64_t offset = (uint64_t)block * kDriveBlockBytes;
  memcpy(drive.kept + offset, drive.current + offset, kDriveBlockBytes);
  drive.is_dirty[block] = 0;
}

/**
 * Makes blocks permanent that have been in the cache for `destage_ns`, the oldest first, as a real
 * drive does without a flush.
 */
static void destage(void) {
  if (drive.destage_ns == 0) {
    return;
  }
  const uint64_t now = now_ns();
  uint64_t done = 0;
  while (done < drive.dirty_count &&
         drive.dirty_since_ns[drive.dirty[done]] + drive.destage_ns <= now) {
    keep_block(drive.dirty[done++]);
  }
  drive.dirty_count -= done;
  memmove(drive.dirty, drive.dirty + done, drive.dirty_count * sizeof *drive.dirty);
}

uint64_t drive_temperature(void) {
  const uint64_t celsius = drive.start_mc + drive.warming_mc * (drive.worked_ns / 1000000) / 1000;
  return celsius < kLimitMilliCelsius + 1000 ? celsius : kLimitMilliCelsius + 1000;
}

/**
 * Delay of a block by heat: none up to `fade_mc` below the limit, `throttle_ns` at the limit, and
 * in between in proportion to the temperature.
 */
static uint64_t throttle_ns(void) {
  const uint64_t celsius = drive_temperature();
  const uint64_t from = kLimitMilliCelsius - drive.fade_mc;
  if (celsius < from) {
    return 0;
  }
  return celsius >= kLimitMilliCelsius ? drive.throttle_ns
                                       : drive.throttle_ns * (celsius - from) / drive.fade_mc;
}

/** Stores at most one block, without crossing a block's boundary. */
static int store_block(const unsigned char* data, size_t bytes, uint64_t offset) {
  if (drive.has_mark && bytes == kDriveBlockBytes && memcmp(data, drive.mark, kMarkBytes) == 0) {
    count_marked(data, offset);
  }
  places_write(data, bytes, offset);
  if (drive.full_after != 0 && drive.marked_blocks >= drive.full_after) {
    return fail(ENOSPC);
  }
  if (drive.slow_after != 0 && drive.marked_blocks >= drive.slow_after) {
    if (drive.slowed_after == 0) {
      drive.slowed_after = drive.marked_blocks;
    }
    sleep_until(now_ns() + drive.slow_block_ns);
  }
  if (drive.throttle_ns != 0 && drive.marked_blocks > 0 && throttle_ns() > 0) {
    if (drive.slowed_after == 0) {
      drive.slowed_after = drive.marked_blocks;
    }
    sleep_until(now_ns() + throttle_ns());
  }
  switch (covers_flaw(bytes, offset) ? drive.flaw : kNone) {
    case kCorrupt: {
      unsigned char bad[kDriveBlockBytes];
      memcpy(bad, data, bytes);
      bad[bytes / 2] ^= 0x10;
      store(bad, bytes, offset);
      return 0;
    }
    case kLose:
      return 0;
    case kMisdirect:
      store(data, bytes, drive.previous_offset);
      return 0;
    case kFailWrite:
      return fail(EIO);
    default:
      store(data, bytes, offset);
      return 0;
  }
}

int64_t drive_write(const void* data, size_t bytes, uint64_t offset) {
  if (drive.is_off) {
    return fail(EIO);
  }
  if (offset > drive.bytes || bytes > drive.bytes - offset) {
    return fail(ENOSPC);
  }
  destage();
  ++drive.writes;
  const unsigned char* source = data;
  for (size_t done = 0; done < bytes;) {
    const size_t room = kDriveBlockBytes - (offset + done) % kDriveBlockBytes;
    const size_t part = room < bytes - done ? room : bytes - done;
    const int error = store_block(source + done, part, offset + done);
    if (error != 0) {
      return error;
    }
    done += part;
  }
  return (int64_t)bytes;
}

void drive_write_out(void) {
  for (uint64_t index = 0; index < drive.dirty_count; ++index) {
    keep_block(drive.dirty[index]);
  }
  drive.dirty_count = 0;
}

/** Records a flush among the longest: if the list is full, it replaces the shortest. */
static void record_flush(LongFlush flush) {
  if (drive.long_flush_count < kMaxLongFlushes) {
    drive.long_flushes[drive.long_flush_count++] = flush;
    return;
  }
  LongFlush* shortest = drive.long_flushes;
  for (LongFlush* each = shortest; each < drive.long_flushes + kMaxLongFlushes; ++each) {
    if (each->elapsed_ns < shortest->elapsed_ns) {
      shortest = each;
    }
  }
  if (flush.elapsed_ns > shortest->elapsed_ns) {
    *shortest = flush;
  }
}

/**
 * A pseudo-random delay for each flush, the same in every run; the multiplier is that of
 * splitmix64.
 */
static uint64_t jitter_ns(uint64_t number) {
  const uint64_t mixed = (number * 0xbf58476d1ce4e5b9u) >> 32;
  return drive.jitter_ns == 0 ? 0 : mixed % drive.jitter_ns;
}

int drive_flush(void) {
  if (drive.is_off) {
    return fail(EIO);
  }
  const uint64_t started_at_ns = clock_ns(CLOCK_REALTIME);
  const uint64_t start = now_ns();
  const uint64_t number = ++drive.flushes;
  if (number == drive.failing_flush) {
    record_event("fail-flush", 0);
    return fail(EIO);
  }
  const bool is_forwarded = drive.forward_every != 0 && number % drive.forward_every == 0;
  if (is_forwarded && drive.forward_fd >= 0) {
    if (fsync(drive.forward_fd) != 0) {
      return fail(errno);
    }
    ++drive.forwarded_flushes;
  }
  const bool is_honoured = drive.honours_every == 0 || number % drive.honours_every == 0;
  if (!drive.ignores_flush && is_honoured) {
    drive_write_out();
  }
  const bool is_stalling = drive.stall_every != 0 && number % drive.stall_every == 0;
  drive.stalls += is_stalling;
  // The time of passing the flush on to the disk below counts as part of the drive's flush.
  sleep_until(start + (is_stalling ? drive.stall_ns : drive.flush_ns) + jitter_ns(number));
  const uint64_t elapsed_ns = now_ns() - start;
  drive.worked_ns += elapsed_ns;
  record_flush((LongFlush){started_at_ns, elapsed_ns});
  if (number <= kMaxFlushTimes) {
    drive.flush_times_ns[number - 1] = elapsed_ns;
  }
  return 0;
}

uint64_t drive_cuts(void) { return drive.cuts; }

void drive_cut_power(void) {
  ++drive.cuts;
  destage();
  drive.is_off = true;
  for (uint64_t index = 0; index < drive.dirty_count; ++index) {
    const uint64_t offset = (uint64_t)drive.dirty[index] * kDriveBlockBytes;
    memcpy(drive.current + offset, drive.kept + offset, kDriveBlockBytes);
    drive.is_dirty[drive.dirty[index]] = 0;
  }
  drive.dirty_count = 0;
}
