import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** How much the modes differ for large chunks. */
  "chunked-ratio",
  /** Passes in opposite orders disagree on the ratio, so the finding calls no mode faster. */
  "chunked-disagree",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
