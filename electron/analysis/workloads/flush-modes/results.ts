import type { DriveError } from "#contract/drive-error";
import { type FlushModeId, type Guarantee, mayStoreWithoutFlush } from "#contract/flush-mode";
import type { FlushModeResult, FlushRound } from "#contract/mode-result";
import type { FlushRoundCounts, SpacedSaves } from "#contract/workloads/flush-modes";
import { medianInterval, pairsAmong, roundRatios, showDifference } from "../../confidence";
import { disturbances } from "../../disturbance";
import { broken, modeWithoutRound, outcomeOf } from "../../reasons";
import {
  coarseHistogram,
  flushesPerOperation,
  iopsOf,
  median,
  mergeLatency,
  percentileNs,
  sum,
  sumIfKnown,
  summarizeLatency,
} from "../../statistics";
import { timelinePoints, worstWindow } from "../../timeline";
import { findSlowdown } from "./slowdown";

/** A round with the bytes that the whole run had written before it. */
export type RoundInRun = FlushRoundCounts & { readonly bytesBefore: number };

export interface FlushModeParts {
  readonly mode: FlushModeId;
  readonly systemCall: string;
  readonly guarantee: Guarantee;
  /** The system's error text if it refused the mode; `null` if the mode can be used. */
  readonly refusal: string | null;
  /** The error if the mode failed during a round; otherwise `null`. */
  readonly failure: DriveError | null;
  readonly rounds: readonly RoundInRun[];
}

/** A round that was cut short needs at least this many operations for a rate. */
export const minOperationsOfCutRound = 10;

/**
 * One mode's result: the median of its rounds, with the lowest and the highest. A round that ran to
 * its end counts even at 0; one cut short by a stop or an error, only from ten operations on.
 */
export function buildFlushModeResult(parts: FlushModeParts): FlushModeResult {
  const counted = parts.rounds.filter(isCounted);
  const rates = counted.map(({ operations, elapsedNs }) => iopsOf(operations, elapsedNs));
  const latency = mergeLatency(counted.map((round) => round.latency));
  const hasRates = rates.length > 0;
  const failure = parts.failure && broken(parts.failure);
  return {
    mode: parts.mode,
    systemCall: parts.systemCall,
    ...outcomeOf(parts.refusal, failure, hasRates, modeWithoutRound),
    guarantee: parts.guarantee,
    operations: sum(counted.map(({ operations }) => operations)),
    iops: hasRates ? median(rates) : null,
    iopsMin: hasRates ? Math.min(...rates) : null,
    iopsMax: hasRates ? Math.max(...rates) : null,
    iopsInterval: medianInterval(rates),
    notDifferentFrom: [],
    rounds: counted.map(roundOf),
    latencyNs: summarizeLatency(latency),
    histogram: coarseHistogram(latency),
    deviceFlushesPerSync: flushesPerOperation(counted),
    writeAmplification: writeAmplification(parts.mode, counted),
    timeline: timelinePoints(counted),
    worstWindow: worstWindow(counted),
    // The mode `none` makes no saves: if it becomes slow, the system lacks memory for the writes.
    slowdown: parts.mode === "none" ? null : findSlowdown(counted),
  };
}

/**
 * Adds to each mode the list of modes from which it shows no difference, round by round and
 * corrected for the number of pairs. Few rounds prove no difference, so they list all other modes.
 */
export function withComparisons(results: readonly FlushModeResult[]): FlushModeResult[] {
  const compared = results.filter(({ rounds }) => rounds.length >= 2);
  const pairs = pairsAmong(compared.length);
  return results.map((result) => ({
    ...result,
    notDifferentFrom: compared.includes(result)
      ? compared
          .filter((other) => other !== result && !showDifference(roundRatios(result, other), pairs))
          .map(({ mode }) => mode)
      : [],
  }));
}

/** Whether the drive may have stored each write without a flush command. */
export function hidesFlushes({
  mode,
  deviceFlushesPerSync,
}: Pick<FlushModeResult, "mode" | "deviceFlushesPerSync">): boolean {
  return mayStoreWithoutFlush(mode) && deviceFlushesPerSync !== null && deviceFlushesPerSync < 0.9;
}

export function isCounted(round: FlushRoundCounts): boolean {
  if (round.elapsedNs === 0) {
    return false;
  }
  const wasCut = round.endedBy === "stopped" || round.endedBy === "error";
  return !wasCut || round.operations >= minOperationsOfCutRound;
}

export function roundOf(round: FlushRoundCounts): FlushRound {
  const { operations, elapsedNs, bytes, cpuUserNs, cpuSystemNs, deviceFlushes } = round;
  const { startedAt, evidence, repeated } = round;
  return {
    round: round.round,
    iops: iopsOf(operations, elapsedNs),
    operations,
    elapsedNs,
    bytes,
    cpuUserNs,
    cpuSystemNs,
    deviceFlushes,
    startedAt,
    evidence,
    disturbances: [],
    disturbedBy: disturbances([{ evidence, bytes }]),
    repeated,
    p50Ns: percentileNs(round.latency, 0.5),
  };
}

/** The result of the saves with a pause before each; `null` if no round counts. */
export function buildSpacedSaves(
  { mode, systemCall, idleNs }: Pick<SpacedSaves, "mode" | "systemCall" | "idleNs">,
  rounds: readonly FlushRoundCounts[],
): SpacedSaves | null {
  const counted = rounds.filter(isCounted);
  const latencyNs = summarizeLatency(mergeLatency(counted.map((round) => round.latency)));
  return (
    latencyNs && {
      mode,
      systemCall,
      idleNs,
      operations: sum(counted.map(({ operations }) => operations)),
      rounds: counted.map((round) => {
        const { iops: _iops, repeated: _repeated, ...figures } = roundOf(round);
        return figures;
      }),
      latencyNs,
      deviceFlushesPerSync: flushesPerOperation(counted),
    }
  );
}

/** Bytes at the drive per byte written; `null` for `none`, whose data stays in memory. */
function writeAmplification(mode: FlushModeId, rounds: readonly FlushRoundCounts[]): number | null {
  const reached = sumIfKnown(rounds.map(({ evidence }) => evidence.deviceBytesWritten));
  const asked = sum(rounds.map(({ bytes }) => bytes));
  return mode !== "none" && reached !== null && asked > 0 ? reached / asked : null;
}
