import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of this workload's findings. Reports store them, so they never change. */
export const findingCodes = [
  /** The gain in saves with several writers at once, and how long each waits. */
  "parallel-saves",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
