import { useMemo } from "react";
import { title } from "#text/workloads/parallel-saves";
import { GuaranteeLegend } from "../../charts/parts/guarantee-mark";
import { RateBars } from "../../charts/parts/rate-bars";
import { logAxis } from "../../charts/scale/log-scale";
import type { ParallelBar } from "./rows";

/** From a hard disk that waits for each save to drives that only take the data over. */
const slowestPerSecond = 10;
const fastestPerSecond = 100_000;

/** Saves a second of all writers together, by how many there are. */
export function ParallelChart({ bars }: { readonly bars: readonly ParallelBar[] }) {
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
        <h2>{title()}</h2>
        <div className="chart-keys">
          <GuaranteeLegend shown={bars.flatMap(({ guarantee }) => guarantee ?? [])} />
        </div>
      </div>
      <RateBars rows={bars} axis={axis} />
    </>
  );
}
