import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** How much longer writing takes when every 16 KiB are saved on the way. */
  "sync-interval-cost",
  /** Saving often costs next to nothing here, and why. */
  "sync-interval-cheap",
  /** How far the ways of saving differ when every 16 KiB are saved. */
  "sync-interval-modes",
  /** Whether a second thread that saves keeps the writing program from waiting. */
  "background-sync",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
