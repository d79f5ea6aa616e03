import type { Need, Pending } from "../drives/drive-case";
import { checkFigure } from "./figures";
import { type Check, check, type Outcome } from "./outcome";

type Written = NonNullable<Outcome["written"]>;

/**
 * Whether reports already bring the evidence that an expectation waits for. Whoever adds evidence
 * to the report says here how it is recognised; from then on the expectations are tests like any
 * other, and those that are still only a sentence fail until they are written as figures.
 */
const isThere: Readonly<Record<Need, (report: Written) => boolean>> = {
  "append-modes": (report) => "appendModes" in report,
  timeline: (report) => "timeline" in report,
  "partial-evidence": (report) => "partialEvidence" in report,
  "power-cut": (report) => "powerCut" in report,
  capacity: (report) => "capacity" in report,
};

/** `null`: not yet. */
export function checkPending(pending: Pending, outcome: Outcome): Check | null {
  const { written } = outcome;
  if (written === null || !isThere[pending.needs](written)) {
    return null;
  }
  return pending.figure === undefined
    ? check(pending.expectation, false, `reports bring ${pending.needs}: write this as a figure`)
    : checkFigure(pending.figure, outcome);
}
