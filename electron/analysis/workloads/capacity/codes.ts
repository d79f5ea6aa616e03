import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** The whole free space returned the data written to it. */
  "capacity-whole",
  /** The drive is proven to be smaller than it claims. */
  "capacity-false",
  /** Much data was lost, because the drive is smaller than it claims or badly damaged. */
  "capacity-false-or-damaged",
  /** Only a part of the space was tested, and it returned the data written to it. */
  "capacity-part",
  /** Some blocks differ from the data written. */
  "capacity-damaged",
  /** Existing files changed when the free space was filled. */
  "capacity-old-files",
  /** Nothing was read back, or a cache answered the reads. */
  "capacity-not-known",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
