#pragma once

#include <cstdint>
#include <optional>

#include "../platform/platform.h"

namespace driveproof {

/**
 * Goes on after a write that took `written` bytes (negative: an error number) until all of them
 * are written. The fault says at which byte of the file it ended.
 */
std::optional<platform::Fault> continue_write(platform::Handle file, const unsigned char* data,
                                              std::uint32_t bytes, std::uint64_t offset,
                                              std::int64_t written);

/** Writes all of the bytes, in one call where the system takes them at once. */
inline std::optional<platform::Fault> write_all(platform::Handle file, const unsigned char* data,
                                                std::uint32_t bytes, std::uint64_t offset) {
  const std::int64_t written = platform::write_at(file, data, bytes, offset);
  return written == static_cast<std::int64_t>(bytes)
             ? std::nullopt
             : continue_write(file, data, bytes, offset, written);
}

/**
 * Reads at least `bytes`. Always asks for all the buffer has room for, which keeps the last read
 * of an odd-sized file aligned. A file that ends before is the fault UNEXPECTED_END.
 */
std::optional<platform::Fault> read_all(platform::Handle file, unsigned char* buffer,
                                        std::uint64_t bytes, std::uint64_t room,
                                        std::uint64_t offset);

}  // namespace driveproof
