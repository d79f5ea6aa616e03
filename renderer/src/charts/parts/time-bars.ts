import { chartKeyText } from "#text/charts";
import { formatDuration } from "#text/format";
import { decadeOfTime } from "../scale/log-scale";
import type { BarRow } from "./value-bars";

/** What all bars of elapsed time share. */
export const timeBars = { nameOf: decadeOfTime, noteRem: 8.5 };

interface Time {
  readonly elapsedNs: number | null;
  /** Whether the time is extrapolated: the bar is then hatched and its figure marked. */
  readonly extrapolated: boolean;
  /** Muted text after the figure: the ratio to another row. */
  readonly note: string | null;
}

export function timeBar({ elapsedNs, extrapolated, note }: Time) {
  return {
    value: elapsedNs,
    figure: elapsedNs === null ? "" : timeFigure(elapsedNs, extrapolated),
    isHatched: extrapolated,
    notes: [
      ...(extrapolated && note !== null ? [chartKeyText.extrapolatedAnd({ note })] : []),
      ...(note !== null ? [note] : extrapolated ? [chartKeyText.extrapolatedNote()] : []),
    ],
  } satisfies Partial<BarRow>;
}

/** A time as charts show it, with "≈" before an extrapolated time. */
export function timeFigure(ns: number, extrapolated: boolean): string {
  return `${extrapolated ? "≈\u00a0" : ""}${formatDuration(ns)}`;
}
