#pragma once

#include <cstddef>

#include "../engine/xxhash64.h"
#include "database.h"

namespace driveproof {

/** Stands before each record of the append-only log; with neither key nor value: a commit mark. */
struct LogHeader {
  std::uint32_t key_bytes = 0;
  std::uint32_t value_bytes = 0;
  std::uint64_t sequence = 0;  // of a mark: the number of records committed up to it
  std::uint64_t hash = 0;      // of what is before it here, and of key and value

  bool is_mark() const { return key_bytes == 0 && value_bytes == 0; }
  std::uint64_t content_bytes() const { return std::uint64_t{key_bytes} + value_bytes; }
};
static_assert(sizeof(LogHeader) == 24);

inline std::uint64_t hash_of(const LogHeader& header, const unsigned char* content) {
  const std::uint64_t own = xxhash64(&header, offsetof(LogHeader, hash));
  return xxhash64(content, header.content_bytes(), own);
}

/**
 * Visits the records of complete transactions. The log ends where a hash or a sequence number is
 * not right, as it may after a crash; records that no mark follows do not count.
 */
std::optional<Fault> read_log(platform::Handle file, const Database::Visitor& visitor);

}  // namespace driveproof
