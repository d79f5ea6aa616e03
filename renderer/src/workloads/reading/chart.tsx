import { useMemo } from "react";
import type { ReadingLoad } from "#contract/workloads/reading";
import { absenceOf } from "#tables/modes";
import { formatBytes, formatBytesPerSecond, formatPercent } from "#text/format";
import { units } from "#text/units";
import { rateWords, readingScreen, shortLoadLabel } from "#text/workloads/reading";
import { BarFigure, Whisker } from "../../charts/parts/bar-marks";
import { ChartKey } from "../../charts/parts/chart-key";
import { type ChartRow, ChartRows } from "../../charts/parts/chart-rows";
import { GuaranteeBox } from "../../charts/parts/guarantee-mark";
import { HatchedBox } from "../../charts/parts/hatched-box";
import { type RowPlace, RowPlot } from "../../charts/parts/row-plot";
import { seriesClass } from "../../charts/parts/series-mark";
import { logAxis, throughputAxis } from "../../charts/scale/log-scale";
import type { ReadingRow } from "./rows";

interface ReadingChartProps {
  readonly title: string;
  readonly rows: readonly ReadingRow[];
}

type Bar = ChartRow & Pick<ReadingRow, "load" | "result">;

/** Bytes per second of every load on one logarithmic axis, with the range over the rounds. */
export function ReadingChart({ title, rows }: ReadingChartProps) {
  const bars = rows.map(barOf);
  const { low, high } = throughputAxis(bars.flatMap(({ result }) => rangeOf(result) ?? []));
  const axis = useMemo(() => logAxis(low, high), [low, high]);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
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
      <div className="reading-rows">
        <ChartRows rows={bars} look="dense">
          {(frame) => (
            <RowPlot
              {...{ frame, axis }}
              rows={bars}
              left={1}
              right={(frame.width > 24 * frame.rem ? 9 : 5) * frame.rem}
              barRem={0.8125}
              nameOf={(perSecond) => units.perSecond({ quantity: formatBytes(perSecond) })}
              draw={(bar, place) => <LoadBar bar={bar} place={place} />}
            />
          )}
        </ChartRows>
      </div>
    </>
  );
}

/** Meanings of the hues that occur. */
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

function barOf({ load, result, isCurrent }: ReadingRow): Bar {
  const { pattern, readShare, blockBytes, requests } = load;
  return {
    id: `${pattern} ${blockBytes} ${requests} ${readShare}`,
    label: shortLoadLabel(load),
    systemCall: null,
    guarantee: null,
    current: isCurrent,
    absence: result && absenceOf(result, result.iops),
    load,
    result,
  };
}

/** Bytes per second of the slowest and the fastest round. */
function rangeOf(result: ReadingRow["result"]): readonly [number, number] | null {
  return result?.iopsMin == null || result.iopsMax === null
    ? null
    : [result.iopsMin * result.blockBytes, result.iopsMax * result.blockBytes];
}

/** Estimated width of a letter after a bar, rather too wide than too narrow. */
const letterRem = 0.5;

function LoadBar({ bar: { load, result }, place }: { bar: Bar; place: RowPlace }) {
  const { y, height, middle, left, at, frameWidth, rem } = place;
  const range = rangeOf(result);
  if (result?.iops == null || result.bytesPerSecond === null || range === null) {
    return null;
  }
  const end = at(result.bytesPerSecond);
  const box = { x: left, y, width: end - left, height };
  const start = Math.max(end, at(range[1]));
  const figures = [rateWords({ iops: result.iops }), formatBytesPerSecond(result.bytesPerSecond)];
  // Random loads show requests per second first, sequential ones bytes per second.
  const [figure = "", note = ""] = load.pattern === "random" ? figures : figures.reverse();
  const hasRoom = start + (figure.length + note.length + 3) * letterRem * rem <= frameWidth;
  return (
    <g className={`reading-bar ${seriesClass(kindOf(load))}`}>
      {result.answeredBy === "cache" ? (
        <HatchedBox {...box} />
      ) : (
        <GuaranteeBox guarantee="power-loss" {...box} />
      )}
      <Whisker range={range} place={place} />
      <BarFigure x={start} {...{ middle, figure }} note={hasRoom ? note : undefined} />
    </g>
  );
}
