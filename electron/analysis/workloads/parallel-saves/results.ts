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

/** One mode with so many writers in one round. */
export interface ParallelRound {
  readonly mode: FlushModeId;
  readonly writers: number;
  readonly round: number;
  readonly systemCall: string;
  /** The system's refusal in words; there are no counts then. */
  readonly refusal: string | null;
  readonly counts: ParallelCounts | null;
  readonly error: DriveError | null;
}

/**
 * One entry for each mode and number of writers, the smallest first. A round in which a writer was
 * stopped or broke off does not count: the others had the drive to themselves from then on.
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

/** How many times as many saves a second there are with some writers as with others, by round. */
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
    // Rates of writers that took turns instead of writing at the same time must not be added up.
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

/** From the first start to the last end. */
function spanOf(each: readonly WriterCounts[]): number {
  const starts = each.map(({ startNs }) => startNs);
  return Math.max(...each.map(({ endNs }) => endNs)) - Math.min(...starts);
}

/** The share of that in which all of them wrote. */
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
