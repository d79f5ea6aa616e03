import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** The gain in saves with several writers at once, and how long each waits. */
  "parallel-saves",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
