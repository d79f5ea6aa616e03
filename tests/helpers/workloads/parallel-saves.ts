import { buildParallelSaves, type ParallelRound } from "#analysis/workloads/parallel-saves/results";
import type { Step } from "#contract/workloads/index";
import type { ParallelPlan } from "#contract/workloads/parallel-saves";
import { parallelSteps } from "../../../electron/engine-host/workloads/parallel-saves";
import { beginningOf, type Inspected, type On, rowsOf } from "./home";
import { sampleLatency } from "./latency";

/**
 * Results of parallel saves for tests: an ordinary laptop, which flushes in 0.7 ms. Up to
 * `unslowed` writers do not slow each other down; more writers share the total rate of `unslowed`
 * ones.
 */
export interface SampleParallel {
  readonly flushNs?: number;
  readonly unslowed?: number;
  /**
   * Flushes per save with one writer; more than `unslowed` writers share flushes. `null`: the
   * system does not count flushes.
   */
  readonly flushesPerSave?: number | null;
  /** The system's refusal, in words. */
  readonly refusal?: string;
}

/** The rounds of parallel saves in the order in which the real engine host measures them. */
export function sampleParallelRounds(
  plan: ParallelPlan,
  sample: SampleParallel = {},
): ParallelRound[] {
  return parallelSteps(plan).map(({ mode, writers, round }) => ({
    mode,
    writers,
    round,
    systemCall: `pwrite(fd, buf, 4096, offset) + ${mode}(fd)`,
    refusal: sample.refusal ?? null,
    counts: sample.refusal === undefined ? countsOf(writers, round, plan, sample) : null,
    error: null,
  }));
}

function countsOf(
  writers: number,
  round: number,
  { roundNs, blockBytes }: ParallelPlan,
  { flushNs = 700_000, unslowed = 4, flushesPerSave = 1 }: SampleParallel,
): ParallelRound["counts"] {
  const shared = Math.max(1, writers / unslowed);
  const each = Array.from({ length: writers }, (_, place) => {
    // Every round and every writer differs a little.
    const eachNs = Math.round(flushNs * shared * (1 + 0.02 * ((round % 3) - 1) + 0.002 * place));
    const operations = Math.max(1, Math.floor(roundNs / eachNs));
    const slow = Math.floor(operations / 70);
    return {
      operations,
      bytes: operations * blockBytes,
      elapsedNs: operations * eachNs,
      startNs: 0,
      endNs: operations * eachNs,
      latency: sampleLatency([eachNs, operations - slow], [4 * eachNs, slow]),
      endedBy: "time" as const,
    };
  });
  const saves = each.reduce((sum, { operations }) => sum + operations, 0);
  return {
    each,
    deviceFlushes: flushesPerSave === null ? null : Math.round((saves * flushesPerSave) / shared),
  };
}

interface Options {
  readonly parallel?: SampleParallel;
}

export const ordinary: Options = { parallel: {} };

export function results({ parallel }: Options, { plan }: On<"parallel-saves">) {
  return parallel
    ? { parallelSaves: buildParallelSaves(sampleParallelRounds(plan, parallel)) }
    : null;
}

export function steps(plan: ParallelPlan): Step[] {
  return parallelSteps(plan);
}

export function live(plan: ParallelPlan, done: readonly Step[]) {
  return { parallelSaves: buildParallelSaves(sampleParallelRounds(plan).slice(0, done.length)) };
}

export const inspected: Inspected = {
  figure: ".value-bar .chart-value",
  figures: ({ parallelSaves }) => (parallelSaves ?? []).filter(({ iops }) => iops !== null).length,
  printed: ({ parallelSaves }) => [...(parallelSaves ?? []).map(beginningOf), "16 writers"],
  csvRows: ({ parallelSaves }) => rowsOf(parallelSaves),
};
