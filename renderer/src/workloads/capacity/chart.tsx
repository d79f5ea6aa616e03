import { Area, Line } from "recharts";
import type { CapacitySpeed } from "#contract/workloads/capacity";
import { formatBytes } from "#text/format";
import { capacityScreen, title } from "#text/workloads/capacity";
import { bareLine } from "../../charts/parts/axis";
import { ChartKey } from "../../charts/parts/chart-key";
import { SpeedOverBytes, writingArea, writingLine } from "../../charts/parts/speed-over-bytes";

interface CapacityChartProps {
  readonly writes: readonly CapacitySpeed[];
  readonly reads: readonly CapacitySpeed[];
  /** Right end of the chart: the bytes that the test will write; afterwards, the bytes written. */
  readonly totalBytes: number;
  /** Bytes that a false drive kept; `null`: not known. */
  readonly keptBytes: number | null;
}

/** Bytes per second over the free space in filling order. */
export function CapacityChart(props: CapacityChartProps) {
  const { writes, reads, totalBytes, keptBytes } = props;
  const points = [...pointsOf(writes, "write"), ...pointsOf(reads, "read")];
  return (
    <SpeedOverBytes
      title={title()}
      legend={<ChartKey entries={keyEntries()} />}
      data={points.length > 0 ? points : [{ atBytes: 0, write: 0 }]}
      fastestBytesPerSecond={Math.max(0, ...points.map((at) => at.write ?? at.read ?? 0))}
      totalBytes={totalBytes}
      cliff={
        keptBytes === null
          ? null
          : { atBytes: keptBytes, words: capacityScreen.kept({ bytes: formatBytes(keptBytes) }) }
      }
    >
      <Area dataKey="write" {...writingArea} />
      <Line yAxisId="speed" dataKey="read" type="stepAfter" {...readingLine} {...bareLine} />
    </SpeedOverBytes>
  );
}

const readingLine = {
  fill: "none",
  stroke: "var(--text)",
  strokeWidth: 1.5,
  strokeDasharray: "5 3",
};

const keyEntries = () => [
  { name: capacityScreen.writing(), mark: <path d="M0 6.5H20" {...writingLine} /> },
  { name: capacityScreen.reading(), mark: <path d="M0 6.5H20" {...readingLine} /> },
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
