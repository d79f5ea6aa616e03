import { BarFigure, clearOf, PublishedMark } from "../../charts/parts/bar-marks";
import { type ChartRow, ChartRows } from "../../charts/parts/chart-rows";
import { type RowPlace, RowPlot } from "../../charts/parts/row-plot";
import { SeriesMark, seriesClass } from "../../charts/parts/series-mark";
import { timeFigure } from "../../charts/parts/time-bars";
import { decadeOfTime, type LogAxis } from "../../charts/scale/log-scale";

export interface LadderPoint {
  readonly elapsedNs: number;
  readonly extrapolated: boolean;
}

export interface LadderRow extends ChartRow {
  /** One entry per series, in their order; `null` if not measured yet or not available. */
  readonly points: readonly (LadderPoint | null)[];
  /** Whether lines join this row's points to those of the next row. */
  readonly isRung: boolean;
  readonly published: number | null;
}

interface LadderRowsProps {
  readonly rows: readonly LadderRow[];
  readonly series: readonly string[];
  readonly axis: LogAxis;
}

/**
 * Vertical distance, in rem, between two series in a row, so that equal times do not cover each
 * other.
 */
const stepRem = 0.1875;
const markRem = 0.28;
/** Estimated width, in rem, of a letter, rather too wide than too narrow. */
const letterRem = 0.5;

/**
 * Several series of times over the same rows: a shape and hue for each, joined from row to row,
 * hollow if extrapolated. Each row shows its shortest and its longest time as figures.
 */
export function LadderRows({ rows, series, axis }: LadderRowsProps) {
  return (
    <ChartRows rows={rows} look="dense">
      {(frame) => (
        <RowPlot
          {...{ frame, axis, rows }}
          left={4.5 * frame.rem}
          right={5 * frame.rem}
          barRem={0.8125}
          nameOf={decadeOfTime}
          draw={(row, place, index) => (
            <g className="ladder-row">
              {row.published === null ? null : (
                <PublishedMark x={place.at(row.published)} y={place.y} height={place.height} />
              )}
              {series.map((id, at) => (
                <Rung
                  key={id}
                  at={at}
                  of={series.length}
                  {...{ row, place }}
                  below={rows[index + 1]}
                />
              ))}
              <Extremes {...{ row, place }} />
            </g>
          )}
        />
      )}
    </ChartRows>
  );
}

interface RungProps {
  /** Index of the series. */
  readonly at: number;
  /** Number of all series. */
  readonly of: number;
  readonly row: LadderRow;
  readonly below: LadderRow | undefined;
  readonly place: RowPlace;
}

/** One series in one row, and the line to its mark in the next row, which covers the line's end. */
function Rung({ at, of, row, below, place: { middle, rowHeight, at: x, rem } }: RungProps) {
  const point = row.points[at] ?? null;
  if (point === null) {
    return null;
  }
  const next = row.isRung && below?.isRung === true ? (below.points[at] ?? null) : null;
  const level = middle + (at - (of - 1) / 2) * stepRem * rem;
  return (
    <g className={seriesClass(at)}>
      {next === null ? null : (
        <path
          className="series-line"
          d={`M${x(point.elapsedNs)} ${level}L${x(next.elapsedNs)} ${level + rowHeight}`}
        />
      )}
      <SeriesMark
        at={at}
        x={x(point.elapsedNs)}
        y={level}
        r={markRem * rem}
        isHollow={point.extrapolated}
      />
    </g>
  );
}

/** The figures of a row: its shortest time before the marks, its longest after them. */
function Extremes({ row, place: { middle, at, rem } }: { row: LadderRow; place: RowPlace }) {
  const sorted = row.points
    .flatMap((point) => point ?? [])
    .sort((a, b) => a.elapsedNs - b.elapsedNs);
  const [first] = sorted;
  const last = sorted[sorted.length - 1];
  if (first === undefined || last === undefined) {
    return null;
  }
  const mark = row.published === null ? null : at(row.published);
  const quickest = timeFigure(first.elapsedNs, first.extrapolated);
  const slowest = timeFigure(last.elapsedNs, last.extrapolated);
  const edge = markRem * rem;
  const reachOf = (text: string) => (text.length + 1) * letterRem * rem;
  return (
    <>
      {first === last ? null : (
        <text
          className="chart-value quiet"
          x={clearOf(mark, at(first.elapsedNs) - edge, -reachOf(quickest))}
          dx="-0.4em"
          y={middle}
          dy="0.35em"
          textAnchor="end"
        >
          {quickest}
        </text>
      )}
      <BarFigure
        x={clearOf(mark, at(last.elapsedNs) + edge, reachOf(slowest))}
        middle={middle}
        figure={slowest}
      />
    </>
  );
}
