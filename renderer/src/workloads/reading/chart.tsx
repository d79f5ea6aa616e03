import type { ReadingLoad } from "#contract/workloads/reading";
import { absenceOf } from "#tables/modes";
import { formatBytes, formatBytesPerSecond, formatPercent } from "#text/format";
import { units } from "#text/units";
import { rateWords, readingScreen, shortLoadLabel, title } from "#text/workloads/reading";
import { ChartKey } from "../../charts/parts/chart-key";
import { GuaranteeBox } from "../../charts/parts/guarantee-mark";
import { seriesClass } from "../../charts/parts/series-mark";
import { type BarRow, ValueBars } from "../../charts/parts/value-bars";
import { throughputAxis, useSameAxis } from "../../charts/scale/log-scale";
import type { ReadingRow } from "./rows";

/** Bytes per second of every load on one logarithmic axis, with the range over the rounds. */
export function ReadingChart({ rows }: { readonly rows: readonly ReadingRow[] }) {
  const bars = rows.map(barOf);
  const axis = useSameAxis(throughputAxis(bars.flatMap(({ range }) => range ?? [])));
  return (
    <>
      <div className="chart-head base-line">
        <h2>{title()}</h2>
        <ChartKey
          entries={kindsOf(rows).map(([place, name]) => ({
            name,
            mark: (
              <g className={seriesClass(place)}>
                <GuaranteeBox guarantee="power-loss" x={0} y={1} width={20} height={11} />
              </g>
            ),
          }))}
        />
      </div>
      <ValueBars
        rows={bars}
        axis={axis}
        nameOf={(perSecond) => units.perSecond({ quantity: formatBytes(perSecond) })}
        noteRem={9}
        look="long"
      />
    </>
  );
}

/** For the legend: index and meaning of each hue that the chart uses. */
function kindsOf(rows: readonly ReadingRow[]): [place: number, name: string][] {
  const mix = rows.find(({ load }) => kindOf(load) === 2)?.load.readShare;
  return [
    [0, readingScreen.readKey()],
    [1, readingScreen.writeKey()],
    ...(mix === undefined
      ? []
      : [[2, readingScreen.mixKey({ reads: formatPercent(mix) })] as [number, string]]),
  ];
}

function kindOf({ readShare }: ReadingLoad): number {
  return readShare === 1 ? 0 : readShare === 0 ? 1 : 2;
}

function barOf({ load, result, isCurrent }: ReadingRow): BarRow {
  const { pattern, readShare, blockBytes, requests } = load;
  const range = rangeOf(result);
  const { iops = null, bytesPerSecond = null } = result ?? {};
  const isDrawn = iops !== null && bytesPerSecond !== null && range !== null;
  const figures = isDrawn ? [rateWords({ iops }), formatBytesPerSecond(bytesPerSecond)] : [];
  // Random loads show requests per second first, sequential ones bytes per second.
  const [figure = "", ...notes] = pattern === "random" ? figures : figures.reverse();
  return {
    id: `${pattern} ${blockBytes} ${requests} ${readShare}`,
    label: shortLoadLabel(load),
    current: isCurrent,
    absence: result && absenceOf(result, result.iops),
    value: isDrawn ? bytesPerSecond : null,
    range,
    figure,
    notes,
    isHatched: result?.answeredBy === "cache",
    hue: kindOf(load),
  };
}

function rangeOf(result: ReadingRow["result"]): readonly [number, number] | null {
  return result?.iopsMin == null || result.iopsMax === null
    ? null
    : [result.iopsMin * result.blockBytes, result.iopsMax * result.blockBytes];
}
