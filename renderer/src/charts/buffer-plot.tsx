import { memo } from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  type DotItemDotProps,
  Line,
  ReferenceLine,
  XAxis,
  YAxis,
} from "recharts";
import {
  formatBlockBytes,
  formatBytesPerSecond,
  formatPercent,
} from "../../../electron/analysis/format";
import type { BufferPoint } from "../../../electron/contract/report";
import { type LogAxis, onAxis } from "./log-scale";
import type { PublishedBuffers } from "./published-figures";
import { sizeTicks } from "./size-ticks";
import type { Size } from "./use-size";

interface BufferPlotProps {
  readonly size: Size;
  readonly axis: LogAxis;
  readonly bufferBytes: readonly number[];
  readonly points: readonly BufferPoint[];
  readonly currentBytes: number | null;
  readonly kneeBufferBytes: number | null;
  readonly published: PublishedBuffers | null;
}

/** Widths of the axes left and right, heights of the foot and of the band for the knee, in rem. */
const speedRem = 4.5;
const shareRem = 3;
const footRem = 1.75;
const bandRem = 1.5;

export function BufferPlot(props: BufferPlotProps) {
  const { size, axis, bufferBytes, points, currentBytes, kneeBufferBytes, published } = props;
  const { width, height, rem } = size;
  const plotWidth = Math.max(0, width - (speedRem + shareRem) * rem);
  return (
    <ComposedChart
      width={width}
      height={height}
      data={chartData(bufferBytes, points, axis, published)}
      margin={{ top: bandRem * rem, right: 0, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <BufferGrid axis={axis} bufferBytes={bufferBytes} plotWidth={plotWidth} rem={rem} />
      {/* Without a single value Recharts would draw no axis: two unseen lines hold both open. */}
      <Line
        yAxisId="speed"
        dataKey="floor"
        stroke="none"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      <Line
        yAxisId="share"
        dataKey="zero"
        stroke="none"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      <Area
        yAxisId="share"
        dataKey="share"
        className="series-processor"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      {currentBytes === null ? null : (
        <ReferenceLine
          yAxisId="speed"
          x={currentBytes}
          className="current-size"
          strokeWidth={1.5 * rem}
        />
      )}
      {published === null ? null : (
        <Line
          yAxisId="speed"
          dataKey="published"
          // Single figures, not a curve: what lies between them was not published.
          stroke="none"
          dot={({ cx, cy }: DotItemDotProps) => (
            <PublishedDot {...{ cx, cy }} radius={0.25 * rem} />
          )}
          activeDot={false}
          isAnimationActive={false}
        />
      )}
      {kneeBufferBytes === null ? null : (
        <ReferenceLine
          yAxisId="speed"
          x={kneeBufferBytes}
          className="knee"
          label={
            <KneeName
              words={`flat from ${formatBlockBytes(kneeBufferBytes)} on`}
              leftward={isRight(kneeBufferBytes, bufferBytes)}
              rem={rem}
            />
          }
        />
      )}
      {(["memory", "drive"] as const).map((series) => (
        <Line
          key={series}
          yAxisId="speed"
          dataKey={series}
          className={`series-${series}`}
          dot={({ cx, cy }: DotItemDotProps) => <Dot {...{ cx, cy, series }} radius={0.22 * rem} />}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </ComposedChart>
  );
}

/** A row per planned size; what is not measured yet has no value. */
function chartData(
  bufferBytes: readonly number[],
  points: readonly BufferPoint[],
  axis: LogAxis,
  published: PublishedBuffers | null,
) {
  return bufferBytes.map((bytes) => {
    const point = points.find((candidate) => candidate.bufferBytes === bytes);
    const other = published?.points.find((candidate) => candidate.bufferBytes === bytes);
    return {
      bytes,
      floor: axis.low,
      zero: 0,
      memory: point ? onAxis(axis, point.bytesPerSecond) : null,
      drive: point ? onAxis(axis, point.settledBytesPerSecond) : null,
      share: point ? Math.min(1, point.cpuShare) : null,
      published: other ? onAxis(axis, other.bytesPerSecond) : null,
    };
  });
}

/** The knee lies in the right half: its name has more room on its left. */
function isRight(kneeBytes: number, bufferBytes: readonly number[]): boolean {
  const smallest = Math.min(...bufferBytes);
  return kneeBytes / smallest > Math.sqrt(Math.max(...bufferBytes) / smallest);
}

interface DotPlace {
  readonly cx: number | undefined;
  readonly cy: number | undefined;
  readonly radius: number;
}

interface DotShape extends DotPlace {
  readonly series: "memory" | "drive";
}

function Dot({ cx, cy, series, radius }: DotShape) {
  // Recharts asks for a dot at every size, those without a value included.
  return typeof cx !== "number" || typeof cy !== "number" ? null : (
    <circle className={`dot-${series}`} cx={cx} cy={cy} r={radius} />
  );
}

function PublishedDot({ cx, cy, radius }: DotPlace) {
  return typeof cx !== "number" || typeof cy !== "number" ? null : (
    <path className="published-mark" d={cross(cx, cy, radius)} />
  );
}

/** A cross of two slanting lines. */
export function cross(x: number, y: number, r: number): string {
  return `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`;
}

interface KneeNameProps {
  readonly words: string;
  readonly leftward: boolean;
  readonly rem: number;
  /** Given by Recharts: where the line begins. */
  readonly viewBox?: { readonly x: number; readonly y: number };
}

function KneeName({ words, leftward, rem, viewBox }: KneeNameProps) {
  if (viewBox === undefined) {
    return null;
  }
  const { x, y } = viewBox;
  return (
    <g className="knee-name">
      <path d={`M${x} ${y}v${-bandRem * rem + 2}`} />
      <text
        x={x + (leftward ? -0.4 : 0.4) * rem}
        y={y - 0.55 * rem}
        textAnchor={leftward ? "end" : "start"}
      >
        {words}
      </text>
    </g>
  );
}

interface GridProps {
  readonly axis: LogAxis;
  readonly bufferBytes: readonly number[];
  readonly plotWidth: number;
  readonly rem: number;
}

const shares = [0, 0.5, 1];

/** Both axes and the foot; drawn again only when the page changes. */
const BufferGrid = memo(function BufferGrid({ axis, bufferBytes, plotWidth, rem }: GridProps) {
  const ticks = sizeTicks(bufferBytes, plotWidth / rem);
  return (
    <>
      <CartesianGrid yAxisId="speed" />
      <XAxis
        type="number"
        scale="log"
        dataKey="bytes"
        domain={[Math.min(...bufferBytes), Math.max(...bufferBytes)]}
        ticks={ticks}
        interval={0}
        height={footRem * rem}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, payload }: TickProps) => (
          <text x={x} y={y} dy="0.9em" className="chart-tick" textAnchor="middle">
            {formatBlockBytes(payload.value)}
          </text>
        )}
      />
      <YAxis
        yAxisId="speed"
        type="number"
        scale="log"
        domain={[axis.low, axis.high]}
        ticks={[...axis.ticks]}
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
      <YAxis
        yAxisId="share"
        orientation="right"
        type="number"
        domain={[0, 1]}
        ticks={shares}
        interval={0}
        width={shareRem * rem}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, payload }: TickProps) => (
          <text x={x} y={y} dy="0.35em" className="chart-tick" textAnchor="start">
            {formatPercent(payload.value)}
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
