import type { CutMarks } from "#contract/power-cut/state";
import type { ObservedCut } from "#contract/power-cut/test";
import type { PowerSigns } from "../../electron/main/power-cut/power-signs";

export interface FakeSigns {
  readonly unsafeShutdowns?: number | null;
  readonly marks?: CutMarks | null;
  readonly othersFlushesPerSecond?: number | null;
  /** Resolves when the drive is connected again, or when the watch for its absence ends. */
  readonly absence?: (signal: AbortSignal) => Promise<number | null>;
  readonly shown?: ObservedCut["shown"];
}

/** A system that shows only those signs of a power cut that a test gives. */
export function fakeSigns(signs: FakeSigns = {}): PowerSigns {
  const now = signs.unsafeShutdowns ?? null;
  return {
    atStart: async () => (now === null ? null : { count: now, powerCycles: null, askedAt: null }),
    before: async (_folder, first) => ({
      unsafeShutdowns: now,
      powerCycles: null,
      counterStoodStill: first?.count === now,
      marks: signs.marks ?? null,
    }),
    countOthersFlushes: async () => async () => signs.othersFlushesPerSecond ?? null,
    watchAbsence: async (_marks, signal) => (await signs.absence?.(signal)) ?? null,
    after: async ({ unsafeShutdowns: before, counterStoodStill: stoodStill }) => ({
      shown: signs.shown ?? null,
      unsafeShutdowns: before === null || now === null ? null : { before, after: now, stoodStill },
    }),
  };
}
