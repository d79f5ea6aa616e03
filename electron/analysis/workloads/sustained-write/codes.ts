import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** A long write became slower for good: a fast cache was full. */
  "fast-cache-full",
  /** A long write kept its speed. */
  "sustained-steady",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
