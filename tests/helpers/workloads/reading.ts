import { buildReading, isSameLoad, type ReadingTurn } from "#analysis/workloads/reading/results";
import type { Step } from "#contract/workloads/index";
import type {
  ReadingCounts,
  ReadingLoad,
  ReadingPlan,
  ReadingResult,
} from "#contract/workloads/reading";
import { rotated } from "../../../electron/engine-host/workloads/rotated";
import { sampleTimeline } from "../sample-round";
import { beginningOf, type Inspected, type On, rowsOf } from "./home";
import { sampleLatency } from "./latency";

/**
 * Results of reads and writes around the page cache for tests; the defaults are an ordinary NVMe
 * drive of a laptop.
 */
export interface SampleReading {
  /** Time in ns of one small random read with no other request in flight. */
  readonly randomReadNs?: number;
  /** Time in ns of one large sequential read with no other request in flight. */
  readonly sequentialReadNs?: number;
  /** Share of the reads that the disks counted; `null`: the system does not count reads. */
  readonly deliveredShare?: number | null;
  /** The system's refusal of reads of small blocks or, with `refusesAll`, of all blocks. */
  readonly refusal?: string;
  readonly refusesAll?: boolean;
  readonly isVirtual?: boolean;
}

/** Time in ns of one request when `requests` are in flight. */
function requestNs({ pattern, readShare, requests }: ReadingLoad, sample: SampleReading): number {
  const { randomReadNs = 70_000, sequentialReadNs = 900_000 } = sample;
  const writeNs = pattern === "random" ? 25_000 : 700_000;
  const readNs = pattern === "random" ? randomReadNs : sequentialReadNs;
  const one = readShare * readNs + (1 - readShare) * writeNs;
  // The drive works on eight random requests at a time; the others wait.
  return Math.round(pattern === "random" ? one * Math.max(1, requests / 8) : one * (requests / 2));
}

export function sampleReadingCounts(
  load: ReadingLoad,
  roundNs: number,
  eachNs: number,
  deliveredShare: number | null = 1,
): ReadingCounts {
  const perThread = Math.max(1, Math.round(roundNs / eachNs));
  const operations = perThread * load.requests;
  const reads = Math.round(operations * load.readShare);
  const warmupReads = Math.round(reads / 10);
  const elapsedNs = perThread * eachNs;
  return {
    reads,
    writes: operations - reads,
    warmupReads,
    warmupWrites: 0,
    elapsedNs,
    threadsNs: elapsedNs * load.requests,
    latency: sampleLatency([eachNs, operations - 1], [3 * eachNs, 1]),
    timeline: sampleTimeline(operations, elapsedNs),
    endedBy: "time",
    deviceReadBytes:
      deliveredShare === null
        ? null
        : Math.round((reads + warmupReads) * load.blockBytes * deliveredShare),
  };
}

type SampleTurn = ReadingTurn & { readonly load: ReadingLoad };

/** The measured loads of a run in order: the first `steps` of them, by default all. */
export function sampleTurns(
  plan: ReadingPlan,
  sample: SampleReading = {},
  steps = Number.POSITIVE_INFINITY,
): SampleTurn[] {
  const { deliveredShare = 1, refusal = null, refusesAll = false } = sample;
  const isRefused = ({ pattern }: ReadingLoad) =>
    refusal !== null && (refusesAll || pattern === "random");
  return Array.from({ length: plan.rounds }, (_, round) =>
    rotated(plan.loads, round).flatMap((load): SampleTurn[] => {
      const turn = { load, round, systemCall: callOf(load) };
      if (isRefused(load)) {
        return round === 0 ? [{ ...turn, systemCall: "open", refusal, counts: null }] : [];
      }
      const eachNs = Math.round(requestNs(load, sample) * (1 + 0.03 * (round % 3)));
      const counts = sampleReadingCounts(load, plan.roundNs, eachNs, deliveredShare);
      return [{ ...turn, refusal: null, counts }];
    }),
  )
    .flat()
    .slice(0, steps);
}

export function sampleReading(
  plan: ReadingPlan,
  sample: SampleReading = {},
  steps?: number,
): ReadingResult[] {
  const turns = sampleTurns(plan, sample, steps);
  return plan.loads.map((load) =>
    buildReading(
      load,
      turns.filter((turn) => isSameLoad(turn.load, load)),
      sample.isVirtual,
    ),
  );
}

function callOf({ blockBytes, readShare }: ReadingLoad): string {
  const read = `pread(fd, buf, ${blockBytes}, offset)`;
  const write = `pwrite(fd, buf, ${blockBytes}, offset)`;
  const calls = readShare === 1 ? read : readShare === 0 ? write : `${read} or ${write}`;
  return `open(O_RDWR|O_DIRECT), ${calls}`;
}

interface Options {
  readonly reading?: SampleReading;
}

export const ordinary: Options = { reading: {} };

export function results({ reading }: Options, { plan, isVirtual }: On<"reading">) {
  return reading ? { reading: sampleReading(plan, { isVirtual, ...reading }) } : null;
}

export function steps(plan: ReadingPlan): Step[] {
  return sampleTurns(plan).map(({ load, round }) => ({ kind: "reading-round", load, round }));
}

export function live(plan: ReadingPlan, done: readonly Step[]) {
  return { reading: sampleReading(plan, {}, done.length).filter(({ iops }) => iops !== null) };
}

export const inspected: Inspected = {
  figure: ".value-bar .chart-value",
  figures: ({ reading }) => reading.filter(({ iops }) => iops !== null).length,
  printed: ({ reading }) => reading.filter(({ status }) => status === "measured").map(beginningOf),
  csvRows: ({ reading }) => rowsOf(reading),
};
