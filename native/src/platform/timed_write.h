#pragma once

#include "platform.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <cerrno>
#endif

namespace driveproof::platform {

/**
 * write_at() for the timed loops: the same system call, made in the loop itself.
 *
 * Linux clears the processor's return predictor on every entry to the kernel (the mitigations "RSB
 * filling" and "Safe RET"), so the first return after a system call, that of the C library's
 * pwrite(), is always mispredicted. On one AMD EPYC in a virtual machine that took 150 of the 1250
 * ns of a cached 4 KiB write: a cost of the library, which would count as the drive's.
 */
inline std::int64_t timed_write_at(Handle file, const void* data, std::uint32_t bytes,
                                   std::uint64_t offset) {
#if defined(__linux__) && defined(__x86_64__)
  constexpr long kPwrite64 = 18;  // the same for every x86-64 kernel: syscall_64.tbl
  long result;
  do {
    register std::uint64_t fourth __asm__("r10") = offset;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(kPwrite64), "D"(file), "S"(data), "d"(std::uint64_t{bytes}), "r"(fourth)
                     : "rcx", "r11", "memory");
  } while (result == -EINTR);
  return result;
#elif defined(__linux__) && defined(__aarch64__)
  constexpr long kPwrite64 = 68;  // asm-generic/unistd.h
  register std::int64_t first __asm__("x0");
  do {
    first = file;
    register const void* second __asm__("x1") = data;
    register std::uint64_t third __asm__("x2") = bytes;
    register std::uint64_t fourth __asm__("x3") = offset;
    register long number __asm__("x8") = kPwrite64;
    __asm__ volatile("svc #0"
                     : "+r"(first)
                     : "r"(second), "r"(third), "r"(fourth), "r"(number)
                     : "memory");
  } while (first == -EINTR);
  return first;
#else
  return write_at(file, data, bytes, offset);
#endif
}

}  // namespace driveproof::platform
