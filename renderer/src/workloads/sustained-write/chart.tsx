import { memo, useMemo, useRef } from "react";
import { Area, CartesianGrid, ComposedChart, ReferenceLine, XAxis, YAxis } from "recharts";
import type { ProgressMark } from "#contract/measures";
import type { Cliff } from "#contract/workloads/sustained-write";
import { formatBytes, formatBytesPerSecond } from "#text/format";
import { sustainedWriteScreen } from "#text/workloads/sustained-write";
import { bareAxis, bareLine, footTick, sideTick } from "../../charts/parts/axis";
import { KneeName, kneeBandRem } from "../../charts/parts/knee-name";
import { usePlotSize } from "../../charts/parts/plot-size";
import type { Size } from "../../charts/parts/use-size";
import { linearAxis } from "../../charts/scale/linear-axis";
import { type SpeedStep, speedSteps } from "./speed-steps";

interface LongWriteChartProps {
  readonly title: string;
  readonly marks: readonly ProgressMark[];
  /** Right end of the chart: what was written, or the most that will be. */
  readonly totalBytes: number;
  readonly cliff: Cliff | null;
}

/** Bytes per second over the bytes written in one go; both axes begin at 0. */
export function LongWriteChart({ title, ...figures }: LongWriteChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
      </div>
      <div className="chart-field long-write" ref={frame} aria-hidden="true">
        {size === null ? null : <LongWritePlot size={size} {...figures} />}
      </div>
    </>
  );
}

type PlotProps = Omit<LongWriteChartProps, "title"> & { readonly size: Size };

/** Room at the right for the half of the last size that stands beyond the axis. */
const rightRem = 1.75;

function LongWritePlot({ size: { width, height, rem }, marks, totalBytes, cliff }: PlotProps) {
  const steps = speedSteps(marks);
  const { high, ticks } = linearAxis(Math.max(0, ...steps.map((step) => step.bytesPerSecond)));
  return (
    <ComposedChart
      width={width}
      height={height}
      data={withFloor(steps)}
      margin={{ top: kneeBandRem * rem, right: rightRem * rem, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <LongWriteGrid {...{ totalBytes, high, ticks, rem }} />
      <Area
        yAxisId="speed"
        dataKey="bytesPerSecond"
        type="stepAfter"
        className="long-write-speed"
        {...bareLine}
      />
      {cliff === null ? null : (
        <ReferenceLine
          yAxisId="speed"
          x={cliff.afterBytes}
          className="knee cliff"
          label={
            <KneeName
              words={sustainedWriteScreen.slowerAfter({ bytes: formatBytes(cliff.afterBytes) })}
              leftward={cliff.afterBytes > totalBytes / 2}
              rem={rem}
            />
          }
        />
      )}
    </ComposedChart>
  );
}

/** Without a single value Recharts would draw no axis: a point of no size holds it open. */
function withFloor(steps: readonly SpeedStep[]): SpeedStep[] {
  return steps.length > 0 ? [...steps] : [{ atBytes: 0, bytesPerSecond: 0 }];
}

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
const LongWriteGrid = memo(function LongWriteGrid({ totalBytes, high, ticks, rem }: GridProps) {
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
    </>
  );
});
