#include "histogram.h"

#include <algorithm>
#include <limits>

namespace driveproof {

namespace {

constexpr std::uint64_t kNoMinimum = std::numeric_limits<std::uint64_t>::max();

}  // namespace

// The buckets from the smallest to the largest value; all others are zero. Not touching the others
// keeps more of the CPU cache for the timed loop: the histogram is cleared right before the loop
// and read ten times a second during it.
Histogram::Span Histogram::in_use() const {
  const std::uint64_t minimum = min_ns_.load(std::memory_order_relaxed);
  return minimum == kNoMinimum
             ? Span{}
             : Span{bucket_of(minimum), bucket_of(max_ns_.load(std::memory_order_relaxed)) + 1};
}

void Histogram::clear() {
  const Span used = in_use();
  for (std::size_t bucket = used.begin; bucket < used.end; ++bucket) {
    counts_[bucket].store(0, std::memory_order_relaxed);
  }
  min_ns_.store(kNoMinimum, std::memory_order_relaxed);
  max_ns_.store(0, std::memory_order_relaxed);
  sum_ns_.store(0, std::memory_order_relaxed);
}

void Histogram::add(const Histogram& other) {
  const Span used = other.in_use();
  for (std::size_t bucket = used.begin; bucket < used.end; ++bucket) {
    bump(counts_[bucket], other.counts_[bucket].load(std::memory_order_relaxed));
  }
  bump(sum_ns_, other.sum_ns_.load(std::memory_order_relaxed));
  const std::uint64_t minimum = other.min_ns_.load(std::memory_order_relaxed);
  const std::uint64_t maximum = other.max_ns_.load(std::memory_order_relaxed);
  min_ns_.store(std::min(min_ns_.load(std::memory_order_relaxed), minimum),
                std::memory_order_relaxed);
  max_ns_.store(std::max(max_ns_.load(std::memory_order_relaxed), maximum),
                std::memory_order_relaxed);
}

LatencyCounts Histogram::read() const {
  LatencyCounts read;
  const Span used = in_use();
  for (std::size_t bucket = used.begin; bucket < used.end; ++bucket) {
    const std::uint64_t count = counts_[bucket].load(std::memory_order_relaxed);
    if (count != 0) {
      read.values_ns.push_back(upper_edge_ns(bucket));
      read.counts.push_back(count);
    }
  }
  const std::uint64_t minimum = min_ns_.load(std::memory_order_relaxed);
  read.min_ns = minimum == kNoMinimum ? 0 : minimum;
  read.max_ns = max_ns_.load(std::memory_order_relaxed);
  read.sum_ns = sum_ns_.load(std::memory_order_relaxed);
  return read;
}

}  // namespace driveproof
