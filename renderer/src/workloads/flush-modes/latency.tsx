import type { LatencySummary } from "#contract/measures";
import { latencyTable } from "#tables/workloads/flush-modes";
import { formatDuration } from "#text/format";
import { flushModesScreen } from "#text/workloads/flush-modes";
import { ChartKey, type KeyEntry } from "../../charts/parts/chart-key";
import { type ChartRow, ChartRows } from "../../charts/parts/chart-rows";
import { type RowPlace, RowPlot } from "../../charts/parts/row-plot";
import { diamond } from "../../charts/parts/shapes";
import { decadeOfTime, logAxis } from "../../charts/scale/log-scale";
import type { ReportProps } from "../home";
import { ChartCard } from "../parts/chart-card";
import { chartRow } from "./chart";

interface LatencyRow extends ChartRow {
  readonly latencyNs: LatencySummary;
}

/** Latency of one operation in each mode: typical, one in a hundred, the longest. */
function LatencyChart({ rows }: { readonly rows: readonly LatencyRow[] }) {
  // The axis begins at a quarter of the shortest time, so that its figure has space on the left.
  const fastest = Math.max(1, Math.min(...rows.map(({ latencyNs }) => latencyNs.p50)));
  const slowest = Math.max(10, ...rows.map(({ latencyNs }) => latencyNs.max));
  const axis = logAxis(fastest / 4, slowest);
  return (
    <>
      <div className="chart-head base-line">
        <h2>{flushModesScreen.latencyTitle()}</h2>
        <ChartKey entries={legend()} />
      </div>
      <ChartRows rows={rows}>
        {(frame) => (
          <RowPlot
            {...{ frame, axis, rows }}
            left={1.25 * frame.rem}
            right={4.5 * frame.rem}
            barRem={1.125}
            nameOf={decadeOfTime}
            draw={({ latencyNs }, place) => reachOf(latencyNs, place)}
          />
        )}
      </ChartRows>
    </>
  );
}

const legend = (): readonly KeyEntry[] => [
  {
    name: flushModesScreen.typicalKey(),
    mark: <circle cx="10" cy="6.5" r="5" className="mark-full" />,
  },
  {
    name: flushModesScreen.oneInHundredKey(),
    mark: <path d={diamond(10, 6.5, 5.5)} className="mark-full" />,
  },
  {
    name: flushModesScreen.oneInThousandKey(),
    mark: <path d={diamond(10, 6.5, 5.5)} className="mark-hollow" />,
  },
  {
    name: flushModesScreen.longestKey(),
    mark: <path d="M2 6.5h14M16 1v11" className="latency-reach" />,
  },
];

/** The marks of one row: typical, one in a hundred, one in a thousand, the longest. */
function reachOf({ p50, p99, p999, max }: LatencySummary, { middle, at, rem }: RowPlace) {
  const r = 0.3 * rem;
  return (
    <g className="latency">
      <path
        className="latency-reach"
        d={`M${at(p50)} ${middle}H${at(max)}M${at(max)} ${middle - r}v${2 * r}`}
      />
      {p99 === null ? null : (
        <path className="latency-usual" d={`M${at(p50)} ${middle}H${at(p99)}`} />
      )}
      {p999 === null ? null : (
        <path className="mark-hollow" d={diamond(at(p999), middle, r * 1.1)} />
      )}
      {p99 === null ? null : <path className="mark-full" d={diamond(at(p99), middle, r * 1.1)} />}
      <circle className="mark-full" cx={at(p50)} cy={middle} r={r} />
      <text
        className="chart-value"
        x={at(p50)}
        dx={-r * 1.8}
        y={middle}
        dy="0.35em"
        textAnchor="end"
      >
        {formatDuration(p50)}
      </text>
      <text className="chart-value quiet" x={at(max)} dx={r * 1.4} y={middle} dy="0.35em">
        {formatDuration(max)}
      </text>
    </g>
  );
}

export function LatencyFigure({ report }: ReportProps) {
  const rows = report.flushModes.flatMap((result): LatencyRow[] =>
    result.latencyNs === null ? [] : [{ ...chartRow(result, report), latencyNs: result.latencyNs }],
  );
  if (rows.length === 0) {
    return null;
  }
  return (
    <ChartCard tables={[{ caption: flushModesScreen.latencyTitle(), table: latencyTable(rows) }]}>
      <LatencyChart rows={rows} />
    </ChartCard>
  );
}
