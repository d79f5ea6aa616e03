import { buffersDirectWrites } from "../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import type { FlushModeId, Guarantee, OperatingSystem } from "../../electron/contract/flush-mode";
import type { HostFacts, Report } from "../../electron/contract/report";
import type { ProfileName } from "../../electron/contract/run-plan";
import type { DriveKind } from "../../electron/contract/volume";
import { modeLabel } from "../../electron/text/flush-modes";

/** Friendly words for what the contract names by identifier. The identifiers stand beside them. */

/** What a person calls the mode in a finished report, which knows what the file system made of it. */
export function reportModeLabel(
  mode: FlushModeId,
  report: Pick<Report, "host" | "volume">,
): string {
  return modeLabel(mode, report.host.os, buffersDirectWrites(report));
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
