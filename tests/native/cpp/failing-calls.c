/*
 * Makes chosen system calls on the test file fail, to test how the engine reacts. Loaded with
 * LD_PRELOAD. DRIVEPROOF_FAIL="call:effect:first:last" names the call (see CALLS; a pread or openat
 * with O_DIRECT is called dread or dopen if a rule has that name), the effect, and the range of
 * calls, counted from 1, that have the effect. The effect is an error (see read_rules), or
 *   SHORT   half of the bytes are transferred,
 *   CACHED  an openat drops O_DIRECT,
 *   LATE    an fdatasync or openat takes half a second more,
 *   END     a dread finds the end of the file,
 *   ZEROS   a dread finds nothing but zeros,
 *   GONE    all pages of an mmap end in SIGBUS,
 *   BREAKS  EIO, after which the file system is read-only: each later call that would change
 *           something ends in EROFS.
 * Several rules are separated by a comma. After the first failed call the file exists that
 * DRIVEPROOF_FAIL_NOTE names.
 *
 * The engine's timed loops write without the C library, so each pwrite is caught at the entry to
 * the kernel: a filter (seccomp user notification) hands it to a thread that answers in place of
 * the kernel.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* The calls with their names in the rules; the constants in this file are kPwrite and so on. */
#define CALLS(CALL)                                                                     \
  CALL(Pwrite, "pwrite")                                                                \
  CALL(Pread, "pread")                                                                  \
  CALL(Fsync, "fsync")                                                                  \
  CALL(Fdatasync, "fdatasync")                                                          \
  CALL(Fallocate, "fallocate")                                                          \
  CALL(Openat, "openat")                                                                \
  CALL(Unlinkat, "unlinkat")                                                            \
  CALL(Readdir, "readdir")                                                              \
  CALL(Dread, "dread")                                                                  \
  CALL(Mmap, "mmap")                                                                    \
  CALL(Close, "close")                                                                  \
  CALL(Ftruncate, "ftruncate")                                                          \
  CALL(Open, "open")                                                                    \
  CALL(Dopen, "dopen")                                                                  \
  CALL(PosixFallocate, "posix_fallocate")                                               \
  CALL(Fstat, "fstat")
#define NUMBER(call, name) k##call,
#define NAME(call, name) name,

enum { CALLS(NUMBER) kCalls };
static const char *const names[kCalls] = {CALLS(NAME)};
enum { kShort = -1, kCached = -2, kLate = -3, kEnd = -4, kZeros = -5, kGone = -6, kBreaks = -7 };

static struct {
  int effect;
  int first;
  int last;
} rules[kCalls];
static atomic_int counts[kCalls];
static atomic_bool is_read_only;

static void read_rules(void) {
  static const struct {
    const char *name;
    int effect;
  } effects[] = {{"EIO", EIO},       {"EINVAL", EINVAL}, {"ENOTSUP", ENOTSUP},
                 {"ENOSPC", ENOSPC}, {"EINTR", EINTR},   {"SHORT", kShort},
                 {"CACHED", kCached}, {"LATE", kLate},   {"GONE", kGone},
                 {"END", kEnd},      {"ZEROS", kZeros},  {"EDQUOT", EDQUOT},
                 {"EFBIG", EFBIG},   {"EMFILE", EMFILE}, {"EREMOTEIO", EREMOTEIO},
                 {"EUCLEAN", EUCLEAN}, {"ENODEV", ENODEV},
                 {"BREAKS", kBreaks}};
  const char *given = getenv("DRIVEPROOF_FAIL");
  char *text = given ? strdup(given) : NULL;
  for (char *rule = text ? strtok(text, ",") : NULL; rule; rule = strtok(NULL, ",")) {
    char call[16];
    char effect[16];
    int first;
    int last;
    if (sscanf(rule, "%15[^:]:%15[^:]:%d:%d", call, effect, &first, &last) != 4) {
      abort();
    }
    for (int index = 0; index < kCalls; ++index) {
      for (size_t kind = 0; kind < sizeof effects / sizeof *effects; ++kind) {
        if (strcmp(names[index], call) == 0 && strcmp(effects[kind].name, effect) == 0) {
          rules[index].effect = effects[kind].effect;
          rules[index].first = first;
          rules[index].last = last;
        }
      }
    }
  }
  free(text);
}

/*
 * Recognizes a test file by its name, a nameless one by the path that the kernel shows, and a file
 * that is opened through /proc/self/fd.
 */
static int is_test_file(const char *path) {
  const char *const last = strrchr(path, '/');
  const int is_nameless = last && last[1] == '#' && strstr(last, " (deleted)") != NULL;
  return is_nameless || strstr(path, ".driveproof-native-test") != NULL ||
         strstr(path, "driveproof-capacity-test-") != NULL ||
         strcmp(path, "9.renamed") == 0 ||
         strncmp(path, "/proc/self/fd/", strlen("/proc/self/fd/")) == 0;
}

static int changes_something(int call) {
  return call == kPwrite || call == kFsync || call == kFdatasync || call == kFallocate ||
         call == kPosixFallocate || call == kFtruncate ||
         call == kUnlinkat;
}

/* The effect on this call; 0: the call passes. */
static int effect_on(int call, const char *path) {
  if (!is_test_file(path)) {
    return 0;
  }
  if (atomic_load(&is_read_only) && changes_something(call)) {
    return EROFS;
  }
  if (rules[call].first == 0) {
    return 0;
  }
  const int count = atomic_fetch_add(&counts[call], 1) + 1;
  const int effect =
      count >= rules[call].first && count <= rules[call].last ? rules[call].effect : 0;
  const char *const note = effect == 0 ? NULL : getenv("DRIVEPROOF_FAIL_NOTE");
  if (note != NULL) {
    syscall(SYS_close, (int)syscall(SYS_openat, AT_FDCWD, note, O_CREAT | O_WRONLY, 0600));
  }
  if (effect != kBreaks) {
    return effect;
  }
  atomic_store(&is_read_only, true);
  return EIO;
}

/* The effect on a call with a descriptor of the thread `owner`; with 0, of the calling thread. */
static int effect_on_file_of(int owner, int call, int file) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/%d/fd/%d", owner ? owner : gettid(), file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  return effect_on(call, path);
}

static int effect_on_file(int call, int file) { return effect_on_file_of(0, call, file); }

/* Whether the effect is an error; if so, stores it in errno. */
static bool fails(int effect) {
  if (effect > 0) {
    errno = effect;
  }
  return effect > 0;
}

/* Half of the bytes, as a multiple of 512: direct transfers need whole sectors. */
static size_t half_of(size_t bytes) { return bytes > 512 ? bytes / 1024 * 512 : bytes; }

static void check(long result, const char *what) {
  if (result < 0) {
    perror(what);
    abort();
  }
}

/*
 * Answers the calls that the filter hands over. This thread started before the filter was
 * installed, so its own calls are not filtered.
 */
static void *answer_for_writes(void *listener_address) {
  atomic_int *const listener = listener_address;
  int file;
  while ((file = atomic_load(listener)) < 0) {
    usleep(100);
  }
  for (;;) {
    struct seccomp_notif call = {0};
    struct seccomp_notif_resp answer = {0};
    if (ioctl(file, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) {
      continue; /* the caller was interrupted or is gone */
    }
    const __u64 *const given = call.data.args;
    const int effect = effect_on_file_of((int)call.pid, kPwrite, (int)given[0]);
    answer.id = call.id;
    if (effect == kShort) {
      /*
       * Writes with the caller's buffer and descriptor: threads share memory, and the descriptors
       * were open before the timed thread got a descriptor table of its own (unshare).
       */
      answer.val = syscall(SYS_pwrite64, (int)given[0], (const void *)given[1],
                           half_of((size_t)given[2]), (off_t)given[3]);
      answer.error = answer.val < 0 ? -errno : 0;
    } else if (effect != 0) {
      answer.error = -effect;
    } else {
      answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    }
    ioctl(file, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
  return NULL;
}

static void catch_writes(void) {
  static atomic_int listener = -1;
  pthread_t thread;
  check(-pthread_create(&thread, NULL, answer_for_writes, &listener), "pthread_create");
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwrite64, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog filter = {sizeof program / sizeof *program, program};
  check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs");
  const long file = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                            SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
  check(file, "seccomp");
  atomic_store(&listener, (int)file);
}

__attribute__((constructor)) static void begin(void) {
  read_rules();
  int breaks = 0;
  for (int call = 0; call < kCalls; ++call) {
    breaks |= rules[call].effect == kBreaks;
  }
  if (rules[kPwrite].first != 0 || breaks) {
    catch_writes();
  }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
/* File offsets have 64 bits, so the names with and without "64" mean the same function. */
#define SAME_AS(name) __attribute__((alias(#name)))

ssize_t pread64(int file, void *data, size_t bytes, off64_t offset) {
  const int is_direct = rules[kDread].first != 0 && (fcntl(file, F_GETFL) & O_DIRECT) != 0;
  const int effect = effect_on_file(is_direct ? kDread : kPread, file);
  if (effect == kEnd) {
    return 0;
  }
  if (effect == kZeros) {
    const ssize_t count = REAL(pread64)(file, data, bytes, offset);
    memset(data, 0, count > 0 ? (size_t)count : 0);
    return count;
  }
  if (effect == kShort) {
    bytes = half_of(bytes);
  } else if (fails(effect)) {
    return -1;
  }
  return REAL(pread64)(file, data, bytes, offset);
}

ssize_t pread(int file, void *data, size_t bytes, off_t offset) SAME_AS(pread64);

/* SQLite also calls lseek() and read(); a rule for pread includes these reads. */
ssize_t read(int file, void *data, size_t bytes) {
  const int effect = rules[kPread].first == 0 ? 0 : effect_on_file(kPread, file);
  if (effect == kShort) {
    bytes = half_of(bytes);
  } else if (fails(effect)) {
    return -1;
  }
  return REAL(read)(file, data, bytes);
}

int fsync(int file) {
  if (fails(effect_on_file(kFsync, file))) {
    return -1;
  }
  return REAL(fsync)(file);
}

int fdatasync(int file) {
  const int effect = effect_on_file(kFdatasync, file);
  if (effect == kLate) {
    usleep(500 * 1000);
  } else if (fails(effect)) {
    return -1;
  }
  return REAL(fdatasync)(file);
}

int fallocate64(int file, int mode, off64_t offset, off64_t length) {
  if (fails(effect_on_file(kFallocate, file))) {
    return -1;
  }
  return REAL(fallocate64)(file, mode, offset, length);
}

int fallocate(int file, int mode, off_t offset, off_t length) SAME_AS(fallocate64);

int posix_fallocate64(int file, off64_t offset, off64_t length) {
  const int effect = effect_on_file(kPosixFallocate, file);
  return effect != 0 ? effect : REAL(posix_fallocate64)(file, offset, length);
}

int posix_fallocate(int file, off_t offset, off_t length) SAME_AS(posix_fallocate64);

int ftruncate64(int file, off64_t length) {
  if (fails(effect_on_file(kFtruncate, file))) {
    return -1;
  }
  return REAL(ftruncate64)(file, length);
}

int ftruncate(int file, off_t length) SAME_AS(ftruncate64);

int fstat64(int file, struct stat64 *info) {
  if (fails(rules[kFstat].first == 0 ? 0 : effect_on_file(kFstat, file))) {
    return -1;
  }
  return REAL(fstat64)(file, info);
}

int fstat(int file, struct stat *info) { return fstat64(file, (struct stat64 *)info); }

/* Called by engines that are built for a glibc before 2.33, instead of fstat(). */
int __fxstat(int version, int file, struct stat *info) {
  (void)version;
  return fstat(file, info);
}

/* Called by the databases, which open their files by path. */
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if (fails(rules[kOpen].first == 0 ? 0 : effect_on(kOpen, path))) {
    return -1;
  }
  return REAL(open64)(path, flags, mode);
}

int open(const char *path, int flags, ...) SAME_AS(open64);

int openat64(int directory, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  const int is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
  const int call = rules[kDopen].first != 0 && (flags & O_DIRECT) != 0 ? kDopen : kOpenat;
  const int effect = is_nameless          ? effect_on(call, "/#0 (deleted)")
                     : is_test_file(path) ? effect_on(call, path)
                                          : effect_on_file(call, directory);
  if (effect == kCached) {
    flags &= ~O_DIRECT;
  } else if (effect == kLate) {
    const int opened = REAL(openat64)(directory, path, flags, mode);
    usleep(500 * 1000);
    return opened;
  } else if (fails(effect)) {
    return -1;
  }
  return REAL(openat64)(directory, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) SAME_AS(openat64);

struct dirent64 *readdir64(DIR *directory) {
  if (fails(effect_on_file(kReaddir, dirfd(directory)))) {
    return NULL;
  }
  return REAL(readdir64)(directory);
}

struct dirent *readdir(DIR *directory) { return (struct dirent *)readdir64(directory); }

int unlinkat(int directory, const char *path, int flags) {
  if (fails(effect_on(kUnlinkat, path))) {
    return -1;
  }
  return REAL(unlinkat)(directory, path, flags);
}

/* Closes the file even if the call fails, as the kernel does. */
int close(int file) {
  const int effect = rules[kClose].first == 0 ? 0 : effect_on_file(kClose, file);
  const int result = REAL(close)(file);
  return fails(effect) ? -1 : result;
}

/*
 * Maps pages beyond the end of a file, whose access ends in SIGBUS like that of pages which a drive
 * cannot read.
 */
void *mmap64(void *address, size_t bytes, int protection, int flags, int file, off64_t offset) {
  const int effect = rules[kMmap].first == 0 || file < 0 ? 0 : effect_on_file(kMmap, file);
  if (fails(effect)) {
    return MAP_FAILED;
  }
  void *const map = REAL(mmap64)(address, bytes, protection, flags, file, offset);
  if (map == MAP_FAILED || effect != kGone) {
    return map;
  }
  const int empty = (int)syscall(SYS_memfd_create, "empty", 0);
  return REAL(mmap64)(map, bytes, protection, MAP_SHARED | MAP_FIXED, empty, 0);
}

void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset)
    SAME_AS(mmap64);
