import { Bar, BarChart, type BarShapeProps } from "recharts";
import { formatDuration } from "../../../electron/analysis/format";
import type { LatencySummary } from "../../../electron/contract/report";
import { ChartKey, type KeyEntry } from "./chart-key";
import { type ChartRow, ChartRows, type PlotFrame } from "./chart-rows";
import { LogGrid } from "./log-grid";
import { decadeOfTime, type LogAxis, logAxis, position } from "./log-scale";

export interface LatencyRow extends ChartRow {
  readonly latencyNs: LatencySummary;
}

/** How long one operation takes in each mode: typical, one in a hundred, the longest. */
export function LatencyChart({ title, rows }: { title: string; rows: readonly LatencyRow[] }) {
  // A third of a decade is kept free on the left for the figure of the shortest time.
  const fastest = Math.max(1, Math.min(...rows.map(({ latencyNs }) => latencyNs.p50)));
  const slowest = Math.max(10, ...rows.map(({ latencyNs }) => latencyNs.max));
  const axis = logAxis(fastest / 4, slowest);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <ChartKey entries={legend} />
      </div>
      <ChartRows rows={rows}>{(frame) => <Plot {...{ frame, axis, rows }} />}</ChartRows>
    </>
  );
}

const legend: readonly KeyEntry[] = [
  { name: "typical (p50)", mark: <circle cx="10" cy="6.5" r="5" className="mark-full" /> },
  {
    name: "slow one in a hundred (p99)",
    mark: <path d={diamond(10, 6.5, 5.5)} className="mark-full" />,
  },
  {
    name: "slow one in a thousand (p99.9)",
    mark: <path d={diamond(10, 6.5, 5.5)} className="mark-hollow" />,
  },
  { name: "longest", mark: <path d="M2 6.5h14M16 1v11" className="latency-reach" /> },
];

interface PlotProps {
  readonly frame: PlotFrame;
  readonly axis: LogAxis;
  readonly rows: readonly LatencyRow[];
}

function Plot({ frame, axis, rows }: PlotProps) {
  const { foot, rem, shift } = frame;
  const right = 4.5 * rem;
  const left = 1.25 * rem;
  const width = Math.max(0, frame.width - left - right);
  const data = rows.map((row) => ({ ...row, reach: [row.latencyNs.p50, row.latencyNs.max] }));
  return (
    <BarChart
      layout="vertical"
      width={frame.width}
      height={frame.height}
      data={data}
      margin={{ top: 0, right, bottom: 0, left }}
      accessibilityLayer={false}
    >
      <LogGrid axis={axis} width={width} foot={foot} rem={rem} name={decadeOfTime} />
      <Bar
        dataKey="reach"
        barSize={1.125 * rem}
        isAnimationActive={false}
        shape={(shape: BarShapeProps) => (
          <LatencyReach
            {...shape}
            y={shape.y + shift}
            axis={axis}
            plotLeft={left}
            plotWidth={width}
            rem={rem}
          />
        )}
      />
    </BarChart>
  );
}

function diamond(x: number, y: number, r: number): string {
  return `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;
}

interface ReachProps extends BarShapeProps {
  readonly axis: LogAxis;
  readonly plotLeft: number;
  readonly plotWidth: number;
  readonly rem: number;
}

function LatencyReach({ y, height, payload, axis, plotLeft, plotWidth, rem }: ReachProps) {
  const { latencyNs } = payload as LatencyRow;
  const at = (ns: number) => plotLeft + position(axis, ns) * plotWidth;
  const middle = y + height / 2;
  const r = 0.3 * rem;
  const { p50, p99, p999, max } = latencyNs;
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
