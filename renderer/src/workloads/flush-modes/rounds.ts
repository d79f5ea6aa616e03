import { isStall } from "#analysis/timeline";
import type { FlushModeId } from "#contract/flush-mode";
import type { WorstWindow } from "#contract/measures";
import type { FlushModeResult } from "#contract/mode-result";
import type { Report } from "#contract/report";
import { reportModeLabel } from "#tables/modes";
import { formatDuration } from "#text/format";
import { waits, worstStretch } from "#text/workloads/flush-modes";
import { shortCall } from "../../words";

/** The measured modes that promise to survive a power cut, or may do so. */
export function promisingModes(results: readonly FlushModeResult[]): FlushModeResult[] {
  return results.filter(
    ({ guarantee, timeline }) =>
      (guarantee === "power-loss" || guarantee === "unknown") && timeline.length > 0,
  );
}

export function roundsPanels(
  results: readonly FlushModeResult[],
  report: Pick<Report, "host" | "volume">,
): RoundsPanel[] {
  return promisingModes(results).map((result) => ({
    id: result.mode,
    label: reportModeLabel(result.mode, report),
    systemCall: shortCall(result.systemCall),
    worst: result.worstWindow === null ? "" : worstOf(result.worstWindow),
    saves: savesOverTime(result),
  }));
}

/** "worst: one save took 410 ms (round 2)" if a single save filled the worst stretch of time. */
function worstOf(worst: WorstWindow): string {
  const { operations, elapsedNs, slowestNs } = worst;
  const round = worst.round + 1;
  return isStall(worst)
    ? worstStretch.stall({ time: formatDuration(slowestNs ?? elapsedNs), round })
    : worstStretch.few({ operations, time: formatDuration(elapsedNs), round });
}

const noticedNs = 1_000_000_000;

/** Meaning of these modes' longest wait for a person, in one sentence; `null`: not known. */
export function waitSentence(results: readonly FlushModeResult[]): string | null {
  const stretches = promisingModes(results).flatMap(({ worstWindow }) => worstWindow ?? []);
  const first = stretches[0];
  if (first === undefined) {
    return null;
  }
  const longest = stretches.reduce(longer, first);
  if (!isStall(longest)) {
    const { operations, elapsedNs } = longest;
    return operations === 0
      ? waits.nothing({ time: formatDuration(elapsedNs) })
      : waits.unnoticed({ operations, time: formatDuration(elapsedNs) });
  }
  const time = formatDuration(longest.elapsedNs);
  return longest.elapsedNs >= noticedNs ? waits.long({ time }) : waits.short({ time });
}

/** The worse of two stretches of time: a stall, else the one with more time per operation. */
function longer(one: WorstWindow, other: WorstWindow): WorstWindow {
  if (isStall(one) !== isStall(other)) {
    return isStall(one) ? one : other;
  }
  const weight = ({ elapsedNs, operations }: WorstWindow) => elapsedNs / Math.max(1, operations);
  return weight(other) > weight(one) ? other : one;
}

/** The rate from `atNs` to the next point; `null` if a round ended at this point. */
interface RatePoint {
  readonly atNs: number;
  readonly rate: number | null;
}

/** The rounds of one mode one after the other, without the time between them. */
export interface SavesOverTime {
  readonly points: readonly RatePoint[];
  readonly rounds: readonly {
    readonly round: number;
    readonly fromNs: number;
    readonly toNs: number;
  }[];
  readonly totalNs: number;
  readonly worst: { readonly fromNs: number; readonly toNs: number } | null;
}

export interface RoundsPanel {
  readonly id: FlushModeId;
  readonly label: string;
  readonly systemCall: string;
  /** The worst stretch of time in words; empty if none is known. */
  readonly worst: string;
  readonly saves: SavesOverTime;
}

export function savesOverTime({
  timeline,
  rounds: measured,
  worstWindow,
}: Pick<FlushModeResult, "timeline" | "rounds" | "worstWindow">): SavesOverTime {
  const points: RatePoint[] = [];
  const rounds: { round: number; fromNs: number; toNs: number }[] = [];
  let fromNs = 0;
  for (const { round, elapsedNs } of measured) {
    const toNs = fromNs + elapsedNs;
    const inRound = timeline.filter((point) => point.round === round && point.elapsedNs > 0);
    let rate = 0;
    for (const point of inRound) {
      rate = (point.operations * 1e9) / point.elapsedNs;
      points.push({ atNs: fromNs + point.startNs, rate });
    }
    if (inRound.length > 0) {
      points.push({ atNs: toNs, rate }, { atNs: toNs, rate: null });
    }
    rounds.push({ round, fromNs, toNs });
    fromNs = toNs;
  }
  return { points, rounds, totalNs: fromNs, worst: placeOf(worstWindow, rounds) };
}

function placeOf(
  worst: WorstWindow | null,
  rounds: readonly { readonly round: number; readonly fromNs: number }[],
): SavesOverTime["worst"] {
  const home = rounds.find(({ round }) => round === worst?.round);
  if (worst === null || home === undefined) {
    return null;
  }
  const fromNs = home.fromNs + worst.startNs;
  return { fromNs, toNs: fromNs + worst.elapsedNs };
}
