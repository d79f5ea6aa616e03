import type { Recipe } from "../fixture/build";
import { capacityCommon, flawed, of, unreadable } from "./capacity-case";
import { accusations, type DriveCase, virtualOnly } from "./drive-case";

/**
 * Drives that are smaller than they say, and slow drives that are not. The false ones count the
 * blocks that the test writes and lose those beyond the true size, so the offset in the free space
 * from which data is lost is known. In false-by-address.ts the addresses decide what is lost.
 */

interface FalseDrive {
  readonly id: string;
  readonly title: string;
  readonly truth: string;
  /**
   * The MiB that the drive keeps; given if reads return data of other blocks, which proves the
   * drive false.
   */
  readonly mebibytes?: number;
  readonly flaws: readonly string[];
}

function falseDrive({ mebibytes, ...drive }: FalseDrive): DriveCase {
  return mebibytes === undefined
    ? flawed(drive, "false-or-damaged", ["capacity-false-or-damaged"])
    : flawed(drive, "false", ["capacity-false"], {
        figures: [{ figure: "capacity", result: "false", fromMebibytes: mebibytes }],
      });
}

function trueDrive(
  id: string,
  title: string,
  truth: string,
  flaws: readonly string[],
  recipe: Recipe = capacityCommon.recipe,
): DriveCase {
  return {
    ...capacityCommon,
    id,
    title,
    truth,
    faithful: true,
    recipe,
    flaws,
    expected: {
      ...virtualOnly,
      must: ["capacity-whole"],
      mustNot: accusations,
      figures: [{ figure: "capacity", result: "whole" }],
    },
  };
}

export const capacityDrives: readonly DriveCase[] = [
  falseDrive({
    id: "false-wrap-odd",
    title: "Begins anew after an odd size",
    truth: "What is written beyond 53 MiB and some blocks replaces what came as much before it.",
    mebibytes: 53,
    flaws: [`false-wrap ${of(53) + 77}`],
  }),
  falseDrive({
    id: "false-wrap-offset",
    title: "Begins anew at an offset of its own",
    truth: "The first 5 MiB stay; beyond 48 MiB everything goes round in the rest.",
    mebibytes: 48,
    flaws: [`false-wrap ${of(48)} ${of(5)}`],
  }),
  falseDrive({
    id: "false-wrap-last-part",
    title: "Writes everything more onto its last part",
    truth: "What is written beyond 60 MiB goes round in the 8 MiB before it.",
    mebibytes: 60,
    flaws: [`false-wrap ${of(60)} ${of(52)}`],
  }),
  falseDrive({
    id: "false-ones",
    title: "Drops what is beyond its size, and reads 0xFF there",
    truth: "It keeps 41 MiB.",
    flaws: [`false-ones ${of(41)}`],
  }),
  falseDrive({
    id: "false-within-block",
    title: "Its size ends within a block",
    truth: "It keeps 36 MiB and the first 1 000 bytes of one more block.",
    flaws: [`false-zeros ${of(36)} 1000`],
  }),
  falseDrive({
    id: "false-every-second",
    title: "Loses every second block beyond its size",
    truth: "It keeps 44 MiB, and of the rest every other block.",
    flaws: [`false-every-second ${of(44)}`],
  }),
  falseDrive({
    id: "false-cached-zeros",
    title: "Drops what is beyond its size, and answers the last part from a memory",
    truth: "It keeps 64 MiB; a memory of 8 MiB answers what was written last.",
    flaws: [`false-zeros ${of(64)}`, `cached-blocks ${of(8)}`],
  }),
  falseDrive({
    id: "false-cached-tail",
    title: "All that it lost is in its memory while it is first read",
    truth: "It keeps 170 MiB; a memory of 40 MiB answers what was written last.",
    flaws: [`false-zeros ${of(170)}`, `cached-blocks ${of(40)}`],
  }),
  falseDrive({
    id: "false-cached-wrap",
    title: "Begins anew, and answers the last part from a memory",
    truth: "It keeps 50 MiB; a memory of 8 MiB answers what was written last.",
    mebibytes: 50,
    flaws: [`false-wrap ${of(50)}`, `cached-blocks ${of(8)}`],
  }),
  unreadable(
    {
      id: "false-read-error",
      title: "Drops what is beyond its size, and fails to read it",
      truth: "It keeps 50 MiB. What was seen is an error of the drive, which is told as one.",
      flaws: [`false-read-error ${of(50)}`],
    },
    "error",
  ),
  flawed(
    {
      id: "true-damaged",
      title: "Of its true size, and loses one block",
      truth: "The writes to one block do nothing.",
      flaws: [`lose ${of(30)}`],
    },
    "damaged",
    ["capacity-damaged"],
  ),
  trueDrive(
    "true-slow-writes",
    "Of its true size, and slow to write",
    "Each block takes 0.1 ms from the 30th MiB on.",
    [`slow-us ${of(30)} 100`],
  ),
  trueDrive(
    "true-stalling",
    "Of its true size, and stalling",
    "Every fifth flush takes a second.",
    ["stall-ms 5 1000"],
  ),
  trueDrive("true-slow-reads", "Of its true size, and slow to read", "Each read takes 5 ms more.", [
    "slow-read-us 5000",
  ]),
  {
    ...capacityCommon,
    id: "thin",
    title: "Accepts more than it can store",
    truth: "As a volume does whose own store is full: from 50 MiB on there is no space.",
    faithful: true,
    flaws: [`full-after ${of(50)}`],
    expected: {
      ...virtualOnly,
      must: ["capacity-part"],
      mustNot: accusations,
      figures: [{ figure: "capacity", result: "part" }],
    },
  },
  trueDrive("true-xfs", "Of its true size, XFS", "Nothing is wrong with it.", [], {
    ...capacityCommon.recipe,
    fileSystem: "xfs",
    mebibytes: 320,
  }),
  trueDrive("true-btrfs", "Of its true size, btrfs", "Nothing is wrong with it.", [], {
    ...capacityCommon.recipe,
    fileSystem: "btrfs",
    mebibytes: 320,
  }),
];
