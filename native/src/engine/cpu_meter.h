#pragma once

#include <cstdint>
#include <optional>

#include "../platform/platform.h"

namespace driveproof {

/** Measures the CPU time of the calling thread from the construction of this object on. */
class CpuMeter {
 public:
  /**
   * CPU time since the construction, which was `elapsed_ns` ago. Empty if the system does not
   * report CPU times, or counts them in steps so long that an error of one step would matter.
   */
  std::optional<platform::CpuTimes> used_in(std::uint64_t elapsed_ns) const {
    const auto now = platform::thread_cpu_times();
    if (!before_ || !now || elapsed_ns < kFewestSteps * platform::kCpuTimeStepNs) {
      return std::nullopt;
    }
    return *now - *before_;
  }

 private:
  // With this many steps an error of one step is at most 2 %. On Windows 64 steps take a second.
  static constexpr std::uint64_t kFewestSteps = 64;

  const std::optional<platform::CpuTimes> before_ = platform::thread_cpu_times();
};

}  // namespace driveproof
