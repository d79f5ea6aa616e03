import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** How far the ways of saving differ when large pieces are written. */
  "chunked-ratio",
  /** Passes in opposite orders give different ratios, so that none is named. */
  "chunked-disagree",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
