import type { EventOf, WorkloadResults } from "#contract/workloads/index";
import type { ReadingCounts, ReadingLoad, ReadingResult } from "#contract/workloads/reading";
import { medianInterval } from "../../confidence";
import { readBackFrom } from "../../read-back";
import { broken, outcomeOf, refusalIn, whyMissing } from "../../reasons";
import { median, mergeLatency, sum, summarizeLatency } from "../../statistics";
import { timelinePoints, worstWindow } from "../../timeline";

/** Counts of one load in one round. */
export type ReadingTurn = Pick<EventOf<"reading">, "round" | "systemCall" | "refusal" | "counts">;

/** A round that was cut short needs at least this many requests for a rate. */
export const minRequestsOfCutRound = 10;

export function isSameLoad(one: ReadingLoad, other: ReadingLoad): boolean {
  return (
    one.pattern === other.pattern &&
    one.readShare === other.readShare &&
    one.blockBytes === other.blockBytes &&
    one.requests === other.requests
  );
}

/** The median of a load's rounds. One cut short by a stop or an error needs ten requests to count. */
export function buildReading(
  load: ReadingLoad,
  turns: readonly ReadingTurn[],
  isBehind = false,
): ReadingResult {
  const all = turns.flatMap(({ round, counts }) => (counts === null ? [] : [{ round, ...counts }]));
  const counted = all.filter(isCounted);
  const rounds = counted.map(({ round, reads, writes, elapsedNs, threadsNs }) => ({
    round,
    // The rate comes from each thread's time up to its last request: threads do not end together.
    iops: ((reads + writes) * load.requests * 1e9) / threadsNs,
    reads,
    writes,
    elapsedNs,
  }));
  const rates = rounds.map(({ iops }) => iops);
  const iops = rates.length > 0 ? median(rates) : null;
  const bytesPerSecond = iops === null ? null : iops * load.blockBytes;
  const parts = counted.map(({ round, elapsedNs, timeline }) => ({ round, elapsedNs, timeline }));
  const failure = all.some(({ endedBy }) => endedBy === "error") ? broken(null) : null;
  const read = readBytes(load, counted);
  return {
    ...load,
    systemCall: (turns.find(({ counts }) => counts !== null) ?? turns[0])?.systemCall ?? "",
    ...outcomeOf(refusalIn(turns), failure, iops !== null, whyMissing(turns)),
    answeredBy: load.readShare === 0 || iops === null ? null : answeredBy(read, isBehind),
    bytesPerSecond,
    iops,
    iopsMin: iops === null ? null : Math.min(...rates),
    iopsMax: iops === null ? null : Math.max(...rates),
    iopsInterval: medianInterval(rates),
    latencyNs: summarizeLatency(mergeLatency(counted.map(({ latency }) => latency))),
    reads: sum(counted.map(({ reads }) => reads)),
    writes: sum(counted.map(({ writes }) => writes)),
    ...read,
    rounds,
    timeline: timelinePoints(parts),
    worstWindow: worstWindow(parts),
  };
}

type Round = ReadingCounts & { readonly round: number };

function isCounted({ endedBy, threadsNs, reads, writes }: Round): boolean {
  const wasCut = endedBy === "stopped" || endedBy === "error";
  return threadsNs > 0 && (!wasCut || reads + writes >= minRequestsOfCutRound);
}

/** The bytes requested, and an upper limit of how many of them came from the disks, not a cache. */
function readBytes(
  { blockBytes }: ReadingLoad,
  rounds: readonly Round[],
): Pick<ReadingResult, "bytesRead" | "deviceReadBytes"> {
  let bytesRead = 0;
  let deviceReadBytes: number | null = 0;
  for (const { reads, warmupReads, deviceReadBytes: delivered } of rounds) {
    const asked = (reads + warmupReads) * blockBytes;
    bytesRead += asked;
    deviceReadBytes =
      deviceReadBytes === null || delivered === null
        ? null
        : // Bytes beyond the requested ones were for other programs.
          deviceReadBytes + Math.min(asked, delivered);
  }
  return { bytesRead, deviceReadBytes };
}

/**
 * Whether the drive or a cache answered. `isBehind`: a host's or another computer's cache may
 * answer whatever the counters show.
 */
function answeredBy(
  read: Pick<ReadingResult, "bytesRead" | "deviceReadBytes">,
  isBehind: boolean,
): ReadingResult["answeredBy"] {
  const from = readBackFrom({ ...read, aroundCache: true });
  return from === "elsewhere" ? "cache" : isBehind ? "not-known" : from;
}

export function hasFigures({ reading }: WorkloadResults): boolean {
  return reading.some(({ iops }) => iops !== null);
}
