#ifndef DRIVEPROOF_LAB_STATE_H
#define DRIVEPROOF_LAB_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "drive.h"

// What drive.c, places.c and control.c share; no other file includes this.

enum { kMaxFlushTimes = 1 << 18, kMaxEvents = 16, kMaxLongFlushes = 32, kMarkBytes = 8, kMaxStretches = 4 };

/** What is wrong with the flawed place. */
typedef enum {
  kNone,
  kCorrupt,     // a bit of what is written there is inverted
  kLose,        // what is written there is not stored
  kMisdirect,   // what is written there is stored elsewhere
  kUnreadable,  // reading it fails
  kFailWrite,   // writing it fails
  kFlawCount
} Flaw;

/** How a drive is smaller than it says. */
typedef enum {
  kNotFalse,
  kWrap,         // what is beyond its size is written over what begins at `false_from`
  kLoseAll,      // what is beyond its size has no place
  kEverySecond,  // every second block beyond its size has none
} Falsehood;

/** What is read of a block that has no place. */
typedef enum { kZeros, kOnes, kOld, kError } Answer;

/** The owner of a block; only blocks of files are ever lost, so that the file system stays whole. */
typedef enum { kNoFile, kTestFile, kOldFile } Owner;

/** Test blocks of a true drive that are lost all the same. */
typedef struct {
  uint64_t from, count;
  Answer answer;
  bool is_elsewhere;  // they share the places of other ones
} Stretch;

extern const char* const kFlawNames[kFlawCount];

/** Something the drive did wrong, with the stamp of the marked block that was written last. */
typedef struct {
  const char* flaw;
  uint64_t offset;
  unsigned char stamp[kStampBytes];
} Event;

/** One of the longest flushes, in the time of day, as the report of the inspection has it. */
typedef struct {
  uint64_t started_at_ns;
  uint64_t elapsed_ns;
} LongFlush;

typedef struct {
  uint64_t bytes;
  unsigned char* current;  // what reads see
  unsigned char* kept;     // what survives a loss of power
  unsigned char* is_dirty;
  uint32_t* dirty;           // in the order in which the blocks became dirty
  uint64_t* dirty_since_ns;  // of each block
  uint64_t dirty_count;
  int forward_fd;

  // How it behaves.
  bool is_off;
  uint64_t cuts;
  bool is_without_cache;
  bool ignores_flush;
  uint64_t honours_every;  // of the flushes; 0 as 1: all
  uint64_t destage_ns;     // a dirty block is written out by itself after this time; 0: never
  uint64_t forward_every;  // 1: each flush is passed on; 2: every other; 0: none
  uint64_t flush_ns;
  uint64_t stall_every, stall_ns;        // in flushes
  uint64_t slow_after, slow_block_ns;    // in marked blocks
  uint64_t full_after;                   // in marked blocks
  uint64_t jitter_ns;                    // a flush takes up to this much longer, as if by chance
  // It warms up while it flushes, and slows down towards its limit; see drive_temperature.
  uint64_t start_mc, warming_mc;         // thousandths of a degree; the second for each second of work
  uint64_t throttle_ns, fade_mc;         // a marked block at the limit takes longer; from so far below
  uint64_t worked_ns;                    // in flushes, since it was armed
  uint64_t failing_flush;
  unsigned char mark[kMarkBytes];
  bool has_mark;

  // One flawed place: the block that the n-th marked write went to.
  Flaw flaw;
  uint64_t flaw_at;
  bool flaw_is_placed;
  uint64_t flaw_offset;
  uint64_t previous_offset;  // of the marked block before it
  unsigned char last_stamp[kStampBytes];

  // How the drive chooses the place of each block; see places.c.
  unsigned char old_mark[kMarkBytes];
  bool has_old_mark;
  Falsehood falsehood;
  bool is_by_address;
  Answer answer;
  uint64_t false_size, false_from;  // in blocks
  uint64_t half_kept;               // bytes of the block at the end that are kept
  bool is_ciphered;
  uint64_t cached_blocks;           // so many of those written last are answered from memory
  Stretch stretches[kMaxStretches];
  uint64_t stretch_count;
  uint64_t slow_read_ns;            // each read of a block of a test file

  // The record, since the last "arm".
  uint64_t writes, marked_blocks, flushes, forwarded_flushes, stalls, failed_calls;
  bool has_been_read;     // any block of a test file
  uint64_t lost_blocks;   // of test files, when the first of them was read
  uint64_t slowed_after;  // marked blocks before the first slow one; 0: none was slow
  uint64_t flush_times_ns[kMaxFlushTimes];
  LongFlush long_flushes[kMaxLongFlushes];
  uint64_t long_flush_count;
  Event events[kMaxEvents];
  uint64_t event_count;
} Drive;

extern Drive drive;

/** Counts a call that fails. Returns the error as a negative number. */
int fail(int error);

/** Memory of which only what is written costs anything; NULL: there is not so much. */
void* sparse(uint64_t bytes);

/** For so many blocks. False: not enough memory. */
bool places_make(uint64_t blocks);

/** At most one block, and within one. */
void places_write(const unsigned char* data, size_t bytes, uint64_t offset);

/** Puts what blocks of files really hold into what was read. Returns 0 or a negative errno. */
int places_read(unsigned char* target, size_t bytes, uint64_t offset);

/** Blocks of these files that do not hold what was written to them. */
uint64_t places_lost(Owner owner);

/** Blocks of these files. */
uint64_t places_of(Owner owner);

#endif
