#pragma once

#include <cstring>
#include <vector>

#include "../engine/random.h"
#include "database.h"

namespace driveproof {

/**
 * Makes records with unique pseudo-random keys and incompressible values. A key begins with a
 * 64-bit word that is unique to the record's index and determines all other bytes of the record, so
 * is_genuine() can check a record without knowing its index.
 */
class RecordMaker {
 public:
  static constexpr std::uint32_t kSmallestKeyBytes = sizeof(std::uint64_t);

  RecordMaker(std::uint32_t key_bytes, std::uint32_t value_bytes, std::uint64_t seed)
      : key_bytes_(key_bytes),
        value_bytes_(value_bytes),
        seed_(mix64(seed)),
        // Room for key and value in whole words of 8 bytes, because fill_random() writes only whole
        // words; up to one word is spare.
        buffer_((std::size_t{key_bytes} + value_bytes + 15) / 8 * 8) {}

  /** The record with this index. The next call reuses the record's memory. */
  Record make(std::uint64_t index) {
    // A different key for each index: multiplying by an odd number, adding and mix64() are
    // one-to-one.
    compose(mix64(seed_ + index * kGolden));
    return composed();
  }

  /** Whether make() returns this record for some index, with the same sizes and seed. */
  bool is_genuine(const Record& record) {
    if (record.key.size() != key_bytes_ || record.value.size() != value_bytes_) {
      return false;
    }
    std::uint64_t word;
    std::memcpy(&word, record.key.data(), sizeof word);
    compose(word);
    return std::memcmp(record.key.data(), buffer_.data(), key_bytes_) == 0 &&
           std::memcmp(record.value.data(), buffer_.data() + key_bytes_, value_bytes_) == 0;
  }

 private:
  void compose(std::uint64_t word) {
    std::memcpy(buffer_.data(), &word, sizeof word);
    fill_random(buffer_.data() + sizeof word, buffer_.size() - sizeof word, seed_, word);
  }

  Record composed() const {
    return {{buffer_.data(), key_bytes_}, {buffer_.data() + key_bytes_, value_bytes_}};
  }

  std::uint32_t key_bytes_;
  std::uint32_t value_bytes_;
  std::uint64_t seed_;
  std::vector<unsigned char> buffer_;
};

}  // namespace driveproof
