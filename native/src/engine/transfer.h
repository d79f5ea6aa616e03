#pragma once

#include <cstdint>
#include <optional>

#include "../platform/platform.h"

namespace driveproof {

/**
 * Continues a write whose first call returned `written` (bytes, or a negative error number) until
 * all bytes are written. The fault has the offset at which writing ended.
 */
platform::MaybeFault continue_write(platform::Handle file, const unsigned char* data,
                                    std::uint32_t bytes, std::uint64_t offset,
                                    std::int64_t written);

inline platform::MaybeFault write_all(platform::Handle file, const unsigned char* data,
                                      std::uint32_t bytes, std::uint64_t offset) {
  const std::int64_t written = platform::write_at(file, data, bytes, offset);
  return written == static_cast<std::int64_t>(bytes)
             ? std::nullopt
             : continue_write(file, data, bytes, offset, written);
}

/**
 * Reads at least `bytes`, and asks for as much as the buffer has room for, which keeps the last
 * read of an odd-sized file aligned. Returns the fault UNEXPECTED_END if the file ends earlier.
 */
platform::MaybeFault read_all(platform::Handle file, unsigned char* buffer, std::uint64_t bytes,
                              std::uint64_t room, std::uint64_t offset);

}  // namespace driveproof
