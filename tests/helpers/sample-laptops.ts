import type { OperatingSystem } from "#contract/flush-mode";
import type { Report } from "#contract/report";
import { unknownDrive, type VolumeFacts } from "#contract/volume";

/** An ordinary laptop of each system: the drive it starts from, and the computer around it. */

export const sampleVolumes: Readonly<Record<OperatingSystem, VolumeFacts>> = {
  linux: {
    mountPoint: "/home",
    fileSystem: "ext4",
    mountOptions: "rw,relatime",
    device: "/dev/nvme0n1p2",
    totalBytes: 1_000_204_886_016,
    freeBytes: 612_000_000_000,
    encryption: "LUKS",
    drive: {
      ...unknownDrive,
      model: "Example NVMe 1TB",
      kind: "nvme",
      bus: "nvme",
      removable: false,
    },
    writeCache: "write-back",
    flushesTurnedOff: null,
    system: null,
    scheduler: "none",
    lowerMounts: [],
  },
  macos: {
    mountPoint: "/System/Volumes/Data",
    fileSystem: "apfs",
    mountOptions: null,
    device: "/dev/disk3s5",
    totalBytes: 494_384_795_648,
    freeBytes: 201_000_000_000,
    encryption: "FileVault",
    drive: {
      ...unknownDrive,
      model: "APPLE SSD AP0512Q",
      kind: "nvme",
      bus: "apple-fabric",
      removable: false,
    },
    writeCache: "unknown",
    flushesTurnedOff: null,
    system: null,
    scheduler: null,
    lowerMounts: [],
  },
  windows: {
    mountPoint: "C:\\",
    fileSystem: "NTFS",
    mountOptions: null,
    device: "C:",
    totalBytes: 511_000_000_000,
    freeBytes: 330_000_000_000,
    encryption: null,
    drive: {
      ...unknownDrive,
      model: "Example NVMe 512GB",
      kind: "nvme",
      bus: "nvme",
      removable: false,
    },
    writeCache: "unknown",
    flushesTurnedOff: null,
    system: null,
    scheduler: null,
    lowerMounts: [],
  },
};

export const sampleHosts: Readonly<Record<OperatingSystem, Report["host"]>> = {
  linux: {
    os: "linux",
    osVersion: "Linux 6.8.0",
    arch: "x64",
    cpuModel: "Example CPU",
    virtualMachine: "none",
    powerSource: "mains",
  },
  macos: {
    os: "macos",
    osVersion: "macOS 14.5",
    arch: "arm64",
    cpuModel: "Apple M1",
    virtualMachine: "none",
    powerSource: "mains",
  },
  windows: {
    os: "windows",
    osVersion: "Windows 11 23H2",
    arch: "x64",
    cpuModel: "Example CPU",
    virtualMachine: "none",
    powerSource: "mains",
  },
};
