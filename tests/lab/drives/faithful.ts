import {
  accusations,
  type DriveCase,
  flushes,
  flushModes,
  flushModesIn,
  nvme,
  simulated,
  virtualOnly,
  without,
} from "./drive-case";

/** Drives without a flaw: every finding against one of them is a false alarm. */

const onFile = { medium: "file", mebibytes: 384 } as const;

const asLaptopDrive = {
  ...nvme,
  must: ["flushes-seen", "data-verified-partly"],
  // The finding "too-fast-for-cache" may appear, because the disk below the laboratory can be of
  // any speed.
  mustNot: without("too-fast-for-cache"),
  saved: "Yes, as far as can be seen",
} as const;

/** ext4 and XFS need two flushes per append: one for the data, one for the file's new length. */
const appending = {
  figure: "append-flushes",
  mode: "fdatasync",
  from: 1.7,
  to: 2.3,
} as const;

const everyFlushCounted = {
  options: flushModes("none", "fsync", "fdatasync", "o_dsync", "o_direct"),
  expected: {
    ...virtualOnly,
    must: ["virtual-drive", "flushes-seen", "data-verified-partly"],
    mustNot: accusations,
    figures: [
      flushes("fdatasync", 0.95, 1.05),
      flushes("o_dsync", 0.95, 1.05),
      { figure: "fsync-flushes" },
      flushes("none", 0, 0.01),
      flushes("o_direct", 0, 0.05),
      appending,
    ],
  },
  asReal: [asLaptopDrive],
} satisfies Partial<DriveCase>;

export const faithfulDrives: readonly DriveCase[] = [
  {
    id: "ext4",
    title: "Faithful drive, ext4",
    truth: "Every flush reaches the disk below; the system can count it at each level.",
    faithful: true,
    recipe: { ...onFile, fileSystem: "ext4" },
    ...everyFlushCounted,
  },
  {
    id: "ext4-read-through",
    title: "Faithful drive whose image is read around the system's cache",
    truth: "Whatever is read from the loop device is read from the disk below.",
    faithful: true,
    recipe: { ...onFile, fileSystem: "ext4", directIo: true },
    options: flushModes("fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["virtual-drive", "flushes-seen", "data-verified"],
      mustNot: [...accusations, "data-verified-partly", "data-verified-uncounted"],
    },
  },
  {
    id: "xfs",
    title: "Faithful drive, XFS",
    truth: "As above; XFS sends its flushes by another way.",
    faithful: true,
    recipe: { ...onFile, fileSystem: "xfs" },
    ...everyFlushCounted,
  },
  {
    id: "btrfs-zstd",
    title: "Compressing file system (btrfs, zstd)",
    truth: "Each save becomes a new place and two flushes; the test's data cannot be compressed.",
    faithful: true,
    recipe: { ...onFile, fileSystem: "btrfs", mebibytes: 640, mountOptions: "compress=zstd" },
    options: flushModes("none", "fsync", "fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["virtual-drive", "flushes-seen", "data-verified-partly"],
      mustNot: accusations,
      figures: [
        flushes("fdatasync", 1.9, 2.2),
        flushes("fsync", 1.9, 2.2),
        flushes("none", 0, 0.1),
      ],
    },
    asReal: [asLaptopDrive],
  },
  {
    id: "busy",
    title: "Faithful drive on which another program saves all the time",
    truth: "The counters hold the other program's flushes as well; every save has one of its own.",
    faithful: true,
    recipe: { ...onFile, fileSystem: "ext4" },
    whileMeasuring: "is-busy",
    options: flushModes("fdatasync", "o_dsync"),
    expected: {
      ...virtualOnly,
      must: ["virtual-drive", "flushes-seen", "data-verified-partly"],
      mustNot: accusations,
      figures: [flushes("fdatasync", 0.95, 20)],
    },
  },
  {
    id: "honest-cache",
    title: "Volatile cache, flushes honoured",
    truth: "Nothing that was flushed is lost in a power cut; proven by cutting it.",
    faithful: true,
    survivesPowerCut: "all",
    recipe: simulated,
    flaws: ["flush-us 500"],
    // The profile "quick" is long enough for the verdict to notice a lasting slowdown, if there
    // were one.
    options: flushModesIn("quick", "none", "fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["virtual-drive", "flushes-seen", "data-verified-partly"],
      mustNot: accusations,
      figures: [flushes("fdatasync", 0.95, 1.05), flushes("none", 0, 0.01)],
    },
    asReal: [{ ...asLaptopDrive, mustNot: [...accusations, "virtual-drive"] }],
  },
  {
    id: "opaque",
    title: "Honest cache behind a program the system cannot look through",
    truth: "All saves survive. The system sees flushes enter the upper device and no further.",
    faithful: true,
    survivesPowerCut: "all",
    recipe: { ...simulated, visible: false },
    flaws: ["flush-us 500"],
    options: flushModes("fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["virtual-drive", "flushes-passed-on", "data-verified-uncounted"],
      mustNot: [...accusations, "flushes-seen", "no-evidence"],
    },
    asReal: [
      {
        kind: "unknown",
        bus: "unknown",
        writeCache: "unknown",
        must: ["flushes-passed-on"],
        mustNot: [...accusations, "flushes-seen", "no-evidence"],
        saved: "By promise only",
      },
    ],
  },
];
