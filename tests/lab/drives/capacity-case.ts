import type { Capacity } from "#contract/workloads/capacity";
import type { FindingCode } from "../../helpers/finding-codes";
import { broken, type DriveCase, type Expected, simulated, without } from "./drive-case";

/** Common parts of the rows for drives in the capacity test. */

const perMebibyte = 256;

/** The number of 4 KiB blocks in `mebibytes`. */
export const of = (mebibytes: number) => mebibytes * perMebibyte;

export const capacityCommon = {
  // The system must not see the disk below the drive's program: it would count that disk's reads,
  // although the data does not come from that disk.
  recipe: { ...simulated, visible: false },
  options: ["--profile", "smoke", "--tests", "capacity"],
} as const;

type Told = Pick<DriveCase, "id" | "title" | "truth" | "flaws" | "whileMeasuring">;

/** A row for a drive with a flaw; `must` lists the findings that have to report the flaw. */
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
