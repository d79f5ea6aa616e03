import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** How long a save takes after a rest, where that differs from one of many in a row. */
  "spaced-saves",
  /** What saving a new or growing file costs beside changing an old one. */
  "append-cost",
  /** Whether plain writes depend on how the file was filled before them. */
  "plain-writes",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
