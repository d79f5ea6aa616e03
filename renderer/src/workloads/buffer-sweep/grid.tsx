import { memo } from "react";
import { CartesianGrid, XAxis, YAxis } from "recharts";
import { formatBlockBytes, formatBytesPerSecond, formatPercent } from "#text/format";
import { footAxis, sideAxis } from "../../charts/parts/axis";
import type { LogAxis } from "../../charts/scale/log-scale";

/** Width of the axis of speeds, on the left, in rem. */
export const speedRem = 4.5;
/** Width of the axis of the processor's share, on the right, in rem. */
export const shareRem = 3;
/** Height of the axis of sizes, below the chart, in rem. */
const footRem = 1.75;

interface GridProps {
  readonly axis: LogAxis;
  readonly bufferBytes: readonly number[];
  readonly plotWidth: number;
  readonly rem: number;
}

const shares = [0, 0.5, 1];

/** Both axes and the row below the chart. `memo`: new measurements do not draw them again. */
export const BufferGrid = memo(function BufferGrid({
  axis,
  bufferBytes,
  plotWidth,
  rem,
}: GridProps) {
  const ticks = sizeTicks(bufferBytes, plotWidth / rem);
  return (
    <>
      <CartesianGrid yAxisId="speed" />
      <XAxis
        scale="log"
        dataKey="bytes"
        domain={[Math.min(...bufferBytes), Math.max(...bufferBytes)]}
        ticks={ticks}
        {...footAxis(footRem * rem, formatBlockBytes)}
      />
      <YAxis
        yAxisId="speed"
        scale="log"
        domain={[axis.low, axis.high]}
        ticks={[...axis.ticks]}
        {...sideAxis(speedRem * rem, formatBytesPerSecond)}
      />
      <YAxis
        yAxisId="share"
        orientation="right"
        domain={[0, 1]}
        ticks={shares}
        {...sideAxis(shareRem * rem, formatPercent, "start")}
      />
    </>
  );
});

/** Width of a size's label, in rem. */
const nameRem = 3.75;

/** The labelled sizes: as many evenly spaced ones as fit, with the first and the last. */
export function sizeTicks(bufferBytes: readonly number[], widthRem: number): number[] {
  const last = bufferBytes.length - 1;
  for (let step = 1; step < last; step += 1) {
    if (last % step === 0 && (last / step) * nameRem <= widthRem) {
      return bufferBytes.filter((_, index) => index % step === 0);
    }
  }
  return bufferBytes.filter((_, index) => index === 0 || index === last);
}
