import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** The extra time that a sync every 16 KiB costs. */
  "sync-interval-cost",
  /** Frequent syncs cost almost nothing on this volume, with the reason. */
  "sync-interval-cheap",
  /** How much the sync calls differ with a sync every 16 KiB. */
  "sync-interval-modes",
  /** Whether syncing in a second thread keeps the writing program from waiting. */
  "background-sync",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
