import type { PowerCut, PowerCutModeResult } from "#contract/power-cut/report";

/** What was lost in the cuts of all tests, in ways of saving that promise to survive one. */
export function lossesOf({ tests }: PowerCut): Losses {
  const modes = tests
    .filter(({ outcome, cut }) => outcome === "lost" && cut.evidence !== "none")
    .flatMap((test) => test.modes)
    .filter(({ lossExpected, failed }) => !lossExpected && failed > 0);
  const spans = modes.map(({ lostSpanNs }) => lostSpanNs);
  return {
    failed: modes.reduce((sum, { failed }) => sum + failed, 0),
    isGone: modes.every(isGoneIn),
    // Where one span is not known the widest is not known either.
    spanNs: spans.length === 0 ? null : spans.reduce(widest, 0),
  };
}

export interface Losses {
  readonly failed: number;
  /** None of the saves that failed is there in any form. */
  readonly isGone: boolean;
  readonly spanNs: number | null;
}

/** Damaged, or under the wrong name, is not gone. */
export function isGoneIn({ counts }: Pick<PowerCutModeResult, "counts">): boolean {
  return counts.corrupted + counts.unreadable + counts.nameOld + counts.nameBoth === 0;
}

function widest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other);
}
