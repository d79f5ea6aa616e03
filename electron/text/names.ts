import type { Guarantee, OperatingSystem } from "#contract/flush-mode";
import type { ProfileName } from "#contract/run-plan";
import type { DriveKind } from "#contract/volume";
import { messages } from "./messages";

/** Names for the contract's identifiers. */

type NameOf<Id extends string> = Readonly<Record<Id, () => string>>;

/** Names of the guarantees: promises, which no inspection proves. */
export const guaranteeNames: NameOf<Guarantee> = messages({
  none: "no promise",
  "os-crash": "promises to survive a system crash",
  "power-loss": "promises to survive a power cut",
  unknown: "promise not known",
});

/** The guarantees in a chart's legend, below its heading. */
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

/** Each name contains "inspection" or "test": people took "Quick" alone for a button or a remark. */
export const inspectionNames: NameOf<ProfileName> = messages({
  smoke: "Smoke test",
  quick: "Quick inspection",
  standard: "Standard inspection",
  thorough: "Thorough inspection",
});

export const profileNames: NameOf<ProfileName> = messages({
  smoke: "Smoke test",
  quick: "Quick",
  standard: "Standard",
  thorough: "Thorough",
});

/** Product names, the same in every language. */
export const systemNames: Readonly<Record<OperatingSystem, string>> = {
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
};
