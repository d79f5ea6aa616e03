import type { Report } from "#contract/report";
import { isMemory, isPlaceUnknown, isVirtualDrive, machineOf } from "../guarantee";

/**
 * What people call the thing that keeps a volume: one of the forms of a single drive, a group of
 * several drives, or the computer's memory.
 */
export type Thing = "drive" | "stick" | "card" | "external" | "group" | "memory";

/** What people call a single drive; "drive" is one inside the computer. */
export type Form = Exclude<Thing, "group" | "memory">;

/**
 * Operating systems report every USB drive as removable, so only its model name identifies a stick.
 */
const nameOfStick =
  /flash (disk|drive)|flashdrive|stick|thumb|pen ?drive|cruzer|datatraveler|jumpdrive/i;

interface OnDrive {
  readonly host?: Pick<Report["host"], "os">;
  readonly volume: Pick<Report["volume"], "drive"> &
    Partial<Pick<Report["volume"], "system" | "fileSystem">>;
}

/**
 * What people call the thing that keeps the volume. A drive with the running system counts as a
 * drive inside the computer, even a Raspberry Pi's card, because it must not be pulled out. A group
 * on a Mac counts as one drive: it is a Fusion Drive, which is sold and used as one.
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
 * Whether the plug test cuts the power of the drive alone, because a person pulls it out. Never
 * true for a group: a mirror would continue on its other drive, proving nothing and losing its
 * second copy.
 */
export function isPulledOut(report: OnDrive): boolean {
  const thing = thingOf(report);
  return thing === "stick" || thing === "card" || thing === "external";
}

/**
 * Whether one event can cut the power of all drives below the volume. False for a group of drives
 * that may be external, because each may have a separate power supply.
 */
export function isCutAtOnce({ volume: { drive } }: OnDrive): boolean {
  return !isGroup(drive) || drive.removable === false;
}

/**
 * Whether several drives work together, as in a RAID or a Fusion Drive. The published figures are
 * of single drives and do not apply to a group.
 */
export function isGroup({ disks }: Report["volume"]["drive"]): boolean {
  return disks !== null && disks > 1;
}

/**
 * Whether the volume lies on a single real NVMe drive inside the computer, like all drives with
 * published curves (assets/reference-curves.json).
 */
export function isInnerNvme(report: Pick<Report, "host" | "volume">): boolean {
  return (
    report.volume.drive.kind === "nvme" &&
    machineOf(report.host) === null &&
    formOf(report.volume.drive) === "drive" &&
    !isGroup(report.volume.drive)
  );
}

/**
 * Whether several drives keep the volume because somebody set them up as a group, such as a RAID.
 * The words "another drive" could then mean a member of the group.
 */
export function isMadeGroup(report: Pick<Report, "host" | "volume">): boolean {
  return thingOf(report) === "group";
}

/** Whether a drive, a group of drives that somebody set up, or memory keeps the volume's files. */
export function placeOf(report: Pick<Report, "host" | "volume">): "drive" | "group" | "memory" {
  return isMemory(report.volume) ? "memory" : isMadeGroup(report) ? "group" : "drive";
}

/**
 * Whether the drive is a physical product: not a network share, virtual drive or RAM disk, nor a
 * folder whose place is not known, nor a group of drives that somebody set up.
 */
export function isSold(report: Pick<Report, "host" | "volume">): boolean {
  const { volume } = report;
  const { kind } = volume.drive;
  const isThing = kind !== "network" && kind !== "virtual" && !isMemory(volume);
  return isThing && !isMadeGroup(report) && !isPlaceUnknown(volume) && !isOfMachine(report);
}

/**
 * Whether this is a virtual machine's built-in drive, which cannot move to another computer, unlike
 * a stick or external drive that is passed through to the machine.
 */
export function isOfMachine(report: Pick<Report, "host" | "volume">): boolean {
  return machineOf(report.host) !== null && !isPulledOut(report);
}

/**
 * Hypervisors that people install on their own computer, and whether that computer is a Mac. All
 * other hypervisors also run at companies and clouds; clouds rent out Macs with Apple's hypervisor.
 */
const outerComputers: readonly OuterComputer[] = [
  { machine: "Parallels", kind: "mac" },
  { machine: "VirtualBox", kind: "computer" },
];

/** A hypervisor and the kind of computer that people run it on. */
interface OuterComputer {
  readonly machine: string;
  readonly kind: "mac" | "computer";
}

/**
 * The hypervisor of this virtual machine and the kind of computer that runs it; `null` if that
 * computer may belong to a company or cloud.
 */
export function ownOuterOf(report: Pick<Report, "host" | "volume">): OuterComputer | null {
  const name = isOfMachine(report) ? machineOf(report.host) : null;
  return outerComputers.find(({ machine }) => machine === name) ?? null;
}

/** Whether a virtual machine passes a real stick, card or external drive through to the system. */
export function isPassedOn(report: Pick<Report, "host" | "volume">): boolean {
  return machineOf(report.host) !== null && !isOfMachine(report);
}

/**
 * Whether the system in a virtual machine sees a real drive: a drive that the machine passes
 * through, or a built-in drive whose model is no hypervisor's.
 */
export function isRealDriveSeen(report: Pick<Report, "host" | "volume">): boolean {
  const { kind } = report.volume.drive;
  return isPassedOn(report) || kind === "nvme" || kind === "sata-ssd" || kind === "hard-disk";
}

/**
 * Whether the drive itself is virtual, and not a real one that a virtual machine passes through.
 */
export function isVirtualItself(report: Pick<Report, "host" | "volume">): boolean {
  return isVirtualDrive(report.volume, report.host) && !isPassedOn(report);
}

/**
 * What keeps the data: a real drive, a group of drives, or something that is not visible from here,
 * such as memory, another computer or the software behind a virtual drive.
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

/**
 * How a person can bring back a drive that vanished; an internal or remote drive cannot be plugged
 * in.
 */
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
  return kind === "unknown" && !isOfMachine(report) ? "plug-in" : "restart";
}
