// The address at which the drive stores each block of a file: in a false drive several blocks may
// share one. Blocks of files begin with a mark. All other blocks belong to the file system and are
// stored at their own address, so that the file system stays whole.

#include <errno.h>
#include <string.h>

#include "state.h"

static uint64_t block_count;
static unsigned char* owner_of;  // by block; see Owner
static uint32_t* number_of;      // by block of a test file: from 1 in the order of first writes
static uint32_t* numbered;       // the block by its number in number_of
static uint64_t numbers;
static uint64_t* written_as;  // by block: the value of `writes` after its last write
static uint64_t writes;
static unsigned char* cells;  // the data that the drive really stores
static uint32_t* kept_for;    // the block whose data a cell holds, from 1; 0: none

bool places_make(uint64_t blocks) {
  block_count = blocks;
  owner_of = sparse(blocks);
  number_of = sparse(blocks * sizeof *number_of);
  numbered = sparse((blocks + 1) * sizeof *numbered);
  written_as = sparse(blocks * sizeof *written_as);
  cells = sparse(blocks * kDriveBlockBytes);
  kept_for = sparse(blocks * sizeof *kept_for);
  return owner_of && number_of && numbered && written_as && cells && kept_for;
}

static bool is_in_use(void) { return drive.falsehood != kNotFalse || drive.stretch_count > 0; }

static Owner owner_by_mark(const unsigned char* data, size_t bytes) {
  if (bytes != kDriveBlockBytes) {
    return kNoFile;
  }
  if (drive.has_mark && memcmp(data, drive.mark, kMarkBytes) == 0) {
    return kTestFile;
  }
  const bool is_old = drive.has_old_mark && memcmp(data, drive.old_mark, kMarkBytes) == 0;
  return is_old && drive.is_by_address ? kOldFile : kNoFile;
}

static const Stretch* stretch_around(uint64_t block) {
  const uint64_t number = number_of[block];
  for (uint64_t index = 0; number > 0 && index < drive.stretch_count; ++index) {
    const Stretch* stretch = &drive.stretches[index];
    if (number > stretch->from && number <= stretch->from + stretch->count) {
      return stretch;
    }
  }
  return NULL;
}

/**
 * Returns the address at which the drive stores a misdirected block: that of the block that was
 * written about `from / 2` blocks earlier. -1 if the blocks of the stretch are lost instead.
 */
static int64_t place_in(const Stretch* stretch, uint64_t block) {
  const uint64_t number = number_of[block] - stretch->from + stretch->from / 2;
  return stretch->is_elsewhere ? (int64_t)numbered[number] : -1;
}

/** The cell that stores a block of a file; -1 if no cell does. */
static int64_t place_of(uint64_t block) {
  const Stretch* stretch = stretch_around(block);
  if (stretch != NULL) {
    return place_in(stretch, block);
  }
  const uint64_t size = drive.false_size;
  const bool is_counted = drive.falsehood != kNotFalse && !drive.is_by_address;
  const uint64_t n = is_counted ? number_of[block] - 1 : block;
  if (drive.falsehood == kNotFalse || n < size || (drive.half_kept > 0 && n == size)) {
    return (int64_t)n;
  }
  if (drive.falsehood == kWrap) {
    return (int64_t)(drive.false_from + (n - drive.false_from) % (size - drive.false_from));
  }
  return drive.falsehood == kEverySecond && n % 2 == 0 ? (int64_t)n : -1;
}

/**
 * Encrypts as encryption above the drive does: the same content becomes other bytes at each
 * address. The cipher is not secure (xorshift64*, Vigna 2014).
 */
static void cipher(unsigned char* data, uint64_t block) {
  uint64_t state = (block + 1) * 0x9e3779b97f4a7c15u;
  for (size_t at = 0; at < kDriveBlockBytes; at += sizeof state) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    const uint64_t key = state * 0x2545f4914f6cdd1du;
    uint64_t word;
    memcpy(&word, data + at, sizeof word);
    word ^= key;
    memcpy(data + at, &word, sizeof word);
  }
}

static void store(const unsigned char* data, uint64_t block, uint64_t cell) {
  const bool is_cut = drive.half_kept > 0 && cell == drive.false_size;
  unsigned char* target = cells + cell * kDriveBlockBytes;
  memcpy(target, data, is_cut ? drive.half_kept : kDriveBlockBytes);
  if (drive.is_ciphered) {
    cipher(target, block);
  }
  kept_for[cell] = is_cut ? 0 : (uint32_t)block + 1;
}

void places_write(const unsigned char* data, size_t bytes, uint64_t offset) {
  if (!is_in_use()) {
    return;
  }
  const uint64_t block = offset / kDriveBlockBytes;
  owner_of[block] = (unsigned char)owner_by_mark(data, bytes);
  if (owner_of[block] == kNoFile) {
    return;
  }
  if (owner_of[block] == kTestFile && number_of[block] == 0) {
    number_of[block] = (uint32_t)++numbers;
    numbered[numbers] = (uint32_t)block;
  }
  written_as[block] = ++writes;
  const int64_t cell = place_of(block);
  if (cell >= 0) {
    store(data, block, (uint64_t)cell);
  }
}

/**
 * Fills in what a read returns for a block that the drive has not stored. Returns 0 or a negative
 * errno.
 */
static int answer(unsigned char* target, uint64_t block) {
  const Stretch* stretch = stretch_around(block);
  switch (stretch != NULL ? stretch->answer : drive.answer) {
    case kZeros:
      memset(target, 0, kDriveBlockBytes);
      return 0;
    case kOnes:
      memset(target, 0xFF, kDriveBlockBytes);
      return 0;
    case kOld:
      memset(target, 'x', kDriveBlockBytes);
      return 0;
    case kError:
      return fail(EIO);
  }
  return fail(EIO);
}

/** Fills in what a read of a file's block returns. Returns 0 or a negative errno. */
static int read_block(unsigned char* target, uint64_t block) {
  if (owner_of[block] == kTestFile && !drive.has_been_read) {
    drive.has_been_read = true;
    drive.lost_blocks = places_lost(kTestFile);
  }
  if (written_as[block] + drive.cached_blocks > writes) {
    memcpy(target, drive.current + block * kDriveBlockBytes, kDriveBlockBytes);
    return 0;
  }
  const int64_t cell = place_of(block);
  if (cell >= 0) {
    memcpy(target, cells + (uint64_t)cell * kDriveBlockBytes, kDriveBlockBytes);
  } else {
    const int error = answer(target, block);
    if (error != 0) {
      return error;
    }
  }
  if (drive.is_ciphered) {
    cipher(target, block);
  }
  return 0;
}

int places_read(unsigned char* target, size_t bytes, uint64_t offset) {
  for (size_t done = 0; is_in_use() && done < bytes;) {
    const uint64_t block = (offset + done) / kDriveBlockBytes;
    const size_t from = (offset + done) % kDriveBlockBytes;
    const size_t room = kDriveBlockBytes - from;
    const size_t part = room < bytes - done ? room : bytes - done;
    if (owner_of[block] != kNoFile) {
      unsigned char held[kDriveBlockBytes];
      const int error = read_block(held, block);
      if (error != 0) {
        return error;
      }
      memcpy(target + done, held + from, part);
    }
    done += part;
  }
  return 0;
}

uint64_t places_lost(Owner owner) {
  uint64_t lost = 0;
  for (uint64_t block = 0; block < block_count; ++block) {
    const int64_t cell = owner_of[block] == owner ? place_of(block) : 0;
    lost += owner_of[block] == owner && (cell < 0 || kept_for[cell] != block + 1);
  }
  return lost;
}

uint64_t places_of(Owner owner) {
  uint64_t count = 0;
  for (uint64_t block = 0; block < block_count; ++block) {
    count += owner_of[block] == owner;
  }
  return count;
}
