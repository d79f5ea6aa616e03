import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** A database did not give back the records it had confirmed. */
  "commits-lost",
  /** A database broke off with an error. */
  "commits-failed",
  /** Databases this program was built without, or that cannot be used here. */
  "databases-unavailable",
  /** How many records databases save in a second, and what saving more at a time gains. */
  "commit-rate",
  /** Safe and fast setting cost the same, and no flush reached a drive that needs one. */
  "commits-unconfirmed",
  /** Safe and fast setting cost the same, and why that may be so. */
  "commits-alike",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
