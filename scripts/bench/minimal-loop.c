/*
 * The least a program can do to rewrite random blocks of a file: the yardstick for the engine's
 * loop. Linux, one thread. The clock is read every 64th operation if nothing follows the write, and
 * after every operation if a flush does or the write itself waits.
 *
 * minimal-loop FILE FILE_BYTES BLOCK_BYTES SECONDS none|fsync|fdatasync|o_direct_dsync MAX_BYTES
 * ROUNDS WARMUP_SECONDS PIECE_BYTES
 *
 * The file is filled in pieces of PIECE_BYTES, at most 1 MiB: they decide how Linux keeps it in its
 * cache, and so what a plain rewrite costs.
 *
 * Prints [{"operations":n,"elapsedNs":n,"cpuUserNs":n,"cpuSystemNs":n}, …], one per round. The file
 * must not exist; it is unlinked before it is filled.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  fprintf(stderr, "minimal-loop: %s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t to_ns(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint64_t next_random(void) { /* xorshift64, Marsaglia 2003 */
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static void write_all(int file, const unsigned char *data, size_t bytes, uint64_t offset) {
  while (bytes > 0) {
    const ssize_t written = pwrite(file, data, bytes, (off_t)offset);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      fail("pwrite");
    }
    data += written;
    bytes -= (size_t)written;
    offset += (uint64_t)written;
  }
}

static uint64_t number(const char *text) {
  char *end = NULL;
  errno = 0;
  const uint64_t value = strtoull(text, &end, 10);
  if (errno != 0 || *text == '\0' || *end != '\0' || value == 0) {
    errno = EINVAL;
    fail(text);
  }
  return value;
}

static int no_flush(int file) {
  (void)file;
  return 0;
}

struct counts {
  uint64_t operations;
  uint64_t elapsed_ns;
  uint64_t cpu_user_ns;
  uint64_t cpu_system_ns;
};

/* The write itself has waited for the drive. */
static int flushed_already(int file) { return no_flush(file); }

/* Measures one round, which ends when the time is over or the bytes are written. */
static struct counts run(int file, const unsigned char *data, int (*flush)(int), double seconds,
                         uint64_t max_bytes, uint64_t block_bytes, uint64_t blocks) {
  const uint64_t clock_mask = flush == no_flush ? 63 : 0;
  uint64_t operations = 0;
  uint64_t bytes = 0;
  struct rusage before;
  struct rusage after;
  getrusage(RUSAGE_SELF, &before);
  const uint64_t start = now_ns();
  const uint64_t deadline = start + (uint64_t)(seconds * 1e9);
  uint64_t end = start;
  for (;;) {
    const uint64_t block = ((next_random() >> 32) * blocks) >> 32;
    write_all(file, data, block_bytes, block * block_bytes);
    if (flush(file) == -1) {
      fail("flush");
    }
    ++operations;
    bytes += block_bytes;
    if ((operations & clock_mask) == 0 || bytes >= max_bytes) {
      end = now_ns();
      if (end >= deadline || bytes >= max_bytes) {
        break;
      }
    }
  }
  getrusage(RUSAGE_SELF, &after);
  const struct counts counts = {operations, end - start,
                                to_ns(after.ru_utime) - to_ns(before.ru_utime),
                                to_ns(after.ru_stime) - to_ns(before.ru_stime)};
  return counts;
}

int main(int argc, char **argv) {
  if (argc != 10) {
    fputs("usage: minimal-loop FILE FILE_BYTES BLOCK_BYTES SECONDS "
          "none|fsync|fdatasync|o_direct_dsync MAX_BYTES "
          "ROUNDS WARMUP_SECONDS PIECE_BYTES\n",
          stderr);
    return 2;
  }
  const uint64_t file_bytes = number(argv[2]);
  const uint64_t block_bytes = number(argv[3]);
  const double seconds = atof(argv[4]);
  const uint64_t max_bytes = number(argv[6]);
  const uint64_t rounds = number(argv[7]);
  const double warmup_seconds = atof(argv[8]);
  const uint64_t piece_bytes = number(argv[9]);
  int (*flush)(int) = no_flush;
  int open_flags = 0;
  if (strcmp(argv[5], "fsync") == 0) {
    flush = fsync;
  } else if (strcmp(argv[5], "fdatasync") == 0) {
    flush = fdatasync;
  } else if (strcmp(argv[5], "o_direct_dsync") == 0) {
    flush = flushed_already;
    open_flags = O_DIRECT | O_DSYNC;
  } else if (strcmp(argv[5], "none") != 0) {
    errno = EINVAL;
    fail(argv[5]);
  }
  const uint64_t blocks = file_bytes / block_bytes;
  if (blocks == 0 || blocks > UINT32_MAX || seconds <= 0) {
    errno = EINVAL;
    fail("FILE_BYTES, BLOCK_BYTES or SECONDS");
  }

  const int file = open(argv[1], O_RDWR | O_CREAT | O_EXCL, 0600);
  if (file == -1) {
    fail("open");
  }
  /* As in the engine, one descriptor fills the file and another rewrites it. */
  const int rewritten = open_flags == 0 ? file : open(argv[1], O_RDWR | open_flags);
  if (rewritten == -1) {
    fail("open with O_DIRECT|O_DSYNC");
  }
  if (unlink(argv[1]) == -1) {
    fail("unlink");
  }
  errno = posix_fallocate(file, 0, (off_t)file_bytes);
  if (errno != 0) {
    fail("posix_fallocate");
  }
  const size_t chunk_bytes = block_bytes > (1u << 20) ? block_bytes : (1u << 20);
  unsigned char *data = aligned_alloc(4096, (chunk_bytes + 4095) / 4096 * 4096);
  if (data == NULL) {
    fail("aligned_alloc");
  }
  for (uint64_t done = 0; done < file_bytes; done += chunk_bytes) {
    const size_t bytes = file_bytes - done < chunk_bytes ? file_bytes - done : chunk_bytes;
    for (size_t at = 0; at + 8 <= bytes; at += 8) {
      const uint64_t word = next_random();
      memcpy(data + at, &word, 8);
    }
    for (size_t at = 0; at < bytes; at += piece_bytes) {
      write_all(file, data + at, bytes - at < piece_bytes ? bytes - at : piece_bytes, done + at);
    }
  }
  if (fsync(file) == -1) {
    fail("fsync");
  }

  // As in the engine, each round starts at rest with a warm-up that no figure includes.
  printf("[");
  for (uint64_t round = 0; round < rounds; ++round) {
    if (fsync(file) == -1) {
      fail("fsync");
    }
    run(rewritten, data, flush, warmup_seconds, max_bytes, block_bytes, blocks);
    const struct counts counts =
        run(rewritten, data, flush, seconds, max_bytes, block_bytes, blocks);
    printf("%s{\"operations\":%" PRIu64 ",\"elapsedNs\":%" PRIu64 ",\"cpuUserNs\":%" PRIu64
           ",\"cpuSystemNs\":%" PRIu64 "}",
           round == 0 ? "" : ",", counts.operations, counts.elapsed_ns, counts.cpu_user_ns,
           counts.cpu_system_ns);
  }
  printf("]\n");
  return 0;
}
