#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#ifdef _WIN32
#include <malloc.h>
#endif

namespace driveproof {

/** Memory whose address suits unbuffered reads and writes. */
class AlignedBuffer {
 public:
  AlignedBuffer() = default;

  /** `alignment` is a power of two. If memory is short, the buffer stays empty. */
  AlignedBuffer(std::size_t bytes, std::size_t alignment) {
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
#ifdef _WIN32
    memory_.reset(static_cast<unsigned char*>(_aligned_malloc(rounded, alignment)));
#else
    memory_.reset(static_cast<unsigned char*>(std::aligned_alloc(alignment, rounded)));
#endif
  }

  explicit operator bool() const { return memory_ != nullptr; }
  unsigned char* data() const { return memory_.get(); }

 private:
  struct Free {
    void operator()(unsigned char* memory) const {
#ifdef _WIN32
      _aligned_free(memory);
#else
      std::free(memory);
#endif
    }
  };
  std::unique_ptr<unsigned char, Free> memory_;
};

}  // namespace driveproof
