import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** A database returned another number of records than it had confirmed. */
  "commits-lost",
  /** A database stopped with an error. */
  "commits-failed",
  /** Databases that this build lacks or that cannot be used on this volume. */
  "databases-unavailable",
  /** Records that databases save in a second, and the gain of larger transactions. */
  "commit-rate",
  /** The drive needs flushes, but the commits sent almost none. */
  "commits-unconfirmed",
  /** The safe setting is as fast as the fast one; the finding says why. */
  "commits-alike",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
