import {
  accusations,
  type DriveCase,
  type Expected,
  flushes,
  flushModes,
  unsafe,
  verified,
  virtualOnly,
  without,
} from "./drive-case";

/** Volumes on which the mount alone decides the verdict, whatever the drive is. */

const inMemory: Expected = {
  ...unsafe,
  must: ["memory-file-system"],
  mustNot: [
    ...without("memory-file-system"),
    ...verified.slice(0, 2),
    ...(["flushes-seen", "flushes-passed-on", "no-evidence"] as const),
    ...(["virtual-drive", "nearest-published"] as const),
  ],
};

export const mounts: readonly DriveCase[] = [
  {
    id: "tmpfs",
    title: "File system in memory (tmpfs)",
    truth: "There is no drive; everything is gone with the power.",
    faithful: false,
    recipe: { medium: "memory", mebibytes: 256 },
    options: flushModes("none", "fsync"),
    expected: inMemory,
  },
  ...(["overlay", "file"] as const).map(
    (medium): DriveCase => ({
      id: `${medium}-in-memory`,
      title:
        medium === "overlay"
          ? "Overlay whose changes are kept in memory, as on a live system"
          : "Loop device whose image is kept in memory",
      truth: "There is no drive; everything is gone with the power.",
      faithful: false,
      recipe:
        medium === "overlay"
          ? { medium, inMemory: true }
          : { medium, inMemory: true, fileSystem: "ext4", mebibytes: 256 },
      options: flushModes("none", "fdatasync"),
      expected: inMemory,
    }),
  ),
  {
    id: "overlay",
    title: "Overlay on a faithful drive",
    truth: "The upper layer's drive gets every flush.",
    faithful: true,
    recipe: { medium: "overlay" },
    options: flushModes("none", "fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["virtual-drive", "flushes-seen", "data-verified-partly"],
      mustNot: accusations,
      figures: [flushes("fdatasync", 0.95, 1.05)],
    },
  },
  {
    id: "overlay-volatile",
    title: "Overlay that ignores requests to save (volatile)",
    truth: "The system drops every save before the drive hears of it.",
    faithful: false,
    recipe: { medium: "overlay", mountOptions: "volatile" },
    options: flushModes("none", "fdatasync"),
    expected: {
      ...unsafe,
      must: ["syncs-dropped", "virtual-drive"],
      mustNot: [...without("syncs-dropped"), "flushes-seen", "nearest-published"],
      figures: [flushes("fdatasync", 0, 0.01)],
    },
  },
  {
    id: "read-only",
    title: "Mounted read-only",
    truth: "Nothing can be written.",
    faithful: true,
    recipe: { medium: "file", fileSystem: "ext4", mebibytes: 256 },
    before: "is-made-read-only",
    options: flushModes("fdatasync"),
    expected: { refused: /only be read/ },
  },
  {
    id: "too-small",
    title: "Too small for the smallest inspection",
    truth: "There is no room for the test file and some to spare.",
    faithful: true,
    recipe: { medium: "file", fileSystem: "ext4", mebibytes: 64 },
    options: flushModes("fdatasync"),
    expected: { refused: /MB are free here/ },
  },
];
