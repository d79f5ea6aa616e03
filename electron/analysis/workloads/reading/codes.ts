import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** Small random reads, one at a time. */
  "random-reads",
  /** The gain from several requests in flight. */
  "many-at-once",
  /** The speed of large sequential reads and writes that bypass the page cache. */
  "large-files",
  /** A cache on the way answered some of the reads. */
  "reads-from-cache",
  /** The system refuses uncached reads. */
  "reading-unavailable",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
