#pragma once

#include <cstdint>
#include <optional>

#include "../platform/platform.h"

namespace driveproof {

/** CPU time that the calling thread uses from now on. */
class CpuMeter {
 public:
  /**
   * CPU time used in the last `elapsed_ns`. Empty if the system does not report it, or if it counts
   * in steps so long that an error of one step would matter.
   */
  std::optional<platform::CpuTimes> used_in(std::uint64_t elapsed_ns) const {
    const auto now = platform::thread_cpu_times();
    if (!before_ || !now || elapsed_ns < kFewestSteps * platform::kCpuTimeStepNs) {
      return std::nullopt;
    }
    return *now - *before_;
  }

 private:
  // An error of one step is then at most 2 %; on Windows so many steps take a second.
  static constexpr std::uint64_t kFewestSteps = 64;

  const std::optional<platform::CpuTimes> before_ = platform::thread_cpu_times();
};

}  // namespace driveproof
