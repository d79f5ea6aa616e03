import { posix } from "node:path";
import type { WriteCacheState } from "#contract/volume";
import type { SystemAccess } from "./system-access";
import { udevProperty } from "./udev";

/** The calls needed to read `/proc` and `/sys`. */
export type SysReader = Pick<SystemAccess, "readFile" | "readdir" | "realpath" | "stat">;

/**
 * `disk` is the bottom of the stack as far as this system can see; `mapper` is device-mapper (LVM,
 * dm-crypt) and everything else with `slaves`; `multipath` is the shared head of an NVMe drive;
 * `memory` is a compressed or plain RAM disk.
 */
export type BlockLayer = "disk" | "mapper" | "raid" | "loop" | "multipath" | "memory";

export interface BlockLevel {
  /** Name under `/sys/block`. */
  readonly name: string;
  /** `major:minor`; `null` for the hidden path devices of an NVMe drive. */
  readonly deviceNumber: string | null;
  /** Canonical path below `/sys/devices`; its parts show the bus. */
  readonly sysPath: string;
  readonly layer: BlockLayer;
  /** Whether field 16 of this device's `stat` counts flush requests. */
  readonly countsFlushes: boolean;
  /** The kernel's setting for this device's volatile write cache. */
  readonly writeCache: WriteCacheState;
  readonly scheduler: string | null;
  readonly rotational: boolean | null;
  readonly removable: boolean | null;
  readonly vendor: string | null;
  readonly model: string | null;
  /** Device-mapper's tag, e.g. `CRYPT-LUKS2-…` or `LVM-…`. */
  readonly mapperUuid: string | null;
}

/** A sysfs or procfs file without surrounding white space; `null` if missing or unreadable. */
export async function readAttribute(
  sys: Pick<SystemAccess, "readFile">,
  path: string,
): Promise<string | null> {
  try {
    return (await sys.readFile(path)).trim();
  } catch {
    // The driver decides which attributes a device has.
    return null;
  }
}

/** Names of the folder's entries; empty if the folder is missing or cannot be read. */
export async function readNames(sys: SysReader, path: string): Promise<string[]> {
  try {
    return await sys.readdir(path);
  } catch {
    return [];
  }
}

/**
 * Linux 5.5 and later end `stat` with the completed flush requests and their time (fields 16 and
 * 17). https://docs.kernel.org/block/stat.html
 */
const statFieldsWithFlushes = 17;

/** Reads a whole disk, not a partition; `sysPath` is its canonical path. */
export async function readBlockLevel(sys: SysReader, sysPath: string): Promise<BlockLevel> {
  const name = posix.basename(sysPath);
  const attribute = (path: string) => readAttribute(sys, `${sysPath}/${path}`);
  const [
    stat,
    cache,
    scheduler,
    rotational,
    removable,
    type,
    vendor,
    model,
    mmcName,
    uuid,
    number,
  ] = await Promise.all([
    attribute("stat"),
    attribute("queue/write_cache"),
    attribute("queue/scheduler"),
    attribute("queue/rotational"),
    attribute("removable"),
    attribute("device/type"),
    attribute("device/vendor"),
    attribute("device/model"),
    attribute("device/name"),
    attribute("dm/uuid"),
    attribute("dev"),
  ]);
  const [slaves, queues] = await Promise.all([
    readNames(sys, `${sysPath}/slaves`),
    readNames(sys, `${sysPath}/mq`),
  ]);
  const layer = layerOf(name, sysPath, slaves.length > 0);
  // The file `name` means something else on devices that are no memory card.
  const shortModel = (name.startsWith("mmcblk") ? mmcName : model) || null;
  return {
    name,
    deviceNumber: number,
    sysPath,
    layer,
    // Only devices with request queues count flushes; device-mapper, md and similar drivers pass
    // bios on directly. dm-multipath has queues, but the paths' counters are more exact.
    countsFlushes:
      queues.length > 0 &&
      layer !== "mapper" &&
      layer !== "raid" &&
      (stat?.split(/\s+/).length ?? 0) >= statFieldsWithFlushes,
    writeCache:
      cache === "write back"
        ? "write-back"
        : cache === "write through"
          ? "write-through"
          : "unknown",
    scheduler: activeScheduler(scheduler ?? ""),
    rotational: rotational === null ? null : rotational === "1",
    // For a memory card the kernel reports 0, because it sees only the reader: an "SD" card can be
    // removed, an "MMC" is soldered to most boards.
    removable: type === "SD" || (removable === null ? null : removable === "1"),
    vendor: vendor === "" ? null : vendor,
    model: await fullModel(sys, number, shortModel),
    mapperUuid: uuid === "" ? null : uuid,
  };
}

/** Asks udev, because SCSI truncates a model after 16 characters, also for SATA drives. */
async function fullModel(
  sys: SysReader,
  deviceNumber: string | null,
  shortModel: string | null,
): Promise<string | null> {
  if (deviceNumber === null || shortModel === null) {
    return shortModel;
  }
  const longModel = await udevProperty(sys, deviceNumber, "ID_MODEL_ENC");
  return longModel?.startsWith(shortModel) ? longModel : shortModel;
}

function layerOf(name: string, sysPath: string, hasSlaves: boolean): BlockLayer {
  if (/^loop\d+$/.test(name)) {
    return "loop";
  }
  if (/^md\d/.test(name) || name.startsWith("md_")) {
    return "raid";
  }
  if (/^dm-\d+$/.test(name) || hasSlaves) {
    return "mapper";
  }
  // RAM disks, and the kernel's test drives null_blk and scsi_debug.
  if (/^(zram|ram|nullb)\d+$/.test(name) || sysPath.startsWith("/sys/devices/pseudo_0/")) {
    return "memory";
  }
  // An NVMe drive that several controllers can serve has a head device under its subsystem, not
  // under a controller; this device only passes requests on.
  return sysPath.includes("/nvme-subsystem/") ? "multipath" : "disk";
}

/** The active scheduler, in brackets in the kernel's list: `none [mq-deadline] kyber`. */
export function activeScheduler(text: string): string | null {
  return /\[([^\]]+)\]/.exec(text)?.[1] ?? (text === "none" ? "none" : null);
}

/**
 * A number from `stat(2)` as `major:minor`, split as glibc does.
 * https://man7.org/linux/man-pages/man3/makedev.3.html
 */
export function deviceNumberOf(dev: number): string {
  const bits = BigInt(dev);
  const major = ((bits >> 8n) & 0xfffn) | ((bits >> 32n) & 0xfffff000n);
  const minor = (bits & 0xffn) | ((bits >> 12n) & 0xffffff00n);
  return `${major}:${minor}`;
}

/** The nearest USB device above a disk: `…/usb2/2-1/2-1.4/2-1.4:1.0/host6/…` gives `2-1.4`. */
export function portIn(sysPath: string): string | null {
  return (
    sysPath
      .split("/")
      .filter((name) => /^\d+-\d+(\.\d+)*$/.test(name))
      .at(-1) ?? null
  );
}
