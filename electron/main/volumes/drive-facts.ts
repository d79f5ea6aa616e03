import {
  type Drive,
  type DriveIdentity,
  type DriveKind,
  noIdentity,
  unknownDrive,
  type WriteCacheState,
} from "#contract/volume";
import type { BlockLevel } from "./block-device";
import type { DeviceStack } from "./device-stack";

type Devices = Pick<DeviceStack, "levels" | "complete">;

/** Makers and models that hypervisors and clouds give to their virtual drives. */
const virtualModels =
  /\b(qemu|vmware|vbox|virtualbox|bochs|xen)\b|^msft.*virtual|virtual (disk|hd)\b|^msft nvme|amazon elastic block|google ?persistent|^nvme_card|orcl-vbox|parallels|\bvirtio\b/i;

export function isVirtualModel(text: string): boolean {
  return virtualModels.test(text);
}

/** The bus in a device's canonical path, outermost bus first; the first match counts. */
const busPatterns: readonly (readonly [string, RegExp])[] = [
  ["usb", /\/usb\d+\//],
  ["iscsi", /\/session\d+\//],
  ["nvme-fabrics", /\/nvme-fabrics\//],
  ["nvme", /\/nvme\d+\/|\/nvme-subsystem\//],
  ["virtio", /\/virtio\d+\//],
  ["vmbus", /\/VMBUS:|\/vmbus[^/]*\//i],
  ["xen", /\/vbd-\d+\//],
  ["sata", /\/ata\d+\//],
  ["mmc", /\/mmc_host\//],
  ["scsi", /\/host\d+\//],
];

export function busOf(level: BlockLevel): string | null {
  const found = busPatterns.find(([, pattern]) => pattern.test(level.sysPath));
  // The kernel's virtual devices have no bus: the driver's name (loop, zram, nbd, rbd) stands for
  // it.
  return found?.[0] ?? /^[a-z]+/.exec(level.name)?.[0] ?? null;
}

/**
 * The kind of drive. The bus decides first: `rotational` only tells a SATA disk from a SATA SSD,
 * because virtual disks always report 1, and USB bridges may.
 */
function kindOf(level: BlockLevel, bus: string | null): DriveKind {
  if (level.layer === "memory") {
    return "memory";
  }
  if (isVirtualModel(modelOf(level) ?? "")) {
    return "virtual";
  }
  switch (bus) {
    case "usb":
      return "usb";
    case "nvme":
      return "nvme";
    case "virtio":
    case "vmbus":
    case "xen":
      return "virtual";
    case "mmc":
      return "memory-card";
    case "iscsi":
    case "nvme-fabrics":
    case "nbd":
    case "rbd":
    case "drbd":
      return "network";
    case "sata":
      return level.rotational === null ? "unknown" : level.rotational ? "hard-disk" : "sata-ssd";
    case "scsi":
      return level.rotational ? "hard-disk" : "unknown";
    default:
      return "unknown";
  }
}

/** Maker and model, without the maker "ATA", which comes from the kernel's libata. */
function modelOf(level: BlockLevel): string | null {
  const vendor =
    level.vendor === null || level.vendor === "ATA" || level.vendor.startsWith("0x")
      ? ""
      : level.vendor;
  const model = level.model ?? "";
  const text = model.startsWith(vendor) ? model : `${vendor} ${model}`;
  return text.trim() || null;
}

/** Physical disks, and memory that serves as a disk. */
export function leavesOf(stack: Pick<Devices, "levels">): BlockLevel[] {
  return stack.levels.filter(({ layer }) => layer === "disk" || layer === "memory");
}

/**
 * The drive under a volume; several disks count as one drive. Facts read from the disks count only
 * if every branch down to them is known.
 */
export function driveOf(
  stack: Devices,
  identities: ReadonlyMap<string, DriveIdentity> = new Map(),
): Drive {
  const loop = stack.levels.find(({ layer }) => layer === "loop");
  if (loop) {
    // The file system sees the loop device, whatever drive holds its image.
    return { ...unknownDrive, kind: "virtual", bus: "loop", removable: false };
  }
  const leaves = leavesOf(stack);
  const drive = driveOfParts(
    leaves.map((leaf) => {
      const bus = busOf(leaf);
      const removable = leaf.removable === true || bus === "usb" ? true : leaf.removable;
      const identity = identities.get(leaf.name) ?? noIdentity;
      return { model: modelOf(leaf), kind: kindOf(leaf, bus), bus, removable, ...identity };
    }),
  );
  return stack.complete ? drive : { ...drive, ...noIdentity, disks: null };
}

/** Combines the disks under one volume; a fact in which they differ is not known. */
export function driveOfParts(parts: readonly Omit<Drive, "disks">[]): Drive {
  const models = parts.map(({ model }) => model).filter((model) => model !== null);
  const [only = noIdentity, ...others] = parts;
  const { serial, firmware, capacityBytes, link, sectorBytes, hostMemoryBuffer } =
    others.length === 0 ? only : noIdentity;
  return {
    model: models.length === 0 ? null : [...new Set(models)].join(" + "),
    kind: theOnly(parts.map(({ kind }) => kind)) ?? "unknown",
    bus: theOnly(parts.map(({ bus }) => bus)),
    removable: parts.some(({ removable }) => removable === true)
      ? true
      : parts.length === 0 || parts.some(({ removable }) => removable === null)
        ? null
        : false,
    serial,
    firmware,
    capacityBytes,
    link,
    sectorBytes,
    hostMemoryBuffer,
    disks: parts.length === 0 ? null : parts.length,
  };
}

function theOnly<T>(values: readonly T[]): T | null {
  const distinct = [...new Set(values)];
  return distinct.length === 1 ? (distinct[0] ?? null) : null;
}

/**
 * Buses on which the kernel's "write through" means that the drive has no volatile cache. On USB
 * and SCSI it may mean that the kernel could not ask the drive; memory cards have no command for
 * this question. https://github.com/torvalds/linux/blob/master/drivers/scsi/sd.c
 */
const busesThatKnow = new Set<string | null>(["nvme", "sata", "virtio"]);

/** The kernel's setting for the volatile cache of the physical disks; see `VolumeFacts`. */
export function writeCacheOf(stack: Devices): WriteCacheState {
  const disks = leavesOf(stack);
  if (disks.some(({ writeCache }) => writeCache === "write-back")) {
    return "write-back";
  }
  const isKnown =
    stack.complete &&
    disks.length > 0 &&
    disks.every((disk) => busesThatKnow.has(busOf(disk))) &&
    stack.levels.every(({ writeCache }) => writeCache === "write-through");
  return isKnown ? "write-through" : "unknown";
}

/** The scheduler of the physical disks; `null` if they differ or none is known. */
export function schedulerOf(stack: Devices): string | null {
  return theOnly(leavesOf(stack).map(({ scheduler }) => scheduler));
}

const cryptTypes: Readonly<Record<string, string>> = {
  LUKS1: "LUKS",
  LUKS2: "LUKS",
  BITLK: "BitLocker",
  TCRYPT: "VeraCrypt",
  FVAULT2: "FileVault",
};

/**
 * `none` if the whole stack is known and has no encryption, `null` if not known. cryptsetup tags
 * its devices `CRYPT-<type>-…`; integrity checking without encryption has the same tag. Encryption
 * inside the drive or of single folders is not visible.
 */
export function encryptionOf(stack: Devices): string | null {
  for (const { mapperUuid } of stack.levels) {
    const type = /^CRYPT-([A-Z0-9]+)-/.exec(mapperUuid ?? "")?.[1];
    if (type !== undefined && type !== "VERITY" && type !== "INTEGRITY") {
      return cryptTypes[type] ?? "dm-crypt";
    }
  }
  return stack.complete && stack.levels.length > 0 ? "none" : null;
}

/**
 * Names under `/sys/block` of every level that counts flush requests. A flush that survives a power
 * cut passes all of them, so the engine takes the smallest increase among the levels as the number
 * that reached the disks. Empty if that conclusion does not hold: the stack is not fully known, a
 * disk has no counter, or fast and slow disks are mixed (a cache in front of a disk may rightly
 * absorb flushes).
 */
export function evidenceDevicesOf(stack: Devices): string[] {
  const disks = leavesOf(stack);
  const isEvidence =
    stack.complete &&
    disks.length > 0 &&
    disks.every(({ countsFlushes }) => countsFlushes) &&
    new Set(disks.map(({ rotational }) => rotational)).size === 1;
  return isEvidence
    ? stack.levels.filter(({ countsFlushes }) => countsFlushes).map(({ name }) => name)
    : [];
}

/**
 * The levels with flush counters of a stack that is not fully known, as far as it can be followed;
 * see `evidenceDevicesOf`. These counters say nothing about the levels below. Empty for a known
 * stack.
 */
export function followedDevicesOf(stack: Devices): string[] {
  return stack.complete
    ? []
    : stack.levels.filter(({ countsFlushes }) => countsFlushes).map(({ name }) => name);
}

/** Names of the physical disks; empty unless every branch down to them is known. */
export function diskDevicesOf(stack: Devices): string[] {
  return stack.complete ? leavesOf(stack).map(({ name }) => name) : [];
}
