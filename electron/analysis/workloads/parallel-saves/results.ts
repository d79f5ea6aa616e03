import type { DriveError } from "#contract/drive-error";
import type { FlushModeId } from "#contract/flush-mode";
import type {
  ParallelCounts,
  ParallelSave,
  WriterCounts,
} from "#contract/workloads/parallel-saves";
import { medianInterval, ratiosByRound } from "../../confidence";
import { outcomeOfRounds } from "../../reasons";
import { iopsOf, median, mergeLatency, percentileNs, summarizeLatency } from "../../statistics";

/** Measurements of one mode with a number of writers in one round. */
export interface ParallelRound {
  readonly mode: FlushModeId;
  readonly writers: number;
  readonly round: number;
  readonly systemCall: string;
  /** The system's error text if it refused; `counts` is then `null`. */
  readonly refusal: string | null;
  readonly counts: ParallelCounts | null;
  readonly error: DriveError | null;
}

/**
 * One entry for each mode and number of writers, the smallest first. A round in which a writer
 * stopped early does not count: from then on the others shared the drive with fewer writers.
 */
export function buildParallelSaves(rounds: readonly ParallelRound[]): ParallelSave[] {
  const groups = new Map<string, ParallelRound[]>();
  for (const round of rounds) {
    const key = `${round.mode} ${round.writers}`;
    groups.set(key, [...(groups.get(key) ?? []), round]);
  }
  const modes = [...new Set(rounds.map(({ mode }) => mode))];
  return [...groups.values()]
    .flatMap((group) => saveOf(group))
    .sort((a, b) => modes.indexOf(a.mode) - modes.indexOf(b.mode) || a.writers - b.writers);
}

/** Ratios of the saves a second with many writers to those with few, by round. */
export function writerRatios(many: ParallelSave, few: ParallelSave): number[] {
  const ratesOf = ({ rounds }: ParallelSave) =>
    new Map(rounds.map(({ round, iops }) => [round, iops]));
  return ratiosByRound(ratesOf(many), ratesOf(few));
}

function saveOf(group: readonly ParallelRound[]): ParallelSave[] {
  const [first] = group;
  if (first === undefined) {
    return [];
  }
  const { mode, writers, systemCall } = first;
  const counted = group.flatMap(({ round, counts }) =>
    counts !== null && isWhole(counts) ? [{ round, ...counts }] : [],
  );
  const rounds = counted.map(({ round, each, deviceFlushes }) => {
    const operations = sum(each.map((writer) => writer.operations));
    const elapsedNs = spanOf(each);
    // Adding up the writers' rates would be wrong if they took turns.
    const iops = iopsOf(operations, elapsedNs);
    return { round, iops, operations, elapsedNs, overlap: overlapOf(each), deviceFlushes };
  });
  const rates = rounds.map(({ iops }) => iops);
  const operations = sum(rounds.map((round) => round.operations));
  const flushes = rounds.flatMap(({ deviceFlushes }) => deviceFlushes ?? []);
  return [
    {
      ...{ mode, writers, systemCall },
      ...outcomeOfRounds(group, rounds.length > 0),
      operations,
      iops: rates.length > 0 ? median(rates) : null,
      iopsInterval: medianInterval(rates),
      rounds,
      latencyNs: summarizeLatency(
        mergeLatency(counted.flatMap(({ each }) => each.map(({ latency }) => latency))),
      ),
      writerP99Ns: Array.from({ length: rounds.length > 0 ? writers : 0 }, (_, place) =>
        percentileNs(mergeLatency(counted.flatMap(({ each }) => each[place]?.latency ?? [])), 0.99),
      ),
      deviceFlushesPerSync:
        operations === 0 || flushes.length < rounds.length ? null : sum(flushes) / operations,
    },
  ];
}

/** Time from the first writer's start to the last writer's end. */
function spanOf(each: readonly WriterCounts[]): number {
  const starts = each.map(({ startNs }) => startNs);
  return Math.max(...each.map(({ endNs }) => endNs)) - Math.min(...starts);
}

/** Share of the span in which all writers were active. */
function overlapOf(each: readonly WriterCounts[]): number {
  const together =
    Math.min(...each.map(({ endNs }) => endNs)) - Math.max(...each.map(({ startNs }) => startNs));
  return Math.max(0, together) / spanOf(each);
}

function isWhole({ each }: ParallelCounts): boolean {
  return (
    each.length > 0 &&
    each.every(
      ({ endedBy, startNs, endNs }) =>
        (endedBy === "time" || endedBy === "bytes") && endNs > startNs,
    )
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
