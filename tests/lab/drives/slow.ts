import {
  accusations,
  type DriveCase,
  flushes,
  flushModes,
  flushModesIn,
  hardDisk,
  nvme,
  simulated,
  virtualOnly,
  without,
} from "./drive-case";

/** Drives that store what they confirm, but are slow. */

export const slowDrives: readonly DriveCase[] = [
  {
    id: "flush-20-ms",
    title: "Slow flusher: 20 ms",
    truth: "Each flush takes 20 ms, as on some laptops; at most 50 saves a second are possible.",
    faithful: true,
    survivesPowerCut: "all",
    recipe: simulated,
    flaws: ["flush-us 20000"],
    options: flushModes("fsync", "fdatasync", "o_dsync"),
    expected: {
      ...virtualOnly,
      must: ["slow-saves", "flushes-seen", "virtual-drive", "data-verified-partly"],
      mustNot: [...accusations, "long-pauses"],
      figures: [
        { figure: "true-latency", mode: "fdatasync", within: 0.1 },
        { figure: "true-latency", mode: "o_dsync", within: 0.1 },
        flushes("fdatasync", 0.95, 1.05),
        { figure: "fsync-flushes" },
      ],
    },
    asReal: [
      {
        ...nvme,
        must: ["slow-saves", "flushes-seen"],
        mustNot: accusations,
        saved: "Yes, as far as can be seen",
      },
    ],
  },
  {
    id: "flush-8-ms",
    title: "Slow flusher: 8 ms, as a hard disk",
    truth: "Each flush takes 8.3 ms, one turn of a disk of 7 200 turns a minute.",
    faithful: true,
    survivesPowerCut: "all",
    recipe: simulated,
    flaws: ["flush-us 8333"],
    options: flushModes("fdatasync", "o_dsync"),
    expected: {
      ...virtualOnly,
      must: ["slow-saves", "flushes-seen", "virtual-drive", "data-verified-partly"],
      mustNot: [...accusations, "long-pauses"],
      figures: [
        { figure: "true-latency", mode: "fdatasync", within: 0.1 },
        { figure: "true-latency", mode: "o_dsync", within: 0.1 },
      ],
    },
    asReal: [
      {
        ...hardDisk,
        must: ["slow-saves", "flushes-seen"],
        mustNot: accusations,
        saved: "Yes, as far as can be seen",
      },
    ],
  },
  {
    id: "cliff",
    title: "Becomes slow in the middle, as when a fast cache is full",
    truth:
      "Saves take 0.5 ms at first; from somewhere in the second round on each takes 40 ms more.",
    faithful: true,
    recipe: simulated,
    flaws: ["flush-us 500"],
    later: { after: /round 2/, flaws: ["slow-us 1 40000"] },
    options: flushModesIn("quick", "fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["saves-slowed", "slow-saves", "flushes-seen", "virtual-drive", "data-verified-partly"],
      mustNot: [...without("saves-slowed"), "figures-vary"],
      figures: [
        { figure: "slowdown", mode: "fdatasync", within: 0.1 },
        { figure: "both-rates", mode: "fdatasync" },
      ],
    },
  },
  {
    id: "stalls",
    title: "Stalls for a second now and then",
    truth: "Every 40th flush takes a second; between two of them all is quick.",
    faithful: true,
    recipe: simulated,
    flaws: ["flush-us 500", "stall-ms 40 1000"],
    options: flushModes("fdatasync"),
    expected: {
      ...virtualOnly,
      must: ["long-pauses", "flushes-seen", "virtual-drive", "data-verified-partly"],
      mustNot: accusations,
      figures: [
        { figure: "longest-latency", mode: "fdatasync", within: 0.1 },
        { figure: "worst-window", mode: "fdatasync", withinMs: 100 },
        { figure: "pauses-told", mode: "fdatasync" },
      ],
    },
  },
];
