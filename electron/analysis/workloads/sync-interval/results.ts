import type { SequentialCounts } from "#contract/engine-counts";
import type { FlushModeId } from "#contract/flush-mode";
import type { EventOf, WorkloadResults } from "#contract/workloads/index";
import type {
  IntervalPlan,
  IntervalStrategy,
  SyncInterval,
} from "#contract/workloads/sync-interval";
import { grouped } from "../../grouped";
import { refusedMode } from "../../reasons";
import { median, mergeLatency, sum, summarizeLatency, wholeNs } from "../../statistics";
import { worstWindow } from "../../timeline";

/** Results of writing a total with a sync every n bytes. */

export type SyncStrategy = IntervalStrategy["strategy"];

export type IntervalTrial = Omit<
  Extract<EventOf<"sync-interval">, { type: "interval-trial" }>,
  "type" | "systemCall"
>;

/** What one measurement tries: a syncing strategy and, for "every", its interval in bytes. */
export type IntervalStep = Pick<IntervalTrial, "strategy" | "intervalBytes">;

/** The strategies of the published workload, plus "background" (a second thread). */
export function intervalSteps(plan: IntervalPlan): IntervalStep[] {
  return [
    { strategy: "never", intervalBytes: null },
    { strategy: "end", intervalBytes: null },
    { strategy: "background", intervalBytes: null },
    ...plan.intervalsBytes.map((intervalBytes) => ({ strategy: "every" as const, intervalBytes })),
  ];
}

const strategyOrder: readonly SyncStrategy[] = ["never", "end", "background", "every"];

/**
 * One entry per strategy: never, end, background, then "every" with the largest interval first. A
 * trial that reached the time limit is extrapolated to the total, its last sync included: after a
 * slow sync, the time is too long rather than too short. Trials ended by a stop or an error are
 * left out. `null` without any trial, because the sync call is then unknown.
 */
export function buildSyncInterval(
  trials: readonly IntervalTrial[],
  plan: IntervalPlan,
  systemCall: string,
): SyncInterval | null {
  // A trial of "never" has the mode "none", so another trial names the sync call.
  const syncing = trials.find(({ strategy }) => strategy !== "never") ?? trials[0];
  if (syncing === undefined) {
    return null;
  }
  return {
    totalBytes: plan.totalBytes,
    blockBytes: plan.blockBytes,
    flushMode: syncing.mode,
    systemCall,
    reason: null,
    strategies: grouped(trials, ({ strategy, intervalBytes }) => `${strategy} ${intervalBytes}`)
      .map((group) => strategyOf(group, plan.totalBytes))
      .sort(inOrder),
  };
}

export function isMeasured({ strategies }: SyncInterval): boolean {
  return strategies.length > 0;
}

/** The result of a sync call that the system refuses: its reason, without figures. */
export function refusedSyncInterval(
  { mode, systemCall, refusal }: { mode: FlushModeId; systemCall: string; refusal: string | null },
  plan: IntervalPlan,
): SyncInterval {
  const why = refusedMode(refusal);
  return {
    totalBytes: plan.totalBytes,
    blockBytes: plan.blockBytes,
    flushMode: mode,
    systemCall,
    reason: why.reason,
    ...(why.statements && { statements: why.statements }),
    strategies: [],
  };
}

function strategyOf(
  trials: readonly [IntervalTrial, ...IntervalTrial[]],
  totalBytes: number,
): IntervalStrategy {
  const counted = trials.flatMap(countedOf);
  const trialsNs = counted.map((counts) => wholeNs(counts, totalBytes));
  const trialsExtrapolated = counted.map(({ endedBy }) => endedBy === "time");
  const [{ strategy, intervalBytes }] = trials;
  return {
    strategy,
    intervalBytes,
    trialsNs,
    trialsExtrapolated,
    p50Ns: trialsNs.length > 0 ? Math.round(median(trialsNs)) : null,
    extrapolated: trialsExtrapolated.includes(true),
    syncs: sum(counted.map(syncsOf)),
    latencyNs: summarizeLatency(mergeLatency(counted.map(({ latency }) => latency))),
    worstWindow: worstWindow(counted.map((counts, round) => ({ ...counts, round }))),
  };
}

/**
 * The counts of a trial, if it measured its strategy: the time limit must not come before the first
 * full interval, or before any sync.
 */
function countedOf({ strategy, intervalBytes, counts }: IntervalTrial): SequentialCounts[] {
  const isWhole =
    counts?.endedBy === "complete" ||
    (counts?.endedBy === "time" &&
      counts.bytes > 0 &&
      counts.bytes >= (intervalBytes ?? 0) &&
      (strategy === "never" || syncsOf(counts) > 0));
  return counts !== null && isWhole ? [counts] : [];
}

function syncsOf({ syncCalls, backgroundSyncCalls }: SequentialCounts): number {
  return syncCalls + backgroundSyncCalls;
}

function inOrder(a: IntervalStrategy, b: IntervalStrategy): number {
  return (
    strategyOrder.indexOf(a.strategy) - strategyOrder.indexOf(b.strategy) ||
    (b.intervalBytes ?? 0) - (a.intervalBytes ?? 0)
  );
}

export function hasFigures({ syncIntervals }: WorkloadResults): boolean {
  return syncIntervals.some(({ strategies }) => strategies.some(({ p50Ns }) => p50Ns !== null));
}
