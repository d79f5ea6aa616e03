#pragma once

#include <cstddef>

#include "../engine/xxhash64.h"
#include "database.h"

namespace driveproof {

/** Precedes each record of the append-only log; without key and value it is a commit mark. */
struct LogHeader {
  std::uint32_t key_bytes = 0;
  std::uint32_t value_bytes = 0;
  std::uint64_t sequence = 0;  // in a mark: the number of records committed up to it
  std::uint64_t hash = 0;      // over the fields above, the key and the value

  bool is_mark() const { return key_bytes == 0 && value_bytes == 0; }
  std::uint64_t content_bytes() const { return std::uint64_t{key_bytes} + value_bytes; }
};
static_assert(sizeof(LogHeader) == 24);

inline std::uint64_t hash_of(const LogHeader& header, const unsigned char* content) {
  const std::uint64_t own = xxhash64(&header, offsetof(LogHeader, hash));
  return xxhash64(content, header.content_bytes(), own);
}

/**
 * Visits the records of complete transactions. The log ends at the first wrong hash or sequence
 * number, because a crash may leave such an end.
 */
MaybeFault read_log(platform::Handle file, const Database::Visitor& visitor);

}  // namespace driveproof
