// The drive of drive.c as a file in a FUSE mount, for a loop device to lie on.
//
//   fuse-drive MOUNTPOINT BYTES [DEVICE]
//
// In the mount: `drive`, the content; `control`, whose lines change how it behaves; `truth`, what
// it did; `temp1_input` and `temp1_max`, what its sensor shows. With DEVICE the mount has the type
// fuseblk on that block device, as that of a file system program for a disk: the system then knows
// what lies below, and every flush is passed on there.

#define FUSE_USE_VERSION 34

#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drive.h"

enum { kDrive = 2, kControl = 3, kTruth = 4, kHeat = 5, kLimit = 6, kTruthRoom = 16384 };

static const struct {
  const char* name;
  fuse_ino_t inode;
} kFiles[] = {{"drive", kDrive},
              {"control", kControl},
              {"truth", kTruth},
              {"temp1_input", kHeat},
              {"temp1_max", kLimit}};

// The kernel may cache names and sizes in the mount for a long time, because they never change.
static const double kForever = 86400.0;

static int attributes(fuse_ino_t inode, struct stat* status) {
  memset(status, 0, sizeof *status);
  status->st_ino = inode;
  status->st_nlink = 1;
  switch (inode) {
    case FUSE_ROOT_ID:
      status->st_mode = S_IFDIR | 0700;
      return 0;
    case kDrive:
      status->st_size = (off_t)drive_bytes();
      status->st_blksize = kDriveBlockBytes;
      status->st_mode = S_IFREG | 0600;
      return 0;
    case kControl:
    case kTruth:
    case kHeat:
    case kLimit:
      status->st_mode = S_IFREG | 0600;
      return 0;
    default:
      return ENOENT;
  }
}

static void init(void* data, struct fuse_conn_info* connection) {
  (void)data;
  connection->max_write = 1 << 20;
}

static void lookup(fuse_req_t request, fuse_ino_t parent, const char* name) {
  struct fuse_entry_param entry = {.attr_timeout = kForever, .entry_timeout = kForever};
  for (size_t index = 0; parent == FUSE_ROOT_ID && index < sizeof kFiles / sizeof *kFiles; ++index) {
    if (strcmp(name, kFiles[index].name) == 0) {
      entry.ino = kFiles[index].inode;
      attributes(entry.ino, &entry.attr);
      fuse_reply_entry(request, &entry);
      return;
    }
  }
  fuse_reply_err(request, ENOENT);
}

static void getattr(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info* file) {
  (void)file;
  struct stat status;
  const int error = attributes(inode, &status);
  if (error != 0) {
    fuse_reply_err(request, error);
  } else {
    fuse_reply_attr(request, &status, kForever);
  }
}

/** Refuses to resize the drive. Truncating the control file (`>` of a shell) has no effect. */
static void setattr(fuse_req_t request, fuse_ino_t inode, struct stat* wanted, int which,
                    struct fuse_file_info* file) {
  (void)wanted;
  if (inode == kDrive && (which & FUSE_SET_ATTR_SIZE) != 0) {
    fuse_reply_err(request, EPERM);
  } else {
    getattr(request, inode, file);
  }
}

static void open_file(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info* file) {
  if (inode == FUSE_ROOT_ID) {
    fuse_reply_err(request, EISDIR);
    return;
  }
  // Bypasses the page cache: every request reaches the drive, and every read returns what the drive
  // holds.
  file->direct_io = 1;
  file->fh = drive_cuts();
  fuse_reply_open(request, file);
}

/**
 * Whether this handle was opened before a power cut. A computer that lost its power writes nothing
 * more, but the kernel of this one keeps running: if another program still holds the old file
 * system, in a mount namespace for example, the next sync(2) would write lost data to the drive
 * long after its power is back.
 */
static bool is_cut_off(fuse_ino_t inode, const struct fuse_file_info* file) {
  return inode == kDrive && file->fh != drive_cuts();
}

/** Writes the content of a file other than the drive into `text`; returns its length. */
static size_t tell(fuse_ino_t inode, char* text, size_t room) {
  if (inode == kTruth) {
    return drive_truth(text, room);
  }
  const unsigned long long celsius = inode == kHeat ? drive_temperature() : kLimitMilliCelsius;
  return (size_t)snprintf(text, room, "%llu\n", celsius);
}

static void read_file(fuse_req_t request, fuse_ino_t inode, size_t bytes, off_t offset,
                      struct fuse_file_info* file) {
  if (is_cut_off(inode, file)) {
    fuse_reply_err(request, EIO);
    return;
  }
  if (inode != kDrive) {
    char text[kTruthRoom];
    const size_t length = tell(inode, text, sizeof text);
    const size_t from = (size_t)offset < length ? (size_t)offset : length;
    const size_t rest = length - from;
    fuse_reply_buf(request, text + from, bytes < rest ? bytes : rest);
    return;
  }
  char* buffer = malloc(bytes);
  if (buffer == NULL) {
    fuse_reply_err(request, ENOMEM);
    return;
  }
  const int64_t count = drive_read(buffer, bytes, (uint64_t)offset);
  if (count < 0) {
    fuse_reply_err(request, (int)-count);
  } else {
    fuse_reply_buf(request, buffer, (size_t)count);
  }
  free(buffer);
}

/**
 * Performs the lines of the control file one after the other; the first unknown line makes the
 * write fail.
 */
static int64_t command(const char* data, size_t bytes) {
  char text[512];
  if (bytes >= sizeof text) {
    return -EINVAL;
  }
  memcpy(text, data, bytes);
  text[bytes] = '\0';
  for (char* line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    const int error = drive_command(line);
    if (error != 0) {
      return -error;
    }
  }
  return (int64_t)bytes;
}

static void write_file(fuse_req_t request, fuse_ino_t inode, const char* data, size_t bytes,
                       off_t offset, struct fuse_file_info* file) {
  if (is_cut_off(inode, file)) {
    fuse_reply_err(request, EIO);
    return;
  }
  const int64_t count =
      inode == kDrive ? drive_write(data, bytes, (uint64_t)offset) : command(data, bytes);
  if (count < 0) {
    fuse_reply_err(request, (int)-count);
  } else {
    fuse_reply_write(request, (size_t)count);
  }
}

static void sync_file(fuse_req_t request, fuse_ino_t inode, int data_only,
                      struct fuse_file_info* file) {
  (void)data_only;
  const int error = is_cut_off(inode, file) ? EIO : inode == kDrive ? -drive_flush() : 0;
  fuse_reply_err(request, error);
}

static const struct fuse_lowlevel_ops kOperations = {
    .init = init,
    .lookup = lookup,
    .getattr = getattr,
    .setattr = setattr,
    .open = open_file,
    .read = read_file,
    .write = write_file,
    .fsync = sync_file,
};

/**
 * Gives the drive real-time priority: a real drive has its own processor, and without priority the
 * times of this one would vary more.
 */
static void claim_processor(void) {
  const struct sched_param priority = {.sched_priority = 1};
  if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0) {
    perror("no real-time priority");
  }
}

static int serve(const char* mount_point, const char* device) {
  char options[256] = "fsname=driveproof-lab,subtype=driveproof-lab";
  if (device != NULL) {
    snprintf(options, sizeof options, "blkdev,fsname=%s,subtype=driveproof-lab", device);
  }
  char* arguments[] = {"fuse-drive", "-o", options, NULL};
  struct fuse_args args = FUSE_ARGS_INIT(3, arguments);
  struct fuse_session* session =
      fuse_session_new(&args, &kOperations, sizeof kOperations, NULL);
  if (session == NULL) {
    return 1;
  }
  int result = 1;
  if (fuse_set_signal_handlers(session) == 0 && fuse_session_mount(session, mount_point) == 0) {
    claim_processor();
    puts("ready");
    fflush(stdout);
    result = fuse_session_loop(session) == 0 ? 0 : 1;
    fuse_session_unmount(session);
  }
  fuse_session_destroy(session);
  return result;
}

int main(int count, char** arguments) {
  if (count < 3 || count > 4) {
    fputs("usage: fuse-drive MOUNTPOINT BYTES [DEVICE]\n", stderr);
    return 2;
  }
  const char* device = count == 4 ? arguments[3] : NULL;
  const int forward_fd = device == NULL ? -1 : open(device, O_RDWR | O_CLOEXEC);
  if (device != NULL && forward_fd < 0) {
    perror(device);
    return 1;
  }
  const int error = drive_make(strtoull(arguments[2], NULL, 10), forward_fd);
  if (error != 0) {
    fprintf(stderr, "no drive: %s\n", strerror(error));
    return 1;
  }
  return serve(arguments[1], device);
}
