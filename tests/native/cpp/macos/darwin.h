#pragma once

// Declarations of macOS that macos.cpp needs in addition to Linux's headers, so that its logic can
// be tested on Linux. Included before every other header; fake_kernel.cpp implements the calls. The
// numbers are from Apple's open sources (bsd/sys/fcntl.h, mman.h, mount.h, errno.h).

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

#define EPWROFF 82
#define EDEVERR 83

#define F_PREALLOCATE 42
#define F_NOCACHE 48
#define F_FULLFSYNC 51
#define F_BARRIERFSYNC 85

#define F_ALLOCATECONTIG 2u
#define F_ALLOCATEALL 4u
#define F_PEOFPOSMODE 3

struct fstore_t {
  unsigned int fst_flags;
  int fst_posmode;
  off_t fst_offset;
  off_t fst_length;
  off_t fst_bytesalloc;
};

#define MINCORE_INCORE 0x1
#define OPEN_MAX 10240
#define CLOCK_UPTIME_RAW 8

int fake_fcntl(int file, int command, int argument);
int fake_fcntl(int file, int command, fstore_t* request);
int fake_fsync(int file);
extern "C" int fake_fdatasync(int file);
ssize_t fake_pwrite(int file, const void* data, size_t bytes, off_t offset);
ssize_t fake_pread(int file, void* data, size_t bytes, off_t offset);
int fake_ftruncate(int file, off_t bytes);
int fake_fstat(int file, struct stat* info);
int fake_fstatat(int directory, const char* name, struct stat* info, int flags);
int fake_msync(void* address, size_t bytes, int flags);
int fake_mincore(void* address, size_t bytes, char* resident);
std::uint64_t clock_gettime_nsec_np(int clock);

#define fcntl fake_fcntl
#define fsync fake_fsync
#define fdatasync fake_fdatasync
#define pwrite fake_pwrite
#define pread fake_pread
#define ftruncate fake_ftruncate
#define msync fake_msync
#define mincore fake_mincore
#define fstat fake_fstat
#define fstatat fake_fstatat
