import type { Report } from "#contract/report";
import type { FlushCount } from "../fixture/flush-count";
import type { Survival } from "../fixture/power-cut";
import type { Truth } from "../fixture/simulated-drive";

/**
 * The result of one inspection, and what the drive itself recorded about its losses and flushes.
 */
export interface Outcome {
  readonly exitCode: number | null;
  readonly stderr: string;
  /** `null` if the inspection wrote no report. */
  readonly report: Report | null;
  /** The simulated drive's counts at the end of the inspection; `null` for other drives. */
  readonly truth: Truth | null;
  /** What the kernel counted at the uppermost block device during the inspection. */
  readonly kernel: FlushCount | null;
  readonly survival: Survival | null;
}

/** One thing that was expected, and what was seen instead. */
export interface Check {
  readonly what: string;
  readonly seen: string;
  readonly ok: boolean;
  readonly isUnchecked?: true;
}

/** A check that could not be made under the circumstances; `why` says which. */
export const unchecked = (what: string, why: string): Check => ({
  what,
  seen: why,
  ok: true,
  isUnchecked: true,
});

export const check = (what: string, ok: boolean, seen: string | number | null): Check => ({
  what,
  ok,
  seen: String(seen),
});
