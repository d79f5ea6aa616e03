import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of this workload's findings. Reports store them, so they never change. */
export const findingCodes = [
  /** How much the modes differ for large chunks. */
  "chunked-ratio",
  /** Passes in opposite orders disagree on the ratio, so the finding calls no mode faster. */
  "chunked-disagree",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
