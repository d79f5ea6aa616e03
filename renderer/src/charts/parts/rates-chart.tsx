import { useMemo } from "react";
import { logAxis } from "../scale/log-scale";
import { GuaranteeLegend } from "./guarantee-mark";
import { RateBars, type RateRow } from "./rate-bars";

interface RatesChartProps {
  readonly title: string;
  readonly bars: readonly RateRow[];
  /** Minimum range of the axis, so that the charts of two drives can be compared. */
  readonly slowestPerSecond: number;
  readonly fastestPerSecond: number;
}

/** Rates as bars, below the title and the key of the guarantees. */
export function RatesChart({ title, bars, slowestPerSecond, fastestPerSecond }: RatesChartProps) {
  const rates = bars.flatMap(({ perSecond, range }) => [perSecond ?? 0, ...(range ?? [])]);
  const known = rates.filter((rate) => rate > 0);
  const { low, high } = logAxis(
    Math.min(slowestPerSecond, ...known),
    Math.max(fastestPerSecond, ...known),
  );
  const axis = useMemo(() => logAxis(low, high), [low, high]);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <div className="chart-keys">
          <GuaranteeLegend shown={bars.flatMap(({ guarantee }) => guarantee ?? [])} />
        </div>
      </div>
      <RateBars rows={bars} axis={axis} />
    </>
  );
}
