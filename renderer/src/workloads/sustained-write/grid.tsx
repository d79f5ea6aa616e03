import { memo, useMemo } from "react";
import { CartesianGrid, XAxis, YAxis } from "recharts";
import { formatBytes, formatBytesPerSecond } from "../../../../electron/analysis/format";
import { linearAxis } from "../../charts/scale/linear-axis";

const speedRem = 4.5;
const footRem = 1.75;

interface GridProps {
  readonly totalBytes: number;
  /** Upper end and ticks of the speed. */
  readonly high: number;
  readonly ticks: readonly number[];
  readonly rem: number;
}

/** Both axes; drawn again only when the page or the speed's reach changes. */
export const LongWriteGrid = memo(function LongWriteGrid({
  totalBytes,
  high,
  ticks,
  rem,
}: GridProps) {
  const end = Math.max(1, totalBytes);
  const sizes = useMemo(() => linearAxis(end, 5).ticks.filter((bytes) => bytes <= end), [end]);
  return (
    <>
      <CartesianGrid yAxisId="speed" vertical={false} />
      <XAxis
        type="number"
        dataKey="atBytes"
        domain={[0, end]}
        allowDataOverflow
        ticks={sizes}
        interval={0}
        height={footRem * rem}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, payload }: TickProps) => (
          <text x={x} y={y} dy="0.9em" className="chart-tick" textAnchor="middle">
            {formatBytes(payload.value)}
          </text>
        )}
      />
      <YAxis
        yAxisId="speed"
        type="number"
        domain={[0, high]}
        ticks={[...ticks]}
        interval={0}
        width={speedRem * rem}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, payload }: TickProps) => (
          <text x={x} y={y} dy="0.35em" className="chart-tick" textAnchor="end">
            {formatBytesPerSecond(payload.value)}
          </text>
        )}
      />
    </>
  );
});

interface TickProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly payload: { readonly value: number };
}
