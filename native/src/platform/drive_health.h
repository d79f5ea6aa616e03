#pragma once

// A drive's report of its condition, and its driver's cache settings, as raw pages. Windows only:
// Linux and macOS report the same to every user through programs.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform.h"

namespace driveproof::platform {

/** A member is empty if the drive or its driver does not report it. */
struct HealthPages {
  std::vector<std::uint8_t> nvme_health;      // SMART / Health Information log, 512 bytes
  std::vector<std::uint8_t> ata_attributes;   // SMART attribute values, 512 bytes
  std::optional<bool> predicts_failure;       // as the driver says
  std::optional<int> temperature_celsius;
  std::vector<std::uint8_t> write_cache;  // STORAGE_WRITE_CACHE_PROPERTY of winioctl.h
};

/**
 * Asks a drive by its path (`\\.\PhysicalDrive0`), on a handle without any access, which needs no
 * administrator. May wait for the drive.
 */
MaybeFault read_health_pages(const std::string& device, HealthPages& pages);

}  // namespace driveproof::platform
