import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** A long write became slower for good: a fast cache was full. */
  "fast-cache-full",
  /** A long write kept its speed. */
  "sustained-steady",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
