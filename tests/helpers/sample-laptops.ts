import type { OperatingSystem } from "#contract/flush-mode";
import type { Report } from "#contract/report";
import { unknownDrive, type VolumeFacts } from "#contract/volume";

/** An ordinary laptop of each system: its system drive, its volume and the computer itself. */

const inside = { ...unknownDrive, kind: "nvme", bus: "nvme", removable: false } as const;
const usual = { flushesTurnedOff: null, system: null, lowerMounts: [] };

export const sampleVolumes: Readonly<Record<OperatingSystem, VolumeFacts>> = {
  linux: {
    mountPoint: "/home",
    fileSystem: "ext4",
    mountOptions: "rw,relatime",
    device: "/dev/nvme0n1p2",
    totalBytes: 1_000_204_886_016,
    freeBytes: 612_000_000_000,
    encryption: "LUKS",
    drive: { ...inside, model: "Example NVMe 1TB" },
    writeCache: "write-back",
    ...usual,
    scheduler: "none",
  },
  macos: {
    mountPoint: "/System/Volumes/Data",
    fileSystem: "apfs",
    mountOptions: null,
    device: "/dev/disk3s5",
    totalBytes: 494_384_795_648,
    freeBytes: 201_000_000_000,
    encryption: "FileVault",
    drive: { ...inside, model: "APPLE SSD AP0512Q", bus: "apple-fabric" },
    writeCache: "unknown",
    ...usual,
    scheduler: null,
  },
  windows: {
    mountPoint: "C:\\",
    fileSystem: "NTFS",
    mountOptions: null,
    device: "C:",
    totalBytes: 511_000_000_000,
    freeBytes: 330_000_000_000,
    encryption: null,
    drive: { ...inside, model: "Example NVMe 512GB" },
    writeCache: "unknown",
    ...usual,
    scheduler: null,
  },
};

const host = {
  arch: "x64",
  cpuModel: "Example CPU",
  ...({ virtualMachine: "none", powerSource: "mains" } as const),
};

export const sampleHosts: Readonly<Record<OperatingSystem, Report["host"]>> = {
  linux: { ...host, os: "linux", osVersion: "Linux 6.8.0" },
  macos: { ...host, os: "macos", osVersion: "macOS 14.5", arch: "arm64", cpuModel: "Apple M1" },
  windows: { ...host, os: "windows", osVersion: "Windows 11 23H2" },
};
