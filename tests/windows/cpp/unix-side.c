/*
 * Records the Unix system calls that Wine makes and lets chosen ones fail; loaded into Wine with
 * LD_PRELOAD. Only calls on test files (".driveproof-native-test") count.
 *
 * Every write adds a line "OFFSET BYTES ADDRESS" to the file $DRIVEPROOF_WRITE_LOG. The file
 * $DRIVEPROOF_SPOIL, read anew at every call, may hold one rule "CALL EFFECT FIRST LAST": of the
 * calls named CALL (pwrite, pread or fsync), those with the numbers FIRST to LAST, counted from 1
 * since the rule was written, fail with EFFECT (EIO, ENOSPC) or transfer half of their bytes
 * (SHORT).
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
/* Offsets have 64 bits with and without the number in the name. */
#define SAME_AS(name) __attribute__((alias(#name)))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec rule_written;
static int calls_since;

static int is_test_file(int file) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  return strstr(path, ".driveproof-native-test") != NULL;
}

/*
 * Returns 0 to let the call pass, -1 to let it transfer half of its bytes, otherwise an error
 * number.
 */
static int effect_on(const char *call, int file) {
  const char *name = getenv("DRIVEPROOF_SPOIL");
  struct stat info;
  if (name == NULL || stat(name, &info) != 0 || !is_test_file(file)) {
    return 0;
  }
  char wanted[16] = "";
  char effect[16] = "";
  int first = 0;
  int last = 0;
  FILE *rule = fopen(name, "r");
  const int read = rule ? fscanf(rule, "%15s %15s %d %d", wanted, effect, &first, &last) : 0;
  if (rule) fclose(rule);
  if (read != 4 || strcmp(call, wanted) != 0) {
    return 0;
  }
  pthread_mutex_lock(&lock);
  if (memcmp(&rule_written, &info.st_mtim, sizeof rule_written) != 0) {
    rule_written = info.st_mtim;
    calls_since = 0;
  }
  const int count = ++calls_since;
  pthread_mutex_unlock(&lock);
  if (count < first || count > last) {
    return 0;
  }
  return strcmp(effect, "SHORT") == 0 ? -1 : strcmp(effect, "ENOSPC") == 0 ? ENOSPC : EIO;
}

static void note_write(int file, const void *data, size_t bytes, off64_t offset) {
  const char *name = getenv("DRIVEPROOF_WRITE_LOG");
  if (name == NULL || !is_test_file(file)) {
    return;
  }
  char line[96];
  const int length = snprintf(line, sizeof line, "%lld %zu %zu\n", (long long)offset, bytes,
                              (size_t)(const char *)data);
  const int log = open(name, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (log == -1 || write(log, line, (size_t)length) != length) {
    abort(); /* a log with holes would let a test pass */
  }
  close(log);
}

/*
 * Half of the bytes, rounded down to whole sectors of 512 bytes, as a real drive would write them.
 */
static size_t half_of(size_t bytes) { return bytes > 512 ? bytes / 1024 * 512 : bytes; }

ssize_t pwrite64(int file, const void *data, size_t bytes, off64_t offset) {
  note_write(file, data, bytes, offset);
  const int effect = effect_on("pwrite", file);
  if (effect > 0) {
    errno = effect;
    return -1;
  }
  return REAL(pwrite64)(file, data, effect < 0 ? half_of(bytes) : bytes, offset);
}

ssize_t pwrite(int file, const void *data, size_t bytes, off_t offset) SAME_AS(pwrite64);

ssize_t pread64(int file, void *data, size_t bytes, off64_t offset) {
  const int effect = effect_on("pread", file);
  if (effect > 0) {
    errno = effect;
    return -1;
  }
  return REAL(pread64)(file, data, effect < 0 ? half_of(bytes) : bytes, offset);
}

ssize_t pread(int file, void *data, size_t bytes, off_t offset) SAME_AS(pread64);

int fsync(int file) {
  const int effect = effect_on("fsync", file);
  if (effect > 0) {
    errno = effect;
    return -1;
  }
  return REAL(fsync)(file);
}
