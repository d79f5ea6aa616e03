#pragma once

#include <cstdint>
#include <optional>

#include "../platform/platform.h"

namespace driveproof {

/** Measures the CPU time that the calling thread uses after the construction of this object. */
class CpuMeter {
 public:
  /**
   * CPU time since the construction, which was `elapsed_ns` ago. Empty if the system reports no CPU
   * times, or counts them in steps so long that an error of one step would matter.
   */
  std::optional<platform::CpuTimes> used_in(std::uint64_t elapsed_ns) const {
    const auto now = platform::thread_cpu_times();
    if (!before_ || !now || elapsed_ns < kFewestSteps * platform::kCpuTimeStepNs) {
      return std::nullopt;
    }
    return *now - *before_;
  }

 private:
  // With 64 steps an error of one step is at most 2 %. On Windows 64 steps take a second.
  static constexpr std::uint64_t kFewestSteps = 64;

  const std::optional<platform::CpuTimes> before_ = platform::thread_cpu_times();
};

}  // namespace driveproof
