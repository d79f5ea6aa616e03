// The lines of the control file, and the record of what the drive did.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

typedef unsigned long long Number;

static void arm(void) {
  drive.writes = drive.marked_blocks = drive.flushes = drive.forwarded_flushes = 0;
  drive.stalls = drive.failed_calls = 0;
  drive.worked_ns = 0;
  drive.event_count = drive.long_flush_count = drive.slowed_after = 0;
  drive.has_been_read = false;
  drive.lost_blocks = drive.stretch_count = 0;
}

static int set_mark(const char* hex, unsigned char* mark, bool* is_set) {
  for (size_t index = 0; index < kMarkBytes; ++index) {
    unsigned value;
    if (sscanf(hex + 2 * index, "%2x", &value) != 1) {
      return EINVAL;
    }
    mark[index] = (unsigned char)value;
  }
  *is_set = true;
  return 0;
}

static int place_flaw(const char* name, Number at) {
  for (int flaw = kNone + 1; flaw < kFlawCount; ++flaw) {
    if (strcmp(name, kFlawNames[flaw]) == 0) {
      drive.flaw = (Flaw)flaw;
      drive.flaw_at = at;
      drive.flaw_is_placed = false;
      return 0;
    }
  }
  return EINVAL;
}

/** The part of `name` after `prefix`, or NULL if `name` does not begin with it. */
static const char* after(const char* prefix, const char* name) {
  const size_t length = strlen(prefix);
  return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

/**
 * Performs `false-SCHEME SIZE [SECOND]` or `address-SCHEME SIZE`. False if the scheme is unknown.
 */
static bool make_false(const char* name, Number size, Number second) {
  const struct {
    const char* name;
    Falsehood falsehood;
    Answer answer;
  } schemes[] = {
      {"wrap", kWrap, kZeros},       {"zeros", kLoseAll, kZeros},
      {"ones", kLoseAll, kOnes},     {"old", kLoseAll, kOld},
      {"read-error", kLoseAll, kError}, {"every-second", kEverySecond, kZeros},
  };
  const char* by_count = after("false-", name);
  const char* by_address = after("address-", name);
  const char* scheme = by_count != NULL ? by_count : by_address;
  for (size_t index = 0; scheme != NULL && index < sizeof schemes / sizeof *schemes; ++index) {
    if (strcmp(scheme, schemes[index].name) == 0) {
      drive.is_by_address = by_address != NULL;
      drive.falsehood = schemes[index].falsehood;
      drive.answer = schemes[index].answer;
      drive.false_size = size;
      *(drive.falsehood == kWrap ? &drive.false_from : &drive.half_kept) = second;
      return true;
    }
  }
  return false;
}

/**
 * Performs `bad-ANSWER FROM COUNT`. False if the answer is unknown, or there are too many
 * stretches.
 */
static bool make_bad(const char* name, Number from, Number count) {
  const struct {
    const char* name;
    Answer answer;
  } answers[] = {{"zeros", kZeros}, {"old", kOld}, {"unreadable", kError}, {"elsewhere", kZeros}};
  const char* answer = after("bad-", name);
  for (size_t index = 0; answer != NULL && index < sizeof answers / sizeof *answers; ++index) {
    if (strcmp(answer, answers[index].name) == 0 && drive.stretch_count < kMaxStretches) {
      drive.stretches[drive.stretch_count++] =
          (Stretch){from, count, answers[index].answer, strcmp(answer, "elsewhere") == 0};
      return true;
    }
  }
  return false;
}

int drive_command(const char* line) {
  char name[32] = "";
  char word[64] = "";
  Number second = 0;
  sscanf(line, "%31s %63s %llu", name, word, &second);
  const Number first = strtoull(word, NULL, 10);
  const struct {
    const char* name;
    uint64_t* count;
    Number unit;
    uint64_t* beside;  // receives the command's second number
    Number beside_unit;
  } numbers[] = {
      {"flush-us", &drive.flush_ns, 1000, NULL, 0},
      {"forward-every", &drive.forward_every, 1, NULL, 0},
      {"full-after", &drive.full_after, 1, NULL, 0},
      {"honour-every", &drive.honours_every, 1, NULL, 0},
      {"destage-ms", &drive.destage_ns, 1000000, NULL, 0},
      {"stall-ms", &drive.stall_every, 1, &drive.stall_ns, 1000000},
      {"jitter-us", &drive.jitter_ns, 1000, NULL, 0},
      {"heat-mc", &drive.start_mc, 1, &drive.warming_mc, 1},
      {"throttle-us", &drive.throttle_ns, 1000, &drive.fade_mc, 1},
      {"cached-blocks", &drive.cached_blocks, 1, NULL, 0},
      {"slow-read-us", &drive.slow_read_ns, 1000, NULL, 0},
      {"slow-us", &drive.slow_after, 1, &drive.slow_block_ns, 1000},
  };
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; ++index) {
    if (strcmp(name, numbers[index].name) == 0) {
      *numbers[index].count = first * numbers[index].unit;
      if (numbers[index].beside != NULL) {
        *numbers[index].beside = second * numbers[index].beside_unit;
      }
      return 0;
    }
  }
  if (make_false(name, first, second) || make_bad(name, first, second)) {
    return 0;
  }
  if (strcmp(name, "arm") == 0) {
    arm();
  } else if (strcmp(name, "fail-flush") == 0) {
    drive.failing_flush = drive.flushes + first;
  } else if (strcmp(name, "mark") == 0) {
    return set_mark(word, drive.mark, &drive.has_mark);
  } else if (strcmp(name, "old-mark") == 0) {
    return set_mark(word, drive.old_mark, &drive.has_old_mark);
  } else if (strcmp(name, "cipher") == 0) {
    drive.is_ciphered = true;
  } else if (strcmp(name, "no-cache") == 0) {
    drive.is_without_cache = true;
  } else if (strcmp(name, "ignore-flushes") == 0) {
    drive.ignores_flush = true;
  } else if (strcmp(name, "cut-power") == 0) {
    drive_cut_power();
  } else if (strcmp(name, "write-out") == 0) {
    drive_write_out();
  } else if (strcmp(name, "power-on") == 0) {
    drive.is_off = false;
  } else {
    return place_flaw(name, first);
  }
  return 0;
}

static int by_size(const void* left, const void* right) {
  const uint64_t a = *(const uint64_t*)left;
  const uint64_t b = *(const uint64_t*)right;
  return (a > b) - (a < b);
}

static void flush_times(Number* median_ns, Number* longest_ns) {
  const size_t count = drive.flushes < kMaxFlushTimes ? drive.flushes : kMaxFlushTimes;
  uint64_t* sorted = malloc((count + 1) * sizeof *sorted);
  if (count > 0 && sorted != NULL) {
    memcpy(sorted, drive.flush_times_ns, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_size);
    *median_ns = sorted[count / 2];
    *longest_ns = sorted[count - 1];
  }
  free(sorted);
}

static void print_event(FILE* out, const Event* event) {
  fprintf(out, "{\"flaw\":\"%s\",\"offset\":%llu,\"stamp\":\"", event->flaw,
          (Number)event->offset);
  for (int byte = 0; byte < kStampBytes; ++byte) {
    fprintf(out, "%02x", event->stamp[byte]);
  }
  fputs("\"}", out);
}

size_t drive_truth(char* text, size_t room) {
  Number median_ns = 0;
  Number longest_ns = 0;
  flush_times(&median_ns, &longest_ns);
  FILE* out = fmemopen(text, room, "w");
  if (out == NULL) {
    return 0;
  }
  fprintf(out,
          "{\"writes\":%llu,\"markedBlocks\":%llu,\"flushes\":%llu,\"forwardedFlushes\":%llu,"
          "\"stalls\":%llu,\"failedCalls\":%llu,\"flushMedianNs\":%llu,\"flushLongestNs\":%llu,"
          "\"unkeptBlocks\":%llu,\"slowedAfterBlocks\":%llu,\"slowBlockNs\":%llu,"
          "\"lostBlocks\":%llu,\"oldBlocks\":%llu,\"oldLostBlocks\":%llu,"
          "\"longestFlushes\":[",
          (Number)drive.writes, (Number)drive.marked_blocks, (Number)drive.flushes,
          (Number)drive.forwarded_flushes, (Number)drive.stalls, (Number)drive.failed_calls,
          median_ns, longest_ns, (Number)drive.dirty_count, (Number)drive.slowed_after,
          (Number)drive.slow_block_ns, (Number)drive.lost_blocks, (Number)places_of(kOldFile),
          (Number)places_lost(kOldFile));
  for (uint64_t index = 0; index < drive.long_flush_count; ++index) {
    const LongFlush* flush = &drive.long_flushes[index];
    // In microseconds, because JavaScript has no exact number for a time of day in nanoseconds.
    fprintf(out, "%s{\"startedAtUs\":%llu,\"elapsedNs\":%llu}", index == 0 ? "" : ",",
            (Number)flush->started_at_ns / 1000, (Number)flush->elapsed_ns);
  }
  fputs("],\"events\":[", out);
  for (uint64_t index = 0; index < drive.event_count; ++index) {
    fputs(index == 0 ? "" : ",", out);
    print_event(out, &drive.events[index]);
  }
  fputs("]}\n", out);
  const long length = ftell(out);
  fclose(out);
  return length > 0 ? (size_t)length : 0;
}
