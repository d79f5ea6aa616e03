import type { FlushModeId } from "../../../../electron/contract/flush-mode";
import type {
  IntervalPlan,
  IntervalStrategy,
  SyncInterval,
} from "../../../../electron/contract/workloads/sync-interval";

export type Strategy = Pick<IntervalStrategy, "strategy" | "intervalBytes">;

/** The ladder with one way of confirming. */
export interface Ladder {
  readonly mode: FlushModeId;
  readonly label: string;
  /** `null` before its first figure. */
  readonly result: SyncInterval | null;
}

/** The rows from seldom to often: the order in which the price of a confirmation grows. */
export function plannedStrategies({ intervalsBytes }: IntervalPlan): Strategy[] {
  return [
    { strategy: "never", intervalBytes: null },
    { strategy: "end", intervalBytes: null },
    { strategy: "background", intervalBytes: null },
    ...[...intervalsBytes]
      .sort((a, b) => b - a)
      .map((intervalBytes): Strategy => ({ strategy: "every", intervalBytes })),
  ];
}

/** The figures of one strategy; `null` where it was not reached. */
export function measuredStrategy(
  result: SyncInterval | null,
  wanted: Strategy,
): IntervalStrategy | null {
  return result?.strategies.find((strategy) => isSame(strategy, wanted)) ?? null;
}

export function isSame(a: Strategy, b: Strategy): boolean {
  // A strategy other than "every" is there once, whatever distance the engine notes for it.
  return (
    a.strategy === b.strategy && (a.strategy !== "every" || a.intervalBytes === b.intervalBytes)
  );
}
