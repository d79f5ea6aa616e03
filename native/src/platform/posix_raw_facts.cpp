// Only Windows needs raw facts from the addon: main reads those of Linux and macOS elsewhere.

#include "raw_facts.h"

namespace driveproof::platform {

MaybeFault list_volumes(std::vector<VolumeName>&) { return std::nullopt; }

MaybeFault read_volume(const VolumePlace&, VolumeFacts&) { return std::nullopt; }

MaybeFault read_health_pages(const std::string&, HealthPages&) { return std::nullopt; }

}  // namespace driveproof::platform
