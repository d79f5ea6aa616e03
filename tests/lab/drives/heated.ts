import {
  accusations,
  type DriveCase,
  flushModesIn,
  simulated,
  virtualOnly,
  without,
} from "./drive-case";

/** Drives that show their temperature. From 84 °C on they report that they are too hot. */

const common = {
  faithful: true,
  recipe: { ...simulated, mebibytes: 512 },
  hasSensor: true,
  options: flushModesIn("standard", "fdatasync"),
} as const;
const usual = ["flushes-seen", "virtual-drive", "data-verified-partly"] as const;

export const heatedDrives: readonly DriveCase[] = [
  {
    ...common,
    id: "throttles-at-once",
    title: "Becomes hot and slows down at once",
    truth:
      "It warms up by 0.7 degrees in each second of work. At its limit a save takes 40 ms more.",
    flaws: ["flush-us 500", "heat-mc 81500 700", "throttle-us 40000 0"],
    expected: {
      ...virtualOnly,
      must: ["throttled", ...usual],
      mustNot: without("throttled"),
      figures: [{ figure: "temperatures", toCelsius: 85 }],
    },
  },
  {
    ...common,
    id: "throttles-by-and-by",
    title: "Becomes hot and slows down more and more",
    truth:
      "From two degrees below its limit on saves take longer, at the limit 40 ms more. At the fall it has not reached the limit, so that heat is only said to be a possible reason.",
    flaws: ["flush-us 500", "heat-mc 80100 1000", "throttle-us 40000 2000"],
    expected: {
      ...virtualOnly,
      must: ["saves-slowed", ...usual],
      mustNot: without("saves-slowed"),
      // The drive warms up while it saves, so how hot it becomes depends on the computer's speed.
      figures: [{ figure: "temperatures", toCelsius: 84, withinCelsius: 2 }],
    },
  },
  {
    ...common,
    id: "hot-and-uneven",
    title: "Hot all the time, and uneven",
    truth: "It is at its limit from the beginning; each save takes 0.5 to 4.5 ms, as if by chance.",
    flaws: ["flush-us 500", "jitter-us 4000", "heat-mc 84500 0"],
    expected: {
      ...virtualOnly,
      must: [...usual],
      mustNot: accusations,
      figures: [{ figure: "temperatures", toCelsius: 85 }],
    },
  },
  {
    ...common,
    id: "slows-down-cool",
    title: "Slows down and stays cool",
    truth:
      "As a drive whose fast cache is full: 40 ms more for a save from the second round on, at 45 °C.",
    flaws: ["flush-us 500", "heat-mc 45000 100"],
    later: { after: /round 2/, flaws: ["slow-us 1 40000"] },
    expected: {
      ...virtualOnly,
      must: ["saves-slowed", ...usual],
      mustNot: without("saves-slowed"),
      figures: [{ figure: "temperatures", toCelsius: 46 }],
    },
  },
];
