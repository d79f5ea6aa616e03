import { formatCount, formatRate } from "#text/format";
import { units } from "#text/units";
import type { LogAxis } from "../scale/log-scale";
import { BarFigure, Whisker } from "./bar-marks";
import { type ChartRow, ChartRows } from "./chart-rows";
import { GuaranteeBox } from "./guarantee-mark";
import { type RowPlace, RowPlot } from "./row-plot";

export interface RateRow extends ChartRow {
  /** Median of the rounds; `null` if not measured yet or not available. */
  readonly perSecond: number | null;
  /** Slowest and fastest round, if there were several. */
  readonly range: readonly [number, number] | null;
  /** Muted text after the figure, if there is room. */
  readonly note: string | null;
}

interface RateBarsProps {
  readonly rows: readonly RateRow[];
  readonly axis: LogAxis;
}

/** Space after the longest bar: for figure and note, in a narrow chart for the figure only. */
const noteRem = 10;
const figureRem = 5;
/** Estimated width of a letter after a bar, rather too wide than too narrow. */
const letterRem = 0.5;

/** One bar of operations per second in each row, on a logarithmic axis. */
export function RateBars({ rows, axis }: RateBarsProps) {
  const hasNotes = rows.some(({ note }) => note !== null);
  return (
    <ChartRows rows={rows} look="dense">
      {(frame) => (
        <RowPlot
          {...{ frame, axis, rows }}
          left={1}
          right={(hasNotes && frame.width > 24 * frame.rem ? noteRem : figureRem) * frame.rem}
          barRem={0.8125}
          nameOf={formatCount}
          draw={(row, place) => <RateBar row={row} place={place} />}
        />
      )}
    </ChartRows>
  );
}

function RateBar({ row, place }: { row: RateRow; place: RowPlace }) {
  const { y, height, middle, left, at, frameWidth, rem } = place;
  const { perSecond, range, note } = row;
  if (perSecond === null) {
    return null;
  }
  const end = at(perSecond);
  const tip = range === null ? end : Math.max(end, at(range[1]));
  const figure = units.perSecond({ quantity: formatRate(perSecond) });
  const reach = tip + (figure.length + (note?.length ?? 0) + 3) * letterRem * rem;
  return (
    <g className={row.current === true ? "rate-bar current" : "rate-bar"}>
      <GuaranteeBox
        guarantee={row.guarantee ?? "power-loss"}
        {...{ x: left, y, width: end - left, height }}
      />
      {range === null ? null : <Whisker {...{ range, place }} />}
      <BarFigure
        x={tip}
        {...{ middle, figure }}
        note={note !== null && reach <= frameWidth ? note : undefined}
      />
    </g>
  );
}
