import {
  accusations,
  type DriveCase,
  flushes,
  flushModes,
  hardDisk,
  nvme,
  simulated,
  unsafe,
  virtualOnly,
  without,
} from "./drive-case";

/** Drives that differ in whether a save can get lost between the program and permanent storage. */

/** Two drives of which the system shows the same facts, although one of them loses every save. */
const silentWriteThrough = {
  recipe: { ...simulated, visible: false, saysWriteThrough: true },
  options: flushModes("none", "fdatasync"),
  expected: {
    ...virtualOnly,
    must: ["virtual-drive", "no-evidence", "data-verified-uncounted"],
    mustNot: [...accusations, "flushes-seen", "no-volatile-cache"],
  },
  asReal: [
    {
      kind: "usb",
      bus: "usb",
      writeCache: "unknown",
      withoutFlushes: true,
      must: ["flushes-not-seen"],
      mustNot: ["flushes-seen", "flushes-missing", "no-volatile-cache", "no-evidence"],
      saved: "Not known",
    },
    {
      kind: "nvme",
      bus: "nvme",
      writeCache: "write-through",
      withoutFlushes: true,
      must: ["no-volatile-cache"],
      mustNot: ["flushes-seen", "flushes-missing"],
      saved: "Yes, as far as can be seen",
    },
  ],
} satisfies Partial<DriveCase>;

export const cachingDrives: readonly DriveCase[] = [
  {
    id: "hides-cache",
    title: "Hides a volatile cache (write through above a caching disk)",
    truth: "No flush is ever sent, and the disk below has a volatile cache: saves can be lost.",
    faithful: false,
    recipe: { medium: "file", fileSystem: "ext4", mebibytes: 256, saysWriteThrough: true },
    options: flushModes("none", "fsync", "fdatasync", "o_dsync", "o_direct"),
    expected: {
      ...unsafe,
      must: ["flushes-missing", "virtual-drive"],
      mustNot: ["flushes-seen", "no-volatile-cache", "nearest-published", "data-differs"],
      figures: (["none", "fsync", "fdatasync", "o_dsync", "o_direct"] as const).map((mode) =>
        flushes(mode, 0, 0),
      ),
    },
  },
  {
    ...silentWriteThrough,
    id: "without-cache",
    title: "No volatile cache, and says so",
    truth:
      "All saves survive without a flush. The kernel knows no more than of the next drive; a power cut tells them apart (power-cut/).",
    faithful: true,
    survivesPowerCut: "all",
    flaws: ["no-cache"],
  },
  {
    ...silentWriteThrough,
    id: "denies-cache",
    title: "Has a volatile cache and says it has none",
    truth:
      "All saves are lost. Nothing inside the system tells it from the drive before: as a USB drive it must be “not known”, as NVMe the drive's own word is all there is, until a power cut (power-cut/).",
    faithful: false,
    survivesPowerCut: "none",
    flaws: [],
  },
  {
    id: "ignores-flushes",
    title: "Takes flushes and ignores them, so that they cost nothing",
    truth:
      "All saves are lost. Every flush command arrives and is confirmed: only a speed that cannot be true gives it away, and only on a disk that turns; of an SSD only a power cut tells (power-cut/).",
    faithful: false,
    survivesPowerCut: "none",
    recipe: simulated,
    flaws: ["ignore-flushes"],
    options: flushModes("none", "fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["virtual-drive", "flushes-seen", "data-verified-partly"],
      mustNot: accusations,
      figures: [flushes("fdatasync", 0.95, 1.05)],
    },
    asReal: [
      {
        ...hardDisk,
        fromSavesPerSecond: 150,
        must: ["faster-than-disk-turns", "flushes-seen"],
        mustNot: ["flushes-missing", "slow-saves"],
        saved: "Not known",
      },
      {
        ...nvme,
        must: ["flushes-seen"],
        mustNot: ["flushes-missing"],
        saved: "Yes, as far as can be seen",
      },
    ],
  },
  {
    id: "swallows-flushes",
    title: "A layer between system and disk swallows the flushes",
    truth: "All saves are lost. Flushes enter the upper device and never come out below.",
    faithful: false,
    survivesPowerCut: "none",
    recipe: simulated,
    flaws: ["ignore-flushes", "forward-every 0"],
    options: flushModes("none", "fsync", "fdatasync"),
    expected: {
      ...unsafe,
      must: ["flushes-missing", "virtual-drive"],
      mustNot: ["flushes-seen", "no-evidence", "nearest-published", "data-differs"],
      figures: [flushes("fdatasync", 0, 0.02), flushes("fsync", 0, 0.02)],
    },
  },
  {
    id: "half-the-flushes",
    title: "A layer passes on only every other flush",
    truth: "Half of the saves are confirmed without the disk having been asked.",
    faithful: false,
    recipe: simulated,
    flaws: ["forward-every 2"],
    options: flushModes("fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["flushes-too-few", "virtual-drive"],
      mustNot: ["flushes-seen", "flushes-missing", "no-evidence", "data-differs"],
      figures: [flushes("fdatasync", 0.45, 0.55)],
    },
    asReal: [
      {
        kind: "sata-ssd",
        bus: "sata",
        writeCache: "write-back",
        must: ["flushes-too-few"],
        mustNot: ["flushes-seen"],
        saved: "Not known",
      },
    ],
  },
  {
    id: "no-barriers",
    title: "Mounted without write barriers (barrier=0)",
    truth: "All saves are lost: the drive would honour flushes and is sent none.",
    faithful: false,
    survivesPowerCut: "none",
    recipe: { ...simulated, mountOptions: "barrier=0" },
    options: flushModes("none", "fsync", "fdatasync"),
    expected: {
      ...unsafe,
      must: ["barriers-off", "virtual-drive", "data-verified-partly"],
      mustNot: without("barriers-off"),
      figures: [flushes("fdatasync", 0, 0.02)],
    },
  },
];
