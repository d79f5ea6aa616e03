#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace driveproof {

/** The non-empty buckets of a histogram, ascending, with the exact extremes and sum. */
struct LatencyCounts {
  std::vector<std::uint64_t> values_ns;  // upper edge of each bucket
  std::vector<std::uint64_t> counts;
  std::uint64_t min_ns = 0;
  std::uint64_t max_ns = 0;
  std::uint64_t sum_ns = 0;
};

/**
 * Latencies in logarithmic buckets, each split linearly, after Gil Tene's HdrHistogram. Below 2048
 * ns every nanosecond has its bucket; above, a bucket is at most 1/1024 of its value wide (three
 * significant figures). Latencies above 137 s are counted in the last bucket; the maximum stays
 * exact.
 *
 * One thread writes, any thread may read at the same time: counters are relaxed atomics, changed by
 * a plain load and store, because a locked instruction would cost more than all of record().
 */
class Histogram {
 public:
  static constexpr unsigned kLinearBits = 11;
  static constexpr std::size_t kLinear = std::size_t{1} << kLinearBits;
  static constexpr std::size_t kHalf = kLinear / 2;
  static constexpr unsigned kValueBits = 37;
  static constexpr std::uint64_t kLargest = (std::uint64_t{1} << kValueBits) - 1;
  static constexpr std::size_t kBuckets = kLinear + (kValueBits - kLinearBits) * kHalf;

  static constexpr std::size_t bucket_of(std::uint64_t value_ns) {
    const std::uint64_t value = value_ns < kLargest ? value_ns : kLargest;
    const unsigned bits = static_cast<unsigned>(std::bit_width(value | (kLinear - 1)));
    const unsigned shift = bits - kLinearBits;
    return shift * kHalf + static_cast<std::size_t>(value >> shift);
  }

  static constexpr std::uint64_t upper_edge_ns(std::size_t bucket) {
    const std::size_t shift = bucket < kLinear ? 0 : bucket / kHalf - 1;
    return ((static_cast<std::uint64_t>(bucket - shift * kHalf) + 1) << shift) - 1;
  }

  Histogram() : counts_(std::make_unique<Counter[]>(kBuckets)) { clear(); }

  /** Called on the writing thread only. */
  void clear();

  /** Called on the writing thread only. */
  void record(std::uint64_t value_ns) {
    bump(counts_[bucket_of(value_ns)], 1);
    bump(sum_ns_, value_ns);
    if (value_ns < min_ns_.load(std::memory_order_relaxed)) {
      min_ns_.store(value_ns, std::memory_order_relaxed);
    }
    if (value_ns > max_ns_.load(std::memory_order_relaxed)) {
      max_ns_.store(value_ns, std::memory_order_relaxed);
    }
  }

  /** Adds the counts of a histogram whose writer has ended. Called on the writing thread only. */
  void add(const Histogram& other);

  /** Called on any thread. While the writer continues, the parts may differ by some records. */
  LatencyCounts read() const;

 private:
  struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  Span in_use() const;

  using Counter = std::atomic<std::uint64_t>;
  static_assert(Counter::is_always_lock_free);

  static void bump(Counter& counter, std::uint64_t by) {
    counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  std::unique_ptr<Counter[]> counts_;
  Counter min_ns_{0};
  Counter max_ns_{0};
  Counter sum_ns_{0};
};

}  // namespace driveproof
