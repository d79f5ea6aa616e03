import { memo } from "react";
import { CartesianGrid, XAxis, YAxis } from "recharts";
import type { LogAxis } from "../scale/log-scale";

interface LogGridProps {
  readonly axis: LogAxis;
  /** Width of the axis and height of its foot, in pixels. */
  readonly width: number;
  readonly foot: number;
  readonly rem: number;
  /** Writes a power of ten. */
  readonly name: (value: number) => string;
}

/**
 * The grid of a chart with one row per mode or strategy: a logarithmic axis at its foot, a thin line for every
 * power of ten, no line between the rows. Drawn again only when the page changes.
 */
export const LogGrid = memo(function LogGrid({ axis, width, foot, rem, name }: LogGridProps) {
  // On a narrow chart every second power of ten is named.
  const isSparse = width / axis.ticks.length < 3 * rem;
  return (
    <>
      <CartesianGrid horizontal={false} />
      <XAxis
        type="number"
        scale="log"
        domain={[axis.low, axis.high]}
        ticks={[...axis.ticks]}
        interval={0}
        height={foot}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, payload, index }: TickProps) => (
          <text x={x} y={y} dy="0.9em" className="chart-tick" textAnchor="middle">
            {isSparse && index % 2 === 1 ? "" : name(payload.value)}
          </text>
        )}
      />
      <YAxis type="category" dataKey="id" hide />
    </>
  );
});

interface TickProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly index: number;
  readonly payload: { readonly value: number };
}
