import type { Report } from "#contract/report";
import { isMemory, isPlaceUnknown, isVirtualDrive, machineOf } from "../guarantee";

/** What people call the thing that keeps a volume. */
export type Thing = "drive" | "stick" | "card" | "external" | "group" | "memory";

/** What people call a single drive; "drive" is one inside the computer. */
export type Form = Exclude<Thing, "group" | "memory">;

/** Systems report every USB drive as removable, so only its model name shows that it is a stick. */
const nameOfStick =
  /flash (disk|drive)|flashdrive|stick|thumb|pen ?drive|cruzer|datatraveler|jumpdrive/i;

interface OnDrive {
  readonly host?: Pick<Report["host"], "os">;
  readonly volume: Pick<Report["volume"], "drive"> &
    Partial<Pick<Report["volume"], "system" | "fileSystem">>;
}

/**
 * What people call the thing that keeps the volume. A drive with the running system is a drive
 * inside the computer, even a Raspberry Pi's card, because it must not be pulled out. A group on a
 * Mac is one drive: a Fusion Drive, which is sold as one.
 */
export function thingOf({ host, volume: { drive, system, fileSystem = null } }: OnDrive): Thing {
  if (isMemory({ drive, fileSystem })) {
    return "memory";
  }
  if (isGroup(drive)) {
    return host?.os === "macos" ? "drive" : "group";
  }
  return system === true ? "drive" : formOf(drive);
}

/** What people call this single drive, even if the running system lies on it. */
export function formOf(drive: Report["volume"]["drive"]): Form {
  if (drive.kind === "memory-card" && drive.removable !== false) {
    return "card";
  }
  if (drive.kind === "usb") {
    return nameOfStick.test(drive.model ?? "") ? "stick" : "external";
  }
  return drive.bus === "usb" || drive.removable === true ? "external" : "drive";
}

/**
 * Whether a person pulls the drive out in the plug test. Never true for a group: a mirror would go
 * on with its other drive, prove nothing and lose its second copy.
 */
export function isPulledOut(report: OnDrive): boolean {
  const thing = thingOf(report);
  return thing === "stick" || thing === "card" || thing === "external";
}

/**
 * Whether one event can cut the power of all drives of the volume. False for a group that may be
 * external, because each of its drives may have a separate power supply.
 */
export function isCutAtOnce({ volume: { drive } }: OnDrive): boolean {
  return !isGroup(drive) || drive.removable === false;
}

/** Whether several drives work together, as in a RAID. Published figures are of single drives only. */
export function isGroup({ disks }: Report["volume"]["drive"]): boolean {
  return disks !== null && disks > 1;
}

/** Whether the volume lies on one real NVMe drive inside the computer, as all published curves do. */
export function isInnerNvme(report: Pick<Report, "host" | "volume">): boolean {
  return (
    report.volume.drive.kind === "nvme" &&
    machineOf(report.host) === null &&
    formOf(report.volume.drive) === "drive" &&
    !isGroup(report.volume.drive)
  );
}

/**
 * Whether somebody set up several drives as a group, in which case advice to use "another drive"
 * could be taken to mean one of the group.
 */
export function isMadeGroup(report: Pick<Report, "host" | "volume">): boolean {
  return thingOf(report) === "group";
}

/** What keeps the volume's files: a drive, a group of drives that somebody set up, or memory. */
export function placeOf(report: Pick<Report, "host" | "volume">): "drive" | "group" | "memory" {
  return isMemory(report.volume) ? "memory" : isMadeGroup(report) ? "group" : "drive";
}

/**
 * Whether the drive is a product that a shop sells. False for a network share, a virtual drive,
 * memory, an unknown drive and a group of drives that somebody set up.
 */
export function isSold(report: Pick<Report, "host" | "volume">): boolean {
  const { volume } = report;
  const { kind } = volume.drive;
  const isThing = kind !== "network" && kind !== "virtual" && !isMemory(volume);
  return isThing && !isMadeGroup(report) && !isPlaceUnknown(volume) && !isOfMachine(report);
}

/** Whether this is a virtual machine's built-in drive, not one that the machine passes through. */
export function isOfMachine(report: Pick<Report, "host" | "volume">): boolean {
  return machineOf(report.host) !== null && !isPulledOut(report);
}

/**
 * Hypervisors that people install on their own computer. All others also run at companies and
 * clouds, which also rent out Macs with Apple's hypervisor.
 */
const outerComputers: readonly OuterComputer[] = [
  { machine: "Parallels", kind: "mac" },
  { machine: "VirtualBox", kind: "computer" },
];

interface OuterComputer {
  readonly machine: string;
  readonly kind: "mac" | "computer";
}

/** A virtual machine's hypervisor and computer; `null` if a company may own the computer. */
export function ownOuterOf(report: Pick<Report, "host" | "volume">): OuterComputer | null {
  const name = isOfMachine(report) ? machineOf(report.host) : null;
  return outerComputers.find(({ machine }) => machine === name) ?? null;
}

/** Whether a virtual machine passes a real stick, card or external drive through to the system. */
export function isPassedOn(report: Pick<Report, "host" | "volume">): boolean {
  return machineOf(report.host) !== null && !isOfMachine(report);
}

/**
 * Whether a virtual machine's system sees a real drive: a passed-through one, or a built-in one
 * whose model is no hypervisor's.
 */
export function isRealDriveSeen(report: Pick<Report, "host" | "volume">): boolean {
  const { kind } = report.volume.drive;
  return isPassedOn(report) || kind === "nvme" || kind === "sata-ssd" || kind === "hard-disk";
}

/** Whether the drive itself is virtual, not a real one that a virtual machine passes through. */
export function isVirtualItself(report: Pick<Report, "host" | "volume">): boolean {
  return isVirtualDrive(report.volume, report.host) && !isPassedOn(report);
}

/**
 * What keeps the data: a drive, a group of drives, or something unseen, such as memory, another
 * computer or the software behind a virtual drive.
 */
export function dataPlaceOf(report: Pick<Report, "host" | "volume">) {
  const { volume } = report;
  const isUnseen =
    isMemory(volume) ||
    volume.drive.kind === "network" ||
    isVirtualItself(report) ||
    isPlaceUnknown(volume);
  return isUnseen ? "unseen" : isMadeGroup(report) ? "group" : "drive";
}

/** How a person brings back a drive that vanished. */
export type WayBack = "plug-in" | "put-in" | "restart" | "connect" | "reopen";

export function wayBackOf(report: Pick<Report, "host" | "volume">): WayBack {
  const { kind } = report.volume.drive;
  if (kind === "network") {
    return "connect";
  }
  if (isMemory(report.volume)) {
    // Not "restart", because a restart would empty the memory and with it the volume.
    return "reopen";
  }
  if (isPlaceUnknown(report.volume) || (kind === "virtual" && machineOf(report.host) === null)) {
    return "reopen";
  }
  if (isGroup(report.volume.drive)) {
    return report.volume.drive.removable === true ? "plug-in" : "restart";
  }
  if (isPulledOut(report)) {
    return thingOf(report) === "card" ? "put-in" : "plug-in";
  }
  const { drive, system } = report.volume;
  // A drive of unknown kind may also be inside the computer, behind a RAID controller.
  const mayBePluggedIn = kind === "unknown" && drive.removable !== false && system !== true;
  return mayBePluggedIn && !isOfMachine(report) ? "plug-in" : "restart";
}
