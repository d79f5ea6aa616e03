import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** How many more saves there are when several programs save at once, and how long each waits. */
  "parallel-saves",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
