import { cutEvidence } from "#analysis/power-cut/cut-evidence";
import { powerCutOf } from "#analysis/power-cut/sum";
import type { PowerCut, PowerCutTest } from "#contract/power-cut/test";
import { mockPowerCutTest } from "./mock-app/power-cut-guides";

/** A plug test on this day of November 2026; the day is part of the test's id. */
export function cutOn(
  day: number,
  outcome: PowerCutTest["outcome"],
  changes: Partial<PowerCutTest["cut"]> = {},
): PowerCutTest {
  const date = String(day).padStart(2, "0");
  const plain = mockPowerCutTest(outcome);
  const cut = { ...plain.cut, ...changes };
  return {
    ...plain,
    testId: `0b9d4c1e-5a55-4c5e-9a39-0000000000${date}`,
    startedAt: `2026-11-${date}T10:00:00.000Z`,
    finishedAt: `2026-11-${date}T10:06:00.000Z`,
    cut: { ...cut, evidence: cutEvidence(cut) },
  };
}

/** The summary of plug tests with these outcomes, one test a day. */
export function cuts(
  outcomes: readonly PowerCutTest["outcome"][],
  changes: Partial<PowerCutTest["cut"]> = {},
): PowerCut {
  const sum = powerCutOf(outcomes.map((outcome, index) => cutOn(index + 1, outcome, changes)));
  if (sum === null) {
    throw new Error("no plug test is no power cut");
  }
  return sum;
}

/** The drive's own count of unsafe shutdowns rose with the power cut. */
export const counted = { unsafeShutdowns: { before: 57, after: 58, stoodStill: true } };
