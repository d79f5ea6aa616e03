import type { FlushRound } from "#contract/mode-result";
import type { FlushRoundCounts, PlainWrites } from "#contract/workloads/flush-modes";
import type { statements } from "#text/workloads/flush-modes";
import { passesAgree, ratiosByRound } from "../../confidence";
import { type Facts, isPlainInMemory } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { isMemory } from "../../guarantee";
import { sayer } from "../../say";
import { iopsOf, median, mergeLatency, summarizeLatency } from "../../statistics";
import type { FindingDraft } from "./codes";
import { isCounted, roundOf } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Plain writes, and how the state of the page cache affects their rate. */

/** Rounds of plain writes after the file was filled in pieces of `pieceBytes`. */
interface Filled {
  readonly pieceBytes: number;
  readonly rounds: readonly FlushRoundCounts[];
}

/**
 * The rate in each state of the page cache; `null` if no round counts. The state after a refill in
 * larger pieces is left out if none of its rounds counts.
 */
export function buildPlainWrites(
  systemCall: string,
  asFilled: Filled,
  refilled: Filled,
): PlainWrites | null {
  const [first, second] = [stateOf(asFilled), stateOf(refilled)];
  if (first === null) {
    return null;
  }
  const refilledRounds = refilled.rounds.filter(isCounted).map(roundOf);
  const ratios = ratiosOf(asFilled.rounds.filter(isCounted).map(roundOf), refilledRounds);
  return {
    systemCall,
    states: second === null ? [first] : [first, second],
    refilledRounds,
    ratio: ratios.length === 0 ? null : median(ratios),
  };
}

/** Ratios of the two states' rates, for each round in which both completed operations. */
function ratiosOf(asFilled: readonly FlushRound[], refilled: readonly FlushRound[]): number[] {
  const [blocks, pieces] = [asFilled, refilled].map(
    (rounds) =>
      new Map(rounds.filter(({ iops }) => iops > 0).map(({ round, iops }) => [round, iops])),
  );
  return blocks && pieces ? ratiosByRound(blocks, pieces) : [];
}

function stateOf({ pieceBytes, rounds }: Filled): PlainWrites["states"][number] | null {
  const counted = rounds.filter(isCounted);
  const rates = counted.map(({ operations, elapsedNs }) => iopsOf(operations, elapsedNs));
  return counted.length === 0
    ? null
    : {
        pieceBytes,
        operations: counted.reduce((sum, { operations }) => sum + operations, 0),
        iops: median(rates),
        iopsMin: Math.min(...rates),
        iopsMax: Math.max(...rates),
        roundNs: Math.round(median(counted.map(({ elapsedNs }) => elapsedNs))),
        latencyNs: summarizeLatency(mergeLatency(counted.map(({ latency }) => latency))),
      };
}

/**
 * From this ratio of the rates in the two states of the page cache on, the way of filling the file
 * decides the rate.
 */
const decisiveRatio = 1.5;
/**
 * Up to this ratio of the rates in the two states of the page cache, the difference is not worth
 * reporting.
 */
const alikeRatio = 1.25;

/**
 * The rates in both states of the page cache; no finding unless at least two rounds agree on
 * whether the way of filling the file matters.
 */
export function plainWritesFindings(facts: Facts): FindingDraft[] {
  const { report, plain } = facts;
  const [asFilled, refilled] = report.plainWrites?.states ?? [];
  if (!plain || !asFilled || !refilled || isMemory(report.volume) || !isPlainInMemory(facts)) {
    return [];
  }
  const ofRounds = ratiosOf(plain.rounds, report.plainWrites?.refilledRounds ?? []);
  // People read the two reported medians, so their ratio must agree with `ofRounds`.
  const ratios = [...ofRounds, asFilled.iops / refilled.iops];
  const areAll = (low: number, high: number) =>
    passesAgree(ofRounds) && ratios.every((ratio) => ratio >= low && ratio <= high);
  const isDecisive = areAll(decisiveRatio, Infinity) || areAll(0, 1 / decisiveRatio);
  const isAlike = areAll(1 / alikeRatio, alikeRatio);
  if (!isDecisive && !isAlike) {
    return [];
  }
  return [
    finding("plain-writes", "info", {
      title: say("plain-writes.title", { isDecisive }),
      seen: say("plain-writes.seen", {
        blockBytes: report.plan.workloads["flush-modes"].blockBytes,
        pieceBytes: asFilled.pieceBytes,
        perSecond: asFilled.iops,
        roundNs: asFilled.roundNs,
        refilledPieceBytes: refilled.pieceBytes,
        refilledPerSecond: refilled.iops,
        refilledRoundNs: refilled.roundNs,
      }),
      means: say("plain-writes.means", { isDecisive }),
    }),
  ];
}
