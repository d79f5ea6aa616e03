import { buffersDirectWrites } from "../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import type { FlushModeId, Guarantee, OperatingSystem } from "../../electron/contract/flush-mode";
import type { HostFacts, Report } from "../../electron/contract/report";
import type { ProfileName } from "../../electron/contract/run-plan";
import type { DriveKind } from "../../electron/contract/volume";

/** Friendly words for what the contract names by identifier. The identifiers stand beside them. */

const commonLabels: Readonly<Record<FlushModeId, string>> = {
  none: "Write, not confirmed",
  fsync: "Confirm the whole file",
  fdatasync: "Confirm the data only",
  o_dsync: "Confirm every write",
  o_sync: "Confirm every write fully",
  o_direct: "Bypass memory, not confirmed",
  o_direct_dsync: "Bypass memory, confirmed",
  f_barrierfsync: "Keep writes in order",
  f_fullfsync: "Confirm by the drive",
  flush_file_buffers: "Confirm the whole file",
  write_through: "Write through",
  no_buffering_write_through: "Bypass memory, write through",
  nt_flush_data_only: "Confirm the data only",
};

// On a Mac these calls end when the drive has taken the data, not when it has stored it.
const macLabels: Partial<Record<FlushModeId, string>> = {
  fsync: "Hand over to the drive",
  fdatasync: "Hand over to the drive, data only",
  o_dsync: "Hand over every write",
};

/** What a person calls the mode; not the same on every system. */
export function modeLabel(mode: FlushModeId, os: OperatingSystem): string {
  return (os === "macos" ? macLabels[mode] : undefined) ?? commonLabels[mode];
}

const bufferedLabels: Partial<Record<FlushModeId, string>> = {
  o_direct: "Direct, buffered by btrfs on this kernel, not confirmed",
  o_direct_dsync: "Direct, buffered by btrfs on this kernel, confirmed",
};

/** The same in a finished report, which knows what the file system made of it. */
export function reportModeLabel(
  mode: FlushModeId,
  report: Pick<Report, "host" | "volume">,
): string {
  const buffered = buffersDirectWrites(report) ? bufferedLabels[mode] : undefined;
  return buffered ?? modeLabel(mode, report.host.os);
}

/** The call without the arguments every mode shares, for the narrow labels of a chart. */
export function shortCall(systemCall: string): string {
  return systemCall.replace(/\b(pwrite|WriteFile)\([^)]*\)/, "$1");
}

export const guaranteeWords: Readonly<Record<Guarantee, string>> = {
  none: "no promise",
  "os-crash": "survives a system crash",
  "power-loss": "survives a power cut",
  unknown: "promise not known",
};

export const kindWords: Readonly<Record<DriveKind, string>> = {
  nvme: "NVMe",
  "sata-ssd": "SATA SSD",
  "hard-disk": "Hard disk",
  usb: "USB",
  "memory-card": "Memory card",
  virtual: "Virtual drive",
  memory: "Memory",
  network: "Network",
  unknown: "Kind not known",
};

export const profileWords: Readonly<Record<ProfileName, string>> = {
  smoke: "Smoke test",
  quick: "Quick",
  standard: "Standard",
  thorough: "Thorough",
};

const systemWords: Readonly<Record<OperatingSystem, string>> = {
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
};

/** The system's own name and version; its family is put before a bare number. */
export function systemName({ os, osVersion }: HostFacts): string {
  return /^\d/.test(osVersion) ? `${systemWords[os]} ${osVersion}` : osVersion;
}
