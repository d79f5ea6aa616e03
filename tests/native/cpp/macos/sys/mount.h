#pragma once

#include <cstdint>

#define MNT_LOCAL 0x00001000

struct statfs {
  std::uint32_t f_bsize;
  std::uint64_t f_blocks;
  std::uint64_t f_bfree;
  std::uint64_t f_bavail;
  std::uint32_t f_flags;
  char f_fstypename[16];
};

int fstatfs(int file, struct statfs* info);
