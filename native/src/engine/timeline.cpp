#include "timeline.h"

#include <algorithm>

namespace driveproof {

namespace {

void join(TimelineWindow& into, const TimelineWindow& window) {
  into.operations += window.operations;
  into.bytes += window.bytes;
  if (window.slowest_ns > into.slowest_ns) {
    into.slowest_ns = window.slowest_ns;
    into.slowest_at_ns = window.slowest_at_ns;
  }
}

}  // namespace

TimelineCounts sum_of(const std::vector<TimelineCounts>& parts) {
  TimelineCounts sum;
  for (const TimelineCounts& part : parts) {
    sum.window_ns = std::max(sum.window_ns, part.window_ns);
    sum.elapsed_ns = std::max(sum.elapsed_ns, part.elapsed_ns);
  }
  for (const TimelineCounts& part : parts) {
    // Windows only ever double in length, so this division leaves no remainder.
    const std::size_t joined = sum.window_ns / part.window_ns;
    sum.windows.resize(
        std::max(sum.windows.size(), (part.windows.size() + joined - 1) / joined));
    for (std::size_t index = 0; index < part.windows.size(); ++index) {
      join(sum.windows[index / joined], part.windows[index]);
    }
  }
  return sum;
}

void Timeline::begin(std::uint64_t start_ns) {
  start_ns_ = start_ns;
  window_ns_ = kShortestWindowNs;
  window_end_ns_ = start_ns + window_ns_;
  open_ = {};
  operations_ = 0;
  bytes_ = 0;
  count_ = 0;
}

void Timeline::open_window_at(std::uint64_t now_ns, std::uint64_t operations,
                              std::uint64_t bytes) {
  // Closes every window that ended before now; those that one long operation covered stay empty.
  while (now_ns >= window_end_ns_) {
    close_window(operations, bytes);
    window_end_ns_ += window_ns_;
  }
}

void Timeline::close_window(std::uint64_t operations, std::uint64_t bytes) {
  open_.operations = operations - operations_;
  open_.bytes = bytes - bytes_;
  operations_ = operations;
  bytes_ = bytes;
  windows_[count_++] = open_;
  open_ = {};
  if (count_ == kWindows) {
    join_neighbours();  // kWindows is even, so the next window begins where a joined one ends
  }
}

void Timeline::join_neighbours() {
  for (std::size_t index = 0; index < kWindows / 2; ++index) {
    windows_[index] = windows_[2 * index];
    join(windows_[index], windows_[2 * index + 1]);
  }
  count_ = kWindows / 2;
  window_ns_ *= 2;
}

TimelineCounts Timeline::finish(std::uint64_t now_ns, std::uint64_t operations,
                                std::uint64_t bytes) {
  close_window(operations, bytes);
  return {window_ns_, now_ns - start_ns_, {windows_.begin(), windows_.begin() + count_}};
}

}  // namespace driveproof
