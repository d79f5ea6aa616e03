import { chartKeyText } from "#text/charts";
import { formatDuration } from "#text/format";
import { decadeOfTime, type LogAxis } from "../scale/log-scale";
import { BarFigure, clearOf, PublishedMark, Whisker } from "./bar-marks";
import { type ChartRow, ChartRows } from "./chart-rows";
import { GuaranteeBox } from "./guarantee-mark";
import { HatchedBox } from "./hatched-box";
import { type RowPlace, RowPlot } from "./row-plot";

export interface TimeRow extends ChartRow {
  /** Median of the trials; `null` if not measured yet or not available. */
  readonly elapsedNs: number | null;
  /** Fastest and slowest trial, if there were several. */
  readonly rangeNs: readonly [number, number] | null;
  readonly extrapolated: boolean;
  /** Muted text after the figure: the ratio to another row. */
  readonly note: string | null;
  /** The time published for another drive. */
  readonly publishedNs: number | null;
}

interface TimeBarsProps {
  readonly rows: readonly TimeRow[];
  readonly axis: LogAxis;
  readonly isDense?: boolean;
}

/** Space after the longest bar: for figure and word, in a narrow chart for the figure only. */
const wordsRem = 8.5;
const figureRem = 5;
/** Estimated width of a letter after a bar, rather too wide than too narrow. */
const letterRem = 0.5;

/**
 * One bar of elapsed time per row, on a logarithmic axis. Extrapolated times are hatched and
 * labelled so; published times are thin marks across the row.
 */
export function TimeBars({ rows, axis, isDense = false }: TimeBarsProps) {
  return (
    <ChartRows rows={rows} {...(isDense ? { look: "dense" } : {})}>
      {(frame) => (
        <RowPlot
          {...{ frame, axis, rows }}
          left={1}
          right={(frame.width > 24 * frame.rem ? wordsRem : figureRem) * frame.rem}
          barRem={isDense ? 0.8125 : 1.125}
          nameOf={decadeOfTime}
          draw={(row, place) => <TimeBar row={row} place={place} />}
        />
      )}
    </ChartRows>
  );
}

function TimeBar({ row, place }: { row: TimeRow; place: RowPlace }) {
  const { y, height, middle, left, at, frameWidth, rem } = place;
  const mark = row.publishedNs === null ? null : at(row.publishedNs);
  const published = mark === null ? null : <PublishedMark x={mark} {...{ y, height }} />;
  if (row.elapsedNs === null) {
    return <g className="time-bar">{published}</g>;
  }
  const end = at(row.elapsedNs);
  const box = { x: left, y, width: end - left, height };
  const figure = timeFigure(row.elapsedNs, row.extrapolated);
  const tip = row.rangeNs === null ? end : Math.max(end, at(row.rangeNs[1]));
  const widthOf = (text: string) => (text.length + 2) * letterRem * rem;
  const start = clearOf(mark, tip, widthOf(figure));
  const note = notesOf(row).find((text) => start + widthOf(figure + text) <= frameWidth);
  return (
    <g className="time-bar">
      {row.extrapolated ? (
        <HatchedBox {...box} />
      ) : (
        <GuaranteeBox guarantee={row.guarantee ?? "power-loss"} {...box} />
      )}
      {row.rangeNs === null ? null : <Whisker range={row.rangeNs} place={place} />}
      {published}
      <BarFigure x={start} {...{ middle, figure, note }} />
    </g>
  );
}

/** A time as charts show it; a sign marks extrapolated times. */
export function timeFigure(ns: number, extrapolated: boolean): string {
  return `${extrapolated ? "≈\u00a0" : ""}${formatDuration(ns)}`;
}

/** Notes after a figure, the longest first, to use the longest that fits. */
function notesOf({ extrapolated, note }: TimeRow): string[] {
  if (!extrapolated) {
    return note === null ? [] : [note];
  }
  return note === null
    ? [chartKeyText.extrapolatedNote()]
    : [chartKeyText.extrapolatedAnd({ note }), note];
}
