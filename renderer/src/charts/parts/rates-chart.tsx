import { formatCount, formatRate } from "#text/format";
import { units } from "#text/units";
import { axisAround, useSameAxis } from "../scale/log-scale";
import { rangeOf } from "./bar-marks";
import { GuaranteeLegend } from "./guarantee-mark";
import { type BarRow, ValueBars } from "./value-bars";

interface RatesChartProps {
  readonly title: string;
  readonly bars: readonly BarRow[];
  /** The axis covers at least these rates, so that the charts of two drives can be compared. */
  readonly slowestPerSecond: number;
  readonly fastestPerSecond: number;
}

/** Rates as bars, below the title and the key of the guarantees. */
export function RatesChart({ title, bars, slowestPerSecond, fastestPerSecond }: RatesChartProps) {
  const rates = bars.flatMap(({ value, range }) => [value ?? 0, ...(range ?? [])]);
  const axis = useSameAxis(axisAround(slowestPerSecond, fastestPerSecond, rates));
  return (
    <>
      <div className="chart-head base-line">
        <h2>{title}</h2>
        <div className="chart-keys">
          <GuaranteeLegend shown={bars.flatMap(({ guarantee }) => guarantee ?? [])} />
        </div>
      </div>
      <ValueBars
        rows={bars}
        axis={axis}
        nameOf={formatCount}
        {...(bars.some(({ notes }) => notes !== undefined) ? { noteRem: 10 } : {})}
      />
    </>
  );
}

/** The values of a bar: its rate in operations per second, and the range over the rounds. */
export function rateBar(perSecond: number | null, rounds: readonly number[]) {
  return {
    value: perSecond,
    figure: perSecond === null ? "" : units.perSecond({ quantity: formatRate(perSecond) }),
    range: rangeOf(rounds),
  } satisfies Partial<BarRow>;
}
