import type { FlushModeId } from "../../../../electron/contract/flush-mode";
import type { WorstWindow } from "../../../../electron/contract/measures";
import type { FlushModeResult } from "../../../../electron/contract/workloads/flush-modes";

/** The rate from here up to where the next point begins; `null`: a round has ended. */
export interface RatePoint {
  readonly atNs: number;
  readonly rate: number | null;
}

/** The rounds of one mode laid one behind the other, without the time between them. */
export interface SavesOverTime {
  readonly points: readonly RatePoint[];
  /** Where each round lies. */
  readonly rounds: readonly {
    readonly round: number;
    readonly fromNs: number;
    readonly toNs: number;
  }[];
  readonly totalNs: number;
  /** Where the worst stretch lies; `null` where none is known. */
  readonly worst: { readonly fromNs: number; readonly toNs: number } | null;
}

/** One mode's panel of the chart. */
export interface RoundsPanel {
  readonly id: FlushModeId;
  readonly label: string;
  readonly systemCall: string;
  /** The worst stretch in words; empty where none is known. */
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
