import { isSyncing } from "#contract/flush-mode";
import type { Verdict } from "#contract/verdict";
import type { FindingCode } from "../../../helpers/finding-codes";
import { type SampleMode, sampleModes } from "../../../helpers/sample-modes";
import type { SampleOptions } from "../../../helpers/sample-report";

/** Measured figures, and the verdict that must follow from them. */
export interface Scenario {
  readonly name: string;
  readonly given: SampleOptions;
  readonly grade: Verdict["grade"];
  readonly saved: string;
  readonly honesty: string;
  readonly safeSpeed?: RegExp;
  readonly headline?: RegExp;
  readonly required: readonly FindingCode[];
  readonly forbidden?: readonly FindingCode[];
}

const evidenceSeen = { saved: "Yes, as far as can be seen", honesty: "Evidence seen" } as const;

/** The usual results of a scenario: the answer about saves, the other answers and the grade. */
export const provenGood = { ...evidenceSeen, grade: "good" } as const;
export const provenFair = { ...evidenceSeen, grade: "fair" } as const;
export const promised = {
  grade: "good",
  saved: "By promise only",
  honesty: "No evidence available",
} as const;
export const unproven = { ...promised, grade: "unknown", saved: "Not known" } as const;
export const notMeasured = { ...unproven, safeSpeed: /^Not known$/ } as const;
export const unknown = { ...unproven, honesty: "Not known" } as const;
export const lost = { ...promised, grade: "poor", saved: "No" } as const;
export const accused = { ...lost, honesty: "Suspicious" } as const;

export const clean = {
  blocksChecked: 65_536,
  aroundCache: true,
  bytesRead: 65_536 * 4096,
  deviceReadBytes: 65_536 * 4096,
  mismatchCount: 0,
  mismatches: [],
  unreadable: [],
};

/** Results of Linux modes in which every save has the same rate and number of flushes. */
export function linux(iops: number, flushesPerSave: number | null): SampleMode[] {
  return sampleModes.linux.map((mode) =>
    isSyncing(mode.mode)
      ? { ...mode, iops, flushesPerSave }
      : { ...mode, flushesPerSave: flushesPerSave === null ? null : 0 },
  );
}
