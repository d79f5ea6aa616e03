// Only Windows needs this: on Linux and macOS main reads the facts from files and programs.

#include "raw_facts.h"

namespace driveproof::platform {

MaybeFault list_volumes(std::vector<VolumeName>&) { return std::nullopt; }

MaybeFault read_volume(const VolumePlace&, VolumeFacts&) { return std::nullopt; }

MaybeFault read_health_pages(const std::string&, HealthPages&) { return std::nullopt; }

}  // namespace driveproof::platform
