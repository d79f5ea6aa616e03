import { sameDrive, tellingSerial } from "#analysis/drive-identity";
import type { WitnessDrive } from "#contract/power-cut/witness";
import type { Volume } from "#contract/volume";
import { witnessChoice } from "#text/power-cut/witness";
import { tellAll } from "#text/statements";

/** `unknown` if the system does not report whether two volumes share a physical drive. */
export type DriveRelation = "same" | "different" | "unknown";

/**
 * Compares the known facts about the drives below two volumes: the names of the disks, and serial
 * numbers, models and sizes. Only Linux's names (`evidenceDevices`) prove different drives. On
 * other systems only a difference in kind, bus or model proves them, because such a system names
 * the namespaces of one drive differently; two drives of one model without serial numbers cannot be
 * distinguished.
 */
export function driveRelation(a: Volume, b: Volume): DriveRelation {
  if (a.mountPoint === b.mountPoint || (a.device !== null && a.device === b.device)) {
    return "same";
  }
  const disksOfA = a.evidenceDevices.map(controllerOf);
  const disksOfB = b.evidenceDevices.map(controllerOf);
  const share = (one: readonly string[], other: readonly string[]) =>
    one.some((disk) => other.includes(disk));
  if (share(disksOfA, disksOfB) || share(a.physicalDisks, b.physicalDisks)) {
    return "same";
  }
  const isOne = sameDrive(a.drive, b.drive);
  if (isOne === true) {
    return "same";
  }
  if (!isPhysical(a) || !isPhysical(b)) {
    return "unknown";
  }
  if (disksOfA.length > 0 && disksOfB.length > 0) {
    return "different";
  }
  const serial = tellingSerial(a.drive);
  if (serial !== null && serial === tellingSerial(b.drive)) {
    // An equal serial number proves nothing if other facts differ: a dock reports one number for
    // several drives, and a drive with namespaces looks like several.
    return "unknown";
  }
  const differs = (of: (volume: Volume) => string | null) => {
    const [one, other] = [of(a), of(b)];
    return one !== null && other !== null && one !== other;
  };
  return isOne === false || differs(({ drive }) => drive.kind) || differs(({ drive }) => drive.bus)
    ? "different"
    : "unknown";
}

/**
 * The drive that a disk belongs to: the NVMe namespaces `nvme0n1` and `nvme0n2` are one drive,
 * `nvme0`.
 */
function controllerOf(disk: string): string {
  return /^(nvme\d+)(c\d+)?n\d+$/.exec(disk)?.[1] ?? disk;
}

/**
 * Whether a physical drive holds the volume: two virtual disks may be files on one drive, and
 * memory and servers are no drives.
 */
function isPhysical({ drive }: Volume): boolean {
  return !["virtual", "memory", "network", "unknown"].includes(drive.kind);
}

/** Free space that a witness file needs, in bytes: its largest size, with a margin. */
const neededBytes = 128 * 1024 * 1024;

/** Whether `candidate` can be the witness of a plug test on `tested`, with any warnings. */
export function judgeWitnessDrive(candidate: Volume, tested: Volume): WitnessDrive {
  const relation = driveRelation(candidate, tested);
  if (relation === "same") {
    return refused(witnessChoice.sameDrive());
  }
  if (candidate.drive.kind === "memory") {
    return refused(witnessChoice.memory());
  }
  if (candidate.drive.kind === "network") {
    return refused(witnessChoice.network());
  }
  // A volume that is too small for an inspection may still take a few lines of text.
  if (candidate.untestable && candidate.untestable.code !== "no-space") {
    return refused(tellAll(candidate.untestable.statements));
  }
  if (candidate.freeBytes !== null && candidate.freeBytes < neededBytes) {
    return refused(witnessChoice.noSpace());
  }
  const warnings = [witnessChoice.weaker()];
  if (relation === "unknown") {
    warnings.push(witnessChoice.maybeSame());
  }
  return { usable: true, warnings };
}

/**
 * Why this computer cannot be the witness; `null` if it can. It must not run from the tested drive,
 * nor lose its power together with that drive.
 */
export function whyNotThisComputer(tested: Volume): string | null {
  if (tested.system) {
    return witnessChoice.systemDrive();
  }
  return tested.drive.removable === true ? null : witnessChoice.noCable();
}

function refused(reason: string): WitnessDrive {
  return { usable: false, reason };
}
