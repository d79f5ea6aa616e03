#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace driveproof {

struct TimelineWindow {
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
  std::uint64_t slowest_ns = 0;     // latency of the slowest operation
  std::uint64_t slowest_at_ns = 0;  // start of that operation, from the start of the measurement
};

/** Windows of equal length from the start on; the last ends with the measurement. */
struct TimelineCounts {
  std::uint64_t window_ns = 0;
  std::uint64_t elapsed_ns = 0;
  std::vector<TimelineWindow> windows;
};

/** Sums timelines of threads that started together, in windows of the longest length among them. */
TimelineCounts sum_of(const std::vector<TimelineCounts>& parts);

/**
 * Operations over time in bounded memory, so that a stall is not averaged away. Windows are 10 ms
 * long until there are kWindows of them; each time neighbours are joined, all windows become twice
 * as long. Belongs to the timed thread; read after it has ended.
 */
class Timeline {
 public:
  static constexpr std::size_t kWindows = 256;
  static constexpr std::uint64_t kShortestWindowNs = 10'000'000;

  void begin(std::uint64_t start_ns);

  /**
   * Records an operation that ended at `now_ns` after `latency_ns`. The other arguments are the
   * totals before this operation: a closing window gets their growth, so most operations cost only
   * two comparisons.
   */
  void record(std::uint64_t now_ns, std::uint64_t latency_ns, std::uint64_t operations_before,
              std::uint64_t bytes_before) {
    if (now_ns >= window_end_ns_) [[unlikely]] {
      open_window_at(now_ns, operations_before, bytes_before);
    }
    if (latency_ns > open_.slowest_ns) {
      open_.slowest_ns = latency_ns;
      open_.slowest_at_ns = now_ns - latency_ns - start_ns_;
    }
  }

  /** Closes the last window. `operations` and `bytes` are totals since the measurement began. */
  TimelineCounts finish(std::uint64_t now_ns, std::uint64_t operations, std::uint64_t bytes);

 private:
  void open_window_at(std::uint64_t now_ns, std::uint64_t operations, std::uint64_t bytes);
  void close_window(std::uint64_t operations, std::uint64_t bytes);
  void join_neighbours();

  std::uint64_t start_ns_ = 0;
  std::uint64_t window_ns_ = kShortestWindowNs;
  std::uint64_t window_end_ns_ = 0;
  TimelineWindow open_;
  std::uint64_t operations_ = 0;  // count of operations when the open window began
  std::uint64_t bytes_ = 0;
  std::size_t count_ = 0;  // number of closed windows
  std::array<TimelineWindow, kWindows> windows_;
};

}  // namespace driveproof
