import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** Small reads in random places, one at a time. */
  "random-reads",
  /** What the drive gains by several requests at once. */
  "many-at-once",
  /** How fast large pieces are read and written around the system's memory. */
  "large-files",
  /** A memory on the way answered some of the reads. */
  "reads-from-cache",
  /** The system refuses to read around its memory. */
  "reading-unavailable",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
