// On Linux and macOS, main reads a drive's health through UDisks and diskutil.

#include "drive_health.h"

namespace driveproof::platform {

MaybeFault read_health_pages(const std::string&, HealthPages&) { return std::nullopt; }

}  // namespace driveproof::platform
