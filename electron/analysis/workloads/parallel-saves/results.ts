import type { EventOf, WorkloadResults } from "#contract/workloads/index";
import type {
  ParallelCounts,
  ParallelSave,
  WriterCounts,
} from "#contract/workloads/parallel-saves";
import { medianInterval } from "../../confidence";
import { grouped } from "../../grouped";
import { outcomeOfRounds } from "../../reasons";
import {
  flushesPerOperation,
  iopsOf,
  median,
  mergeLatency,
  percentileNs,
  sum,
  summarizeLatency,
} from "../../statistics";

/** Measurements of one mode with a number of writers in one round. */
export type ParallelRound = Omit<EventOf<"parallel-saves">, "type">;

/**
 * One entry for each mode and number of writers, a mode's fewest first. A round in which a writer
 * stopped early does not count: fewer writers shared the drive from then on.
 */
export function buildParallelSaves(rounds: readonly ParallelRound[]): ParallelSave[] {
  const modes = [...new Set(rounds.map(({ mode }) => mode))];
  return grouped(rounds, ({ mode, writers }) => `${mode} ${writers}`)
    .map(saveOf)
    .sort((a, b) => modes.indexOf(a.mode) - modes.indexOf(b.mode) || a.writers - b.writers);
}

function saveOf(group: readonly [ParallelRound, ...ParallelRound[]]): ParallelSave {
  const [{ mode, writers, systemCall }] = group;
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
  return {
    mode,
    writers,
    systemCall,
    ...outcomeOfRounds(group, rounds.length > 0),
    operations: sum(rounds.map((round) => round.operations)),
    iops: rates.length > 0 ? median(rates) : null,
    iopsInterval: medianInterval(rates),
    rounds,
    latencyNs: summarizeLatency(
      mergeLatency(counted.flatMap(({ each }) => each.map(({ latency }) => latency))),
    ),
    writerP99Ns: Array.from({ length: rounds.length > 0 ? writers : 0 }, (_, place) =>
      percentileNs(mergeLatency(counted.flatMap(({ each }) => each[place]?.latency ?? [])), 0.99),
    ),
    deviceFlushesPerSync: flushesPerOperation(rounds),
  };
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

export function hasFigures({ parallelSaves }: WorkloadResults): boolean {
  return (parallelSaves ?? []).some(({ iops }) => iops !== null);
}
