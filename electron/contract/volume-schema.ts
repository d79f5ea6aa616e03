import { z } from "zod";
import { count } from "./measures";
import { shownName, shownPlace } from "./shown-name";
import { paragraphSchema } from "./statement";

export const driveKinds = [
  "nvme",
  "sata-ssd",
  "hard-disk",
  "usb",
  "memory-card",
  "virtual",
  "memory",
  "network",
  "unknown",
] as const;
export type DriveKind = (typeof driveKinds)[number];

const speed = z.number().positive();

/** The speed at which a drive is connected now; `most`: the drive's highest. */
export const linkSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("pcie"),
    /** Speed of one lane; 8 is PCIe 3.0, and each generation doubles it. */
    gigatransfersPerSecond: speed,
    lanes: count,
    most: z.object({ gigatransfersPerSecond: speed, lanes: count }).nullable(),
  }),
  z.object({ type: z.literal("sata"), gigabitsPerSecond: speed }),
  z.object({ type: z.literal("usb"), megabitsPerSecond: speed }),
]);
export type Link = z.infer<typeof linkSchema>;

export const driveSchema = z.object({
  /** Maker and model as the drive reports them. */
  model: shownName.nullable(),
  kind: z.enum(driveKinds),
  /** The system's name of the bus: `nvme`, `sata`, `usb`, `virtio`, … */
  bus: shownName.nullable(),
  removable: z.boolean().nullable(),
  serial: shownName.nullable().default(null),
  firmware: shownName.nullable().default(null),
  /** Capacity of the whole drive, which may hold several volumes. */
  capacityBytes: count.nullable().default(null),
  link: linkSchema.nullable().default(null),
  sectorBytes: z.object({ logical: count, physical: count }).nullable().default(null),
  /** Whether an NVMe drive without DRAM uses some of the computer's memory; `null` if not known. */
  hostMemoryBuffer: z.boolean().nullable().default(null),
  /** Number of drives below the volume; with several, no serial number is shown. */
  disks: count.nullable().default(null),
});
export type Drive = z.infer<typeof driveSchema>;

export const writeCacheStates = ["write-back", "write-through", "unknown"] as const;
export type WriteCacheState = (typeof writeCacheStates)[number];

/** Facts known without administrator rights; `null` is "not known". */
export const volumeFactsSchema = z.object({
  mountPoint: shownPlace,
  fileSystem: shownName.nullable(),
  mountOptions: shownPlace.nullable(),
  /** The system's name of the device, such as `/dev/nvme0n1p2` or `C:`. */
  device: shownPlace.nullable(),
  totalBytes: count.nullable(),
  freeBytes: count.nullable(),
  /** Name of the encryption in use (`LUKS`, `FileVault`, `BitLocker`), `none`, or `null`. */
  encryption: shownName.nullable(),
  drive: driveSchema,
  /**
   * The system's view of the drive's volatile write cache. On a stack of devices it is `write-back`
   * as soon as one physical disk has such a cache.
   */
  writeCache: z.enum(writeCacheStates),
  /**
   * Windows: whether the driver confirms flushes without passing them to the drive, because “Turn
   * off Windows write-cache buffer flushing on the device” is ticked. `null` if not known, or
   * without such a setting.
   */
  flushesTurnedOff: z.boolean().nullable().default(null),
  /** Whether this is the volume of the running system; `null` if not known. */
  system: z.boolean().nullable().default(null),
  scheduler: shownName.nullable(),
  /**
   * The file systems below the volume's own: the one that holds an overlay's changes or a loop
   * device's image. `null` if the file system or program that stores the files cannot be found.
   */
  lowerMounts: z
    .array(z.object({ fileSystem: shownName.nullable(), mountOptions: shownPlace.nullable() }))
    .max(100)
    .nullable()
    .default([]),
});
export type VolumeFacts = z.infer<typeof volumeFactsSchema>;

export const untestableCodes = [
  "read-only",
  "network-mount",
  "no-permission",
  "no-space",
  "space-unknown",
  "not-testable",
] as const;

/** A volume in the list that the person sees. */
export const volumeSchema = volumeFactsSchema.extend({
  /** Identifies the volume while it is mounted; the renderer passes this id instead of a path. */
  id: z.string(),
  /** The name that a person sees: the label, the model, or the last part of the path. */
  name: z.string(),
  /** The folder the test file is made in: the mount point or a writable folder on it. */
  directory: z.string(),
  /** Whether the person chose the folder; false if the program found it. */
  chosen: z.boolean(),
  system: z.boolean(),
  /** Why the volume cannot be tested; `null` if it can. */
  untestable: z.object({ code: z.enum(untestableCodes), statements: paragraphSchema }).nullable(),
  /**
   * Linux: names under `/sys/block` of the devices with flush counters, from the file system down
   * to the physical disks. Empty if these counters cannot prove that a flush reached the disks.
   */
  evidenceDevices: z.array(z.string()),
  /**
   * Linux: for a stack that cannot be followed to the disks, the devices with flush counters from
   * the file system down to the last known device. Empty if `evidenceDevices` is not.
   */
  followedDevices: z.array(z.string()),
  /**
   * Linux: names under `/sys/block` of the physical disks alone, whose counters show how much was
   * read. Empty unless every path down to the disks is known.
   */
  diskDevices: z.array(z.string()),
  /**
   * The physical drives under the names that the system's own programs use: `nvme0n1`, `disk0`,
   * `\\\\.\\PhysicalDrive0`. Empty unless every path down to the drives is known. On Windows also
   * the disk of a storage space, which is no drive but has the same settings and a name of this
   * kind.
   */
  physicalDisks: z.array(z.string()),
});
export type Volume = z.infer<typeof volumeSchema>;
