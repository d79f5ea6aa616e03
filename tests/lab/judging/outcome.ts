import type { Report } from "#contract/report";
import type { FlushCount } from "../fixture/flush-count";
import type { Survival } from "../fixture/power-cut";
import type { Truth } from "../fixture/simulated-drive";

/** What one inspection of one drive brought, and what is true of the drive. */
export interface Outcome {
  readonly exitCode: number | null;
  readonly stderr: string;
  /** `null` if the inspection gave none. */
  readonly report: Report | null;
  /** Of simulated drives, up to the end of the inspection. */
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

/** An expectation that the circumstances did not allow to look at. */
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
