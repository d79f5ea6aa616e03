import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** How often documents are saved with confirmation, and what that costs. */
  "document-saves",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
