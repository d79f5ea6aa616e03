import type { Guarantee, OperatingSystem } from "#contract/flush-mode";
import type { ProfileName } from "#contract/run-plan";
import type { DriveKind } from "#contract/volume";
import { messages } from "./messages";

/** Friendly names for what the contract names by identifier. */

type NameOf<Id extends string> = Readonly<Record<Id, () => string>>;

/** What a way of saving promises, which no inspection proves. */
export const guaranteeNames: NameOf<Guarantee> = messages({
  none: "no promise",
  "os-crash": "promises to survive a system crash",
  "power-loss": "promises to survive a power cut",
  unknown: "promise not known",
});

/** The same for a chart's legend, after its heading; what a program wrote survives its own crash. */
export const guaranteeLegend = messages({
  heading: "Promises to survive:",
  none: "program crash",
  "os-crash": "system crash",
  "power-loss": "power cut",
  unknown: "not known",
});

export const driveKindNames: NameOf<DriveKind> = messages({
  nvme: "NVMe",
  "sata-ssd": "SATA SSD",
  "hard-disk": "Hard disk",
  usb: "USB",
  "memory-card": "Memory card",
  virtual: "Virtual drive",
  memory: "Memory",
  network: "Network",
  unknown: "Kind not known",
});

export const profileNames: NameOf<ProfileName> = messages({
  smoke: "Smoke test",
  quick: "Quick",
  standard: "Standard",
  thorough: "Thorough",
});

/** Makers' names, the same in every language. */
export const systemNames: Readonly<Record<OperatingSystem, string>> = {
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
};
