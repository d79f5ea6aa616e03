import type { LogAxis } from "../scale/log-scale";
import { BarFigure, clearOf, PublishedMark, Whisker } from "./bar-marks";
import { type ChartRow, ChartRows } from "./chart-rows";
import { GuaranteeBox } from "./guarantee-mark";
import { type RowPlace, RowPlot } from "./row-plot";
import { seriesClass } from "./series-mark";

export interface BarRow extends ChartRow {
  /** Median of the rounds; `null` if not measured yet or not available. */
  readonly value: number | null;
  readonly figure: string;
  readonly range: readonly [number, number] | null;
  /** Muted text after the figure: the first of these notes that fits. */
  readonly notes?: readonly string[];
  readonly isHatched?: boolean;
  /** The value published for another drive: a thin mark across the row. */
  readonly published?: number | null;
  /** Index of the bar's hue; without it, the chart's own colour. */
  readonly hue?: number;
}

interface ValueBarsProps {
  readonly rows: readonly BarRow[];
  readonly axis: LogAxis;
  /** Formats a power of ten for the axis. */
  readonly nameOf: (value: number) => string;
  /** Space in rem after the longest bar, for figure and note; a narrow chart has no note. */
  readonly noteRem?: number;
  readonly look?: "roomy" | "dense" | "long";
}

const figureRem = 5;
/** Estimated width, in rem, of a letter after a bar, rather too wide than too narrow. */
const letterRem = 0.5;

/** One bar in each row, on a logarithmic axis. */
export function ValueBars(props: ValueBarsProps) {
  const { rows, axis, nameOf, noteRem = figureRem, look = "dense" } = props;
  return (
    <ChartRows rows={rows} look={look}>
      {(frame) => (
        <RowPlot
          {...{ frame, axis, rows, nameOf }}
          left={1}
          right={(frame.width > 24 * frame.rem ? noteRem : figureRem) * frame.rem}
          barRem={look === "roomy" ? 1.125 : 0.8125}
          draw={(row, place) => <ValueBar row={row} place={place} />}
        />
      )}
    </ChartRows>
  );
}

function ValueBar({ row, place }: { row: BarRow; place: RowPlace }) {
  const { y, height, middle, left, at, frameWidth, rem } = place;
  const { value, figure, range, notes = [], isHatched = false, published = null } = row;
  const mark = published === null ? null : at(published);
  const publishedMark = mark === null ? null : <PublishedMark x={mark} {...{ y, height }} />;
  if (value === null) {
    return publishedMark && <g className="value-bar">{publishedMark}</g>;
  }
  const end = at(value);
  const box = { x: left, y, width: end - left, height };
  const tip = range === null ? end : Math.max(end, at(range[1]));
  const widthOf = (text: string) => (text.length + 2) * letterRem * rem;
  const start = clearOf(mark, tip, widthOf(figure));
  const hue = row.hue === undefined ? "" : seriesClass(row.hue);
  return (
    <g className={`value-bar ${hue} ${row.current === true ? "current" : ""}`}>
      <GuaranteeBox guarantee={isHatched ? "hatched" : (row.guarantee ?? "power-loss")} {...box} />
      {range === null ? null : <Whisker {...{ range, place }} />}
      {publishedMark}
      <BarFigure
        x={start}
        {...{ middle, figure }}
        note={notes.find((text) => start + widthOf(`${figure} ${text}`) <= frameWidth)}
      />
    </g>
  );
}
