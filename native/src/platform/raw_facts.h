#pragma once

// Raw facts about volumes, the disks below them and their health; TypeScript interprets them.
// Windows only: main reads those of Linux and macOS from files and programs.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform.h"

namespace driveproof::platform {

/** A drive unknown to the mount manager has only a letter. */
struct VolumeName {
  std::string path;  // \\?\Volume{…}\, the name that never changes; or its letter, R:\.
  std::vector<std::string> mount_points;
  bool is_network = false;
  bool is_disc = false;  // a disc drive with a letter
};

struct VolumePlace {
  std::string path;         // as list_volumes() names it
  std::string mount_point;  // of the volume; empty: none, and encryption is not known
};

/**
 * The PCIe link of a disk's controller, by its DEVPKEY_PciDevice_… properties. A speed is the
 * number of the PCIe generation, from 1.
 */
struct PcieLink {
  std::uint32_t speed;
  std::uint32_t width;
  std::uint32_t most_speed;
  std::uint32_t most_width;
};

/** Structures of winioctl.h as the drivers filled them; empty if the driver gave no answer. */
struct DiskFacts {
  std::uint32_t number;                      // N of \\.\PhysicalDriveN
  std::vector<std::uint8_t> descriptor;      // STORAGE_DEVICE_DESCRIPTOR
  std::vector<std::uint8_t> adapter_serial;  // STORAGE_ADAPTER_SERIAL_NUMBER
  std::vector<std::uint8_t> seek_penalty;    // DEVICE_SEEK_PENALTY_DESCRIPTOR
  std::vector<std::uint8_t> alignment;       // STORAGE_ACCESS_ALIGNMENT_DESCRIPTOR
  std::vector<std::uint8_t> geometry;        // DISK_GEOMETRY_EX
  std::vector<std::uint8_t> hotplug;         // STORAGE_HOTPLUG_INFO
  std::optional<bool> writable;
  std::optional<PcieLink> link;
};

struct VolumeFacts {
  std::uint32_t drive_type = 0;  // result of GetDriveTypeW
  std::optional<std::string> file_system;
  std::optional<std::string> label;
  std::optional<std::uint64_t> total_bytes;
  std::optional<std::uint64_t> free_bytes;   // bytes this user may still allocate
  std::optional<bool> read_only;             // FILE_READ_ONLY_VOLUME
  std::optional<std::uint32_t> encryption;   // System.Volume.BitLockerProtection
  std::vector<std::uint8_t> partition;       // PARTITION_INFORMATION_EX
  std::vector<DiskFacts> disks;              // empty if the disks are not known
};

/** All volumes, in the system's order. Does not wait for any of them. */
MaybeFault list_volumes(std::vector<VolumeName>& volumes);

/**
 * Queries a volume and its disks on handles without any access, which needs no administrator.
 * Unanswered facts stay empty. May wait for the volume.
 */
MaybeFault read_volume(const VolumePlace& volume, VolumeFacts& facts);

/** A member is empty if the drive or its driver does not report it. */
struct HealthPages {
  std::vector<std::uint8_t> nvme_health;      // SMART / Health Information log, 512 bytes
  std::vector<std::uint8_t> ata_attributes;   // SMART attribute values, 512 bytes
  std::optional<bool> predicts_failure;       // prediction of the driver
  std::optional<int> temperature_celsius;
  std::vector<std::uint8_t> write_cache;  // STORAGE_WRITE_CACHE_PROPERTY of winioctl.h
};

/**
 * Asks a drive by its path (`\\.\PhysicalDrive0`), on a handle without any access, which needs no
 * administrator. May wait for the drive.
 */
MaybeFault read_health_pages(const std::string& device, HealthPages& pages);

}  // namespace driveproof::platform
