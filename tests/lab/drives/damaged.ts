import { capacityCommon, flawed, of, unreadable } from "./capacity-case";
import { accusations, type DriveCase } from "./drive-case";

/** Drives of their true size with a flaw that must not make them false, nor be overlooked. */

const damaged = (drive: Parameters<typeof flawed>[0]): DriveCase =>
  flawed(drive, "damaged", ["capacity-damaged"], {
    figures: [{ figure: "capacity", result: "damaged" }, { figure: "lost-blocks" }],
  });

export const damagedDrives: readonly DriveCase[] = [
  damaged({
    id: "true-bad-early",
    title: "Of its true size, with 12 bad MiB early",
    truth: "From the 20th MiB on 12 MiB read as zeros, whatever is written there.",
    flaws: [`bad-zeros ${of(20)} ${of(12)}`],
  }),
  damaged({
    id: "true-bad-middle",
    title: "Of its true size, with 12 bad MiB in the middle",
    truth: "From the 110th MiB on 12 MiB read as something else, whatever is written there.",
    flaws: [`bad-old ${of(110)} ${of(12)}`],
  }),
  damaged({
    id: "true-bad-late",
    title: "Of its true size, with 12 bad MiB late",
    truth: "From the 165th MiB on 12 MiB read as zeros; some 20 MiB after them are right.",
    flaws: [`bad-zeros ${of(165)} ${of(12)}`],
  }),
  damaged({
    id: "true-misdirected",
    title: "Of its true size, with 520 misdirected blocks",
    truth: "520 blocks from the 120th MiB on are written to the place of those from the 60th on.",
    flaws: [`bad-elsewhere ${of(120)} 520`],
  }),
  unreadable(
    {
      id: "true-bad-and-unreadable",
      title: "Of its true size, with 8 bad MiB and unreadable blocks after them",
      truth: "From the 100th MiB on 8 MiB read as zeros, and 4 MiB further on reading fails.",
      flaws: [`bad-zeros ${of(100)} ${of(8)}`, `bad-unreadable ${of(112)} 40`],
    },
    "damaged",
    "capacity-damaged",
  ),
  unreadable(
    {
      id: "true-unreadable",
      title: "Of its true size, and cannot read one block in the middle",
      truth: "Reading one block fails, all others are right.",
      flaws: [`unreadable ${of(110)}`],
    },
    "error",
  ),
  flawed(
    {
      id: "true-bad-and-stopped",
      title: "Of its true size, with 8 bad MiB, and stopped while it is read",
      truth: "From the 10th MiB on 8 MiB read as zeros; the reading is stopped some time later.",
      flaws: [`bad-zeros ${of(10)} ${of(8)}`, "slow-read-us 5000"],
      whileMeasuring: "is-stopped",
    },
    "damaged",
    ["capacity-damaged"],
  ),
  {
    ...capacityCommon,
    id: "true-stopped",
    title: "Of its true size, and stopped while it is read",
    truth: "The reading is stopped at some time; what was read is right.",
    faithful: true,
    flaws: ["slow-read-us 5000"],
    whileMeasuring: "is-stopped",
    expected: {
      exitCode: 130,
      saved: "Not known",
      grade: "unknown",
      must: ["capacity-part"],
      mustNot: ["capacity-whole", ...accusations],
      figures: [{ figure: "capacity", result: "part" }],
    },
  },
];
