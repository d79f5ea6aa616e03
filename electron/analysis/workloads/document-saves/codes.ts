import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of this workload's findings. Reports store them, so they never change. */
export const findingCodes = [
  /** Documents saved safely in a second, and the cost of the safety. */
  "document-saves",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
