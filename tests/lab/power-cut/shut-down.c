// Ends a mounted ext4 at once, as if its drive had lost power: shut-down MOUNTPOINT
//
// What is in memory and was not flushed is gone, the journal included (NOLOGFLUSH). The numbers
// are those of fs/ext4/ext4.h, which no header for programs has.

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

#define EXT4_IOC_SHUTDOWN _IOR('X', 125, uint32_t)
#define EXT4_GOING_FLAGS_NOLOGFLUSH 0x2

int main(int count, char** arguments) {
  uint32_t flags = EXT4_GOING_FLAGS_NOLOGFLUSH;
  const int folder = count == 2 ? open(arguments[1], O_RDONLY | O_DIRECTORY) : -1;
  if (folder == -1 || ioctl(folder, EXT4_IOC_SHUTDOWN, &flags) == -1) {
    perror("shut-down");
    return 1;
  }
  return 0;
}
