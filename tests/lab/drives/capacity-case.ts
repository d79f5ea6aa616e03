import type { Capacity } from "#contract/workloads/capacity";
import type { FindingCode } from "../../helpers/finding-codes";
import { broken, type DriveCase, type Expected, simulated, without } from "./drive-case";

/** What the matrix rows of the capacity test have in common. */

const perMebibyte = 256;

/** The number of 4 KiB blocks in `mebibytes`. */
export const of = (mebibytes: number) => mebibytes * perMebibyte;

export const capacityCommon = {
  // Hides the disk below the drive's program from the system. Otherwise the system would count that
  // disk's reads, although the data does not come from that disk.
  recipe: { ...simulated, visible: false },
  options: ["--profile", "smoke", "--tests", "capacity"],
} as const;

type Told = Pick<DriveCase, "id" | "title" | "truth" | "flaws" | "whileMeasuring">;

/**
 * A row for a drive with a flaw; `must` lists the findings of which the report must contain all.
 */
export function flawed(
  drive: Told,
  result: Capacity["result"],
  must: readonly FindingCode[],
  more: Partial<Expected> = {},
): DriveCase {
  return {
    ...capacityCommon,
    ...drive,
    faithful: false,
    expected: {
      ...broken,
      must,
      mustNot: ["capacity-whole", "capacity-part", ...without(...must)],
      figures: [{ figure: "capacity", result }],
      ...more,
    },
  };
}

const error = { code: "drive-error", syscall: "pread", osCode: 5 } as const;

/** A row for a drive that fails a read, which ends the inspection with a drive error. */
export function unreadable(
  drive: Told,
  result: Capacity["result"],
  ...must: readonly FindingCode[]
): DriveCase {
  return flawed(drive, result, ["drive-error", ...must], { error });
}
