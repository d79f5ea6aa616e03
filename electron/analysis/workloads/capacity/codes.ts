import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** Everything that was free holds what was written. */
  "capacity-whole",
  /** The drive is smaller than it says, which is proven. */
  "capacity-false",
  /** Much was lost, by a drive that is smaller than it says or badly damaged. */
  "capacity-false-or-damaged",
  /** Nothing false in the part that was tested. */
  "capacity-part",
  /** Some blocks do not hold what was written. */
  "capacity-damaged",
  /** Files that were on the drive before hold something else after the free space was filled. */
  "capacity-old-files",
  /** Nothing was read back, or it came from a memory. */
  "capacity-not-known",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
