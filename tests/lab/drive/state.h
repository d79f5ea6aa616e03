#ifndef DRIVEPROOF_LAB_STATE_H
#define DRIVEPROOF_LAB_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "drive.h"

// The state that drive.c, places.c and control.c share; no other file includes this header.

enum { kMaxFlushTimes = 1 << 18, kMaxEvents = 16, kMaxLongFlushes = 32, kMarkBytes = 8, kMaxStretches = 4 };

/** What goes wrong with the block that has the flaw. */
typedef enum {
  kNone,
  kCorrupt,     // a bit of the written data is inverted
  kLose,        // the written data is not stored
  kMisdirect,   // the written data is stored in another block
  kUnreadable,  // every read fails
  kFailWrite,   // every write fails
  kFlawCount
} Flaw;

/** What happens to blocks beyond the true size of a drive that is smaller than it says. */
typedef enum {
  kNotFalse,
  kWrap,         // blocks beyond the true size overwrite the blocks from `false_from` on
  kLoseAll,      // no block beyond the true size is stored
  kEverySecond,  // every second block beyond the true size is not stored
} Falsehood;

/** What a read returns for a block that the drive has not stored. */
typedef enum { kZeros, kOnes, kOld, kError } Answer;

/**
 * The owner of a block. Only blocks of files are ever lost, so that the file system stays whole.
 */
typedef enum { kNoFile, kTestFile, kOldFile } Owner;

/** A stretch of test-file blocks that the drive loses although it has its full size. */
typedef struct {
  uint64_t from, count;
  Answer answer;
  bool is_elsewhere;  // these blocks overwrite other blocks
} Stretch;

extern const char* const kFlawNames[kFlawCount];

/**
 * An error that the drive made, with the stamp of the last marked block that was written before.
 */
typedef struct {
  const char* flaw;
  uint64_t offset;
  unsigned char stamp[kStampBytes];
} Event;

/** One of the longest flushes, by wall-clock time, as in the inspection's report. */
typedef struct {
  uint64_t started_at_ns;
  uint64_t elapsed_ns;
} LongFlush;

typedef struct {
  uint64_t bytes;
  unsigned char* current;  // the data that reads return
  unsigned char* kept;     // the data that survives a loss of power
  unsigned char* is_dirty;
  uint32_t* dirty;           // dirty blocks, in the order in which they became dirty
  uint64_t* dirty_since_ns;  // for each block
  uint64_t dirty_count;
  int forward_fd;

  // The behaviour of the drive that control lines can set.
  bool is_off;
  uint64_t cuts;
  bool is_without_cache;
  bool ignores_flush;
  uint64_t honours_every;  // the drive obeys every n-th flush; 0 and 1: all
  uint64_t destage_ns;     // a dirty block is written out by itself after this time; 0: never
  uint64_t forward_every;  // 1: each flush is passed on; 2: every other; 0: none
  uint64_t flush_ns;
  uint64_t stall_every, stall_ns;        // every n-th flush takes `stall_ns`
  uint64_t slow_after, slow_block_ns;    // marked blocks until every block is delayed; the delay
  uint64_t full_after;                   // marked blocks until the drive is full
  uint64_t jitter_ns;                    // largest pseudo-random delay of a flush
  // The drive warms up while it flushes, and slows down towards its limit; see drive_temperature().
  uint64_t start_mc, warming_mc;         // temperature; rise per second of work; millidegrees
  uint64_t throttle_ns, fade_mc;         // delay of a block at the limit; range with smaller delays
  uint64_t worked_ns;                    // time in flushes since the last "arm"
  uint64_t failing_flush;
  unsigned char mark[kMarkBytes];
  bool has_mark;

  // The block with the flaw: the one to which the `flaw_at`-th marked write went.
  Flaw flaw;
  uint64_t flaw_at;
  bool flaw_is_placed;
  uint64_t flaw_offset;
  uint64_t previous_offset;  // offset of the last marked block before the flawed one
  unsigned char last_stamp[kStampBytes];

  // The rules by which the drive chooses the address of each block; see places.c.
  unsigned char old_mark[kMarkBytes];
  bool has_old_mark;
  Falsehood falsehood;
  bool is_by_address;
  Answer answer;
  uint64_t false_size, false_from;  // in blocks
  uint64_t half_kept;               // stored bytes of the block at the true size
  bool is_ciphered;
  uint64_t cached_blocks;           // number of last written blocks that are read from memory
  Stretch stretches[kMaxStretches];
  uint64_t stretch_count;
  uint64_t slow_read_ns;            // delay of each read of a test file's block

  // What the drive did since the last "arm".
  uint64_t writes, marked_blocks, flushes, forwarded_flushes, stalls, failed_calls;
  bool has_been_read;     // any block of a test file
  uint64_t lost_blocks;   // lost blocks of test files when the first such block was read
  uint64_t slowed_after;  // marked blocks before the first slow one; 0: none was slow
  uint64_t flush_times_ns[kMaxFlushTimes];
  LongFlush long_flushes[kMaxLongFlushes];
  uint64_t long_flush_count;
  Event events[kMaxEvents];
  uint64_t event_count;
} Drive;

extern Drive drive;

/** Counts a failed call. Returns the error as a negative number. */
int fail(int error);

/** Reserves memory of which only written pages are allocated; NULL if the system refuses. */
void* sparse(uint64_t bytes);

/** Allocates the tables with the addresses of this many blocks. False: not enough memory. */
bool places_make(uint64_t blocks);

/** Writes at most one block, without crossing a block's boundary. */
void places_write(const unsigned char* data, size_t bytes, uint64_t offset);

/**
 * In data that was read, replaces each block of a file by what the drive really stored of it.
 * Returns 0 or a negative errno.
 */
int places_read(unsigned char* target, size_t bytes, uint64_t offset);

/** Number of this owner's blocks that no longer hold what was written to them. */
uint64_t places_lost(Owner owner);

/** Number of this owner's blocks. */
uint64_t places_of(Owner owner);

#endif
