import type { FlushModeId } from "#contract/flush-mode";
import type { PowerCut, PowerCutModeResult, PowerCutTest } from "#contract/power-cut/test";
import { widest } from "../../power-cut/sum";

interface Tested {
  readonly powerCut: Pick<PowerCut, "tests"> | null;
}

/** Losses after power cuts in all tests, in modes that promise to survive one. */
export function lossesOf({ powerCut }: Tested): Losses {
  const modes = powerCut === null ? [] : lossyTests(powerCut).flatMap((test) => test.modes);
  return sumOf(modes.filter(({ failed }) => failed > 0));
}

/** The tests with a power cut in which a mode lost data that it promised to keep, oldest first. */
export function lossyTests({ tests }: Pick<PowerCut, "tests">): PowerCutTest[] {
  return tests.filter(({ outcome, cut }) => outcome === "lost" && cut.evidence !== "none");
}

/** Missing saves in tests without a cut: a person or the drive may have changed the files. */
export function changesOf({ powerCut }: Tested): Losses {
  const modes = powerCut?.tests.flatMap((test) => test.modes) ?? [];
  return sumOf(modes.filter(({ doubt }) => doubt === "changed-without-cut"));
}

function sumOf(all: readonly PowerCutModeResult[]): Losses {
  const modes = all.filter(({ lossExpected }) => !lossExpected);
  return {
    modes: modes.map(({ mode }) => mode),
    failed: modes.reduce((sum, { failed }) => sum + failed, 0),
    isGone: modes.length > 0 && modes.every(isGoneIn),
    spanNs: widest(modes.map(({ lostSpanNs }) => lostSpanNs)),
  };
}

export interface Losses {
  /** The modes that lost something; a mode that did so in several cuts occurs several times. */
  readonly modes: readonly FlushModeId[];
  readonly failed: number;
  /** Whether every failed save is gone, rather than damaged or misnamed. */
  readonly isGone: boolean;
  readonly spanNs: number | null;
}

/** Fates of a save that is damaged or misnamed, rather than gone. */
const wrongs = [
  ...(["torn", "corrupted", "misplaced", "unreadable"] as const),
  ...(["nameOld", "nameBoth"] as const),
];

export function isGoneIn({ counts }: Pick<PowerCutModeResult, "counts">): boolean {
  return wrongs.every((wrong) => counts[wrong] === 0);
}
