import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** The duration of a save after a pause, if it differs from that of saves in a row. */
  "spaced-saves",
  /** The cost of saving a new or growing file, compared with rewriting an old one. */
  "append-cost",
  /** Whether the rate of plain writes depends on the size of the calls that filled the file. */
  "plain-writes",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
