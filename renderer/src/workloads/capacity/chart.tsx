import { useMemo, useRef } from "react";
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from "recharts";
import type { CapacitySpeed } from "#contract/workloads/capacity";
import { formatBytes, formatBytesPerSecond } from "#text/format";
import { capacityScreen } from "#text/workloads/capacity";
import { bareAxis, bareLine, footTick, sideTick } from "../../charts/parts/axis";
import { ChartKey } from "../../charts/parts/chart-key";
import { KneeName, kneeBandRem } from "../../charts/parts/knee-name";
import { usePlotSize } from "../../charts/parts/plot-size";
import type { Size } from "../../charts/parts/use-size";
import { linearAxis } from "../../charts/scale/linear-axis";

interface CapacityChartProps {
  readonly title: string;
  readonly writes: readonly CapacitySpeed[];
  readonly reads: readonly CapacitySpeed[];
  /** Right end of the chart: what was written, or is to be. */
  readonly totalBytes: number;
  /** What a false drive kept; `null`: not known. */
  readonly keptBytes: number | null;
}

/** Bytes a second over the free space in the order of filling; both axes begin at 0. */
export function CapacityChart({ title, ...figures }: CapacityChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <ChartKey entries={keyEntries()} />
      </div>
      <div className="chart-field capacity" ref={frame} aria-hidden="true">
        {size === null ? null : <CapacityPlot size={size} {...figures} />}
      </div>
    </>
  );
}

const keyEntries = () => [
  {
    name: capacityScreen.writing(),
    mark: <path className="capacity-write-key" d="M0 6.5H20" />,
  },
  {
    name: capacityScreen.reading(),
    mark: <path className="capacity-read-key" d="M0 6.5H20" />,
  },
];

interface Point {
  readonly atBytes: number;
  readonly write?: number;
  readonly read?: number;
}

function pointsOf(speeds: readonly CapacitySpeed[], key: "write" | "read"): Point[] {
  const timed = speeds.filter(({ elapsedNs }) => elapsedNs > 0);
  const points = timed.map(({ fromBytes, bytes, elapsedNs }) => ({
    atBytes: fromBytes,
    [key]: (bytes * 1e9) / elapsedNs,
  }));
  const last = timed.at(-1);
  const end = points.at(-1);
  return last === undefined || end === undefined
    ? []
    : [...points, { ...end, atBytes: last.fromBytes + last.bytes }];
}

const rightRem = 1.75;
const speedRem = 4.5;
const footRem = 1.75;

function CapacityPlot({
  size: { width, height, rem },
  writes,
  reads,
  totalBytes,
  keptBytes,
}: Omit<CapacityChartProps, "title"> & { readonly size: Size }) {
  const written = pointsOf(writes, "write");
  const read = pointsOf(reads, "read");
  const fastest = Math.max(0, ...[...written, ...read].map((at) => at.write ?? at.read ?? 0));
  const { high, ticks } = linearAxis(fastest);
  const end = Math.max(1, totalBytes);
  const sizes = useMemo(() => linearAxis(end, 5).ticks.filter((bytes) => bytes <= end), [end]);
  const data = [...written, ...read];
  return (
    <ComposedChart
      width={width}
      height={height}
      // Without a single value Recharts would draw no axis: a point of no size holds it open.
      data={data.length > 0 ? data : [{ atBytes: 0, write: 0 }]}
      margin={{ top: kneeBandRem * rem, right: rightRem * rem, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid yAxisId="speed" vertical={false} />
      <XAxis
        type="number"
        dataKey="atBytes"
        domain={[0, end]}
        allowDataOverflow
        allowDuplicatedCategory
        ticks={sizes}
        height={footRem * rem}
        {...bareAxis}
        tick={footTick(formatBytes)}
      />
      <YAxis
        yAxisId="speed"
        type="number"
        domain={[0, high]}
        ticks={[...ticks]}
        width={speedRem * rem}
        {...bareAxis}
        tick={sideTick(formatBytesPerSecond)}
      />
      <Area
        yAxisId="speed"
        dataKey="write"
        type="stepAfter"
        className="capacity-write"
        {...bareLine}
      />
      <Line
        yAxisId="speed"
        dataKey="read"
        type="stepAfter"
        className="capacity-read"
        {...bareLine}
      />
      {keptBytes === null ? null : (
        <ReferenceLine
          yAxisId="speed"
          x={keptBytes}
          className="knee cliff"
          label={
            <KneeName
              words={capacityScreen.kept({ bytes: formatBytes(keptBytes) })}
              leftward={keptBytes > totalBytes / 2}
              rem={rem}
            />
          }
        />
      )}
    </ComposedChart>
  );
}
