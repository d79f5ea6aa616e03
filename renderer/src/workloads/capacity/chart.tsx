import { useRef } from "react";
import { Area, Line } from "recharts";
import type { CapacitySpeed } from "#contract/workloads/capacity";
import { formatBytes } from "#text/format";
import { capacityScreen } from "#text/workloads/capacity";
import { bareLine } from "../../charts/parts/axis";
import { ChartKey } from "../../charts/parts/chart-key";
import { usePlotSize } from "../../charts/parts/plot-size";
import { SpeedOverBytes } from "../../charts/parts/speed-over-bytes";
import type { Size } from "../../charts/parts/use-size";

interface CapacityChartProps {
  readonly title: string;
  readonly writes: readonly CapacitySpeed[];
  readonly reads: readonly CapacitySpeed[];
  /** Right end of the chart: the bytes written, or to be written. */
  readonly totalBytes: number;
  /** Bytes that a false drive kept; `null`: not known. */
  readonly keptBytes: number | null;
}

/** Bytes per second over the free space in filling order; both axes begin at 0. */
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

type PlotProps = Omit<CapacityChartProps, "title"> & { readonly size: Size };

function CapacityPlot({ size, writes, reads, totalBytes, keptBytes }: PlotProps) {
  const points = [...pointsOf(writes, "write"), ...pointsOf(reads, "read")];
  return (
    <SpeedOverBytes
      size={size}
      data={points.length > 0 ? points : [{ atBytes: 0, write: 0 }]}
      fastestBytesPerSecond={Math.max(0, ...points.map((at) => at.write ?? at.read ?? 0))}
      totalBytes={totalBytes}
      cliff={
        keptBytes === null
          ? null
          : {
              atBytes: keptBytes,
              words: capacityScreen.kept({ bytes: formatBytes(keptBytes) }),
            }
      }
    >
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
    </SpeedOverBytes>
  );
}
