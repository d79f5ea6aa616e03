import { referenceIntervals } from "#analysis/workloads/sync-interval/published";
import { isMeasured } from "#analysis/workloads/sync-interval/results";
import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type {
  IntervalPlan,
  IntervalStrategy,
  SyncInterval,
} from "#contract/workloads/sync-interval";
import type { PublishedIntervals } from "#tables/workloads/sync-interval";
import { modeLabel } from "#text/flush-modes";
import { publishedName } from "#text/measured";

/** The ladders of a finished test that have figures: each has the times of one sync call. */
export function measuredLadders(ladders: readonly SyncInterval[], os: OperatingSystem): Ladder[] {
  return ladders
    .filter(isMeasured)
    .map((result) => ({ mode: result.flushMode, label: modeLabel(result.flushMode, os), result }));
}

/** The ladders while the test runs: one for each sync call, from the beginning. */
export function liveLadders(live: LiveState, os: OperatingSystem): Ladder[] {
  const told = live.syncIntervals;
  const refused = told.filter((ladder) => !isMeasured(ladder)).map(({ flushMode }) => flushMode);
  return live.plan.workloads["sync-interval"].modes
    .filter((mode) => !refused.includes(mode))
    .map((mode) => ({
      mode,
      label: modeLabel(mode, os),
      result: told.find(({ flushMode }) => flushMode === mode) ?? null,
    }));
}

export type Strategy = Pick<IntervalStrategy, "strategy" | "intervalBytes">;

export interface Ladder {
  readonly mode: FlushModeId;
  readonly label: string;
  /** Results of the series; `null` before its first figure. */
  readonly result: SyncInterval | null;
}

/** The rows from rare to frequent syncs, in the order of growing cost. */
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

/** The figures of one strategy; `null` if the run did not reach it. */
export function measuredStrategy(
  result: SyncInterval | null,
  wanted: Strategy,
): IntervalStrategy | null {
  return result?.strategies.find((strategy) => isSame(strategy, wanted)) ?? null;
}

export function isSame(a: Strategy, b: Strategy): boolean {
  // Compares the interval only of "every": each other strategy occurs once, whatever its interval.
  return (
    a.strategy === b.strategy && (a.strategy !== "every" || a.intervalBytes === b.intervalBytes)
  );
}

/** The published times; `null` if their block size is not the plan's: such times do not compare. */
export function publishedIntervals(plan: IntervalPlan): PublishedIntervals | null {
  const ladder = referenceIntervals.find(({ blockBytes }) => blockBytes === plan.blockBytes);
  if (ladder === undefined) {
    return null;
  }
  const scale = plan.totalBytes / ladder.totalBytes;
  return {
    name: publishedName(ladder.name, ladder.totalBytes, plan.totalBytes),
    source: ladder.sourceName,
    elapsedNs: (strategy) => {
      const point = ladder.points.find((candidate) => isSame(candidate, strategy));
      return point === undefined ? null : point.p50Ns * scale;
    },
  };
}
