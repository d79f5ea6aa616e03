import {
  buildSyncInterval,
  type IntervalTrial,
  refusedSyncInterval,
  type SyncStrategy,
} from "#analysis/workloads/sync-interval/results";
import type { SequentialCounts } from "#contract/engine-counts";
import { type FlushModeId, intervalSyncMode } from "#contract/flush-mode";
import type { Step } from "#contract/workloads/index";
import type { IntervalPlan, SyncInterval } from "#contract/workloads/sync-interval";
import { ladderTrials } from "../../../electron/engine-host/workloads/sync-interval";
import { sampleCounts } from "../sample-round";
import type { Inspected, On } from "./home";
import { sampleLatency } from "./latency";

/** Sync-interval results for tests: an ordinary laptop, whose drive takes 0.7 ms for a flush. */

const second = 1_000_000_000;

export interface SampleInterval {
  /** Time in ns of one write into memory. */
  readonly writeNs?: number;
  /** Time in ns of one flush, without the time to store its data. */
  readonly syncNs?: number;
  readonly driveBytesPerSecond?: number;
  /** Number of flushes by the second thread in a trial, without the flush at the end. */
  readonly backgroundSyncs?: number;
  /** Time in ns of a write that waits for the second thread's flush; 0.2 % of the writes do. */
  readonly besideNs?: number;
}

/** The results of one sync call; a `sample` that is a text is the system's refusal. */
export function sampleSyncInterval(
  plan: IntervalPlan,
  mode: FlushModeId,
  sample: SampleInterval | string = {},
): SyncInterval | null {
  const systemCall = `pwrite(fd, buf, 4096, offset) + ${mode}(fd)`;
  if (typeof sample === "string") {
    return refusedSyncInterval({ mode, systemCall, refusal: sample }, plan);
  }
  const steps: { strategy: SyncStrategy; intervalBytes: number | null }[] = [
    { strategy: "never", intervalBytes: null },
    { strategy: "end", intervalBytes: null },
    { strategy: "background", intervalBytes: null },
    ...plan.intervalsBytes.map((intervalBytes) => ({ strategy: "every" as const, intervalBytes })),
  ];
  const trials = steps.flatMap((step) =>
    Array.from(
      { length: plan.trials },
      (_, trial): IntervalTrial => ({
        ...step,
        trial,
        mode: step.strategy === "never" ? "none" : mode,
        counts: trialCounts(step.strategy, step.intervalBytes, plan, sample),
      }),
    ),
  );
  return buildSyncInterval(trials, plan, systemCall);
}

function trialCounts(
  strategy: SyncStrategy,
  intervalBytes: number | null,
  plan: IntervalPlan,
  sample: SampleInterval,
): SequentialCounts {
  const { writeNs = 2500, syncNs = 700_000, driveBytesPerSecond = 5e8 } = sample;
  const { backgroundSyncs = 1, besideNs = 6000 } = sample;
  const between = intervalBytes ?? plan.totalBytes;
  const flushNs = syncNs + (between / driveBytesPerSecond) * second;
  const perIntervalNs =
    (between / plan.blockBytes) * writeNs + (strategy === "never" ? 0 : flushNs);
  const wanted = Math.ceil(plan.totalBytes / between);
  const done = Math.min(wanted, Math.max(1, Math.floor(plan.capNs / perIntervalNs)));
  const bytes = Math.min(plan.totalBytes, done * between);
  const writeCalls = bytes / plan.blockBytes;
  const slowCalls = strategy === "every" ? done : Math.ceil(writeCalls * 0.002);
  const slowNs = strategy === "every" ? Math.round(flushNs) : besideNs;
  return sampleCounts({
    bytes,
    writeCalls,
    syncCalls: strategy === "never" ? 0 : done,
    backgroundSyncCalls: strategy === "background" ? backgroundSyncs : 0,
    elapsedNs: Math.round(done * perIntervalNs),
    latency: sampleLatency([writeNs, writeCalls - slowCalls], [slowNs, slowCalls]),
    endedBy: done < wanted ? "time" : "complete",
  });
}

interface Options {
  readonly interval?: SampleInterval;
  /** The sync calls to compare, instead of the usual one alone; a text is the system's refusal. */
  readonly ladders?: readonly (readonly [FlushModeId, SampleInterval | string])[];
}

export const ordinary: Options = { interval: {} };

export function results({ interval, ladders }: Options, { plan, os }: On<"sync-interval">) {
  const wanted = ladders ?? (interval && [[intervalSyncMode(os), interval] as const]);
  return wanted === undefined
    ? null
    : {
        syncIntervals: wanted.flatMap(
          ([mode, sample]) => sampleSyncInterval(plan, mode, sample) ?? [],
        ),
      };
}

export function steps(plan: IntervalPlan): Step[] {
  return plan.modes.flatMap((mode, place) => ladderTrials(plan, mode, place));
}

export function live(plan: IntervalPlan, done: readonly Step[]) {
  return {
    syncIntervals: plan.modes.flatMap((mode, place) =>
      ladderAfter(mode, done, plan, place === 0 ? 700_000 : 1_300_000),
    ),
  };
}

/** The results after the steps in `done`; `null` before the first step of this sync call. */
function ladderAfter(
  mode: FlushModeId,
  done: readonly Step[],
  plan: IntervalPlan,
  syncNs: number,
): SyncInterval[] {
  const ladder = sampleSyncInterval(plan, mode, { syncNs });
  const strategies = (ladder?.strategies ?? []).filter(({ strategy, intervalBytes }) =>
    done.some(
      (step) =>
        step.kind === "interval-trial" &&
        step.mode === mode &&
        step.strategy === strategy &&
        step.intervalBytes === intervalBytes,
    ),
  );
  return ladder && strategies.length > 0 ? [{ ...ladder, strategies }] : [];
}

export const inspected: Inspected = {
  figure: ".value-bar .chart-value",
  figures: ({ syncIntervals: [ladder] }) => ladder?.strategies.length ?? 0,
  printed: ({ syncIntervals: [ladder] }) => [
    ladder?.systemCall ?? "missing",
    "In the background",
    "Every 4 KiB",
  ],
  csvRows: ({ syncIntervals: [ladder] }) =>
    (ladder?.strategies ?? []).reduce((sum, { trialsNs }) => sum + trialsNs.length, 0),
};
