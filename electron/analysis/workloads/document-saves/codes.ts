import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** Documents saved safely in a second, and the cost of the safety. */
  "document-saves",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
