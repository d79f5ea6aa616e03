import { memo, type ReactNode, useMemo } from "react";
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts";
import { formatBytes, formatBytesPerSecond } from "#text/format";
import { linearAxis } from "../scale/linear-axis";
import { bareAxis, bareLine, footTick, sideTick } from "./axis";
import { Knee, kneeBandRem } from "./knee-name";
import { PlotField } from "./plot-field";

interface SpeedOverBytesProps extends Omit<GridProps, "rem"> {
  readonly title: string;
  /** The legend, if there are several curves. */
  readonly legend?: ReactNode;
  /** Never empty: without any value Recharts draws no axis. */
  readonly data: readonly { readonly atBytes: number }[];
  /** A labelled line where the speed fell for good, or at the bytes that a false drive kept. */
  readonly cliff: { readonly atBytes: number; readonly words: string } | null;
  /** The curves, on the axis `speed`. */
  readonly children: ReactNode;
}

export const writingLine = { fill: "none", stroke: "var(--chart)", strokeWidth: 2 };

/** The speed of writing, as a stepped area. */
export const writingArea = {
  yAxisId: "speed",
  type: "stepAfter",
  ...{ ...writingLine, fill: "var(--chart)", fillOpacity: 0.14 },
  ...bareLine,
} as const;

/** Bytes per second over bytes in writing order; both axes begin at 0. */
export function SpeedOverBytes(props: SpeedOverBytesProps) {
  const { title, legend, data, cliff, children, ...grid } = props;
  return (
    <>
      <div className="chart-head base-line">
        <h2>{title}</h2>
        {legend}
      </div>
      <PlotField className="chart-field low">
        {({ width, height, rem }) => (
          <ComposedChart
            width={width}
            height={height}
            data={[...data]}
            margin={{ top: kneeBandRem * rem, right: rightRem * rem, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <Grid {...grid} rem={rem} />
            {children}
            {cliff === null ? null : (
              <Knee
                at={cliff.atBytes}
                words={cliff.words}
                leftward={cliff.atBytes > grid.totalBytes / 2}
                rem={rem}
              />
            )}
          </ComposedChart>
        )}
      </PlotField>
    </>
  );
}

/** Space at the right for the half of the last label that extends beyond the axis. */
const rightRem = 1.75;
const speedRem = 4.5;
const footRem = 1.75;

interface GridProps {
  /** Right end of the chart. */
  readonly totalBytes: number;
  readonly fastestBytesPerSecond: number;
  readonly rem: number;
}

/** Both axes; drawn again only when the page or the highest speed changes. */
const Grid = memo(function Grid({ totalBytes, fastestBytesPerSecond, rem }: GridProps) {
  const { high, ticks } = linearAxis(fastestBytesPerSecond);
  const end = Math.max(1, totalBytes);
  const sizes = useMemo(() => linearAxis(end, 5).ticks.filter((bytes) => bytes <= end), [end]);
  return (
    <>
      <CartesianGrid yAxisId="speed" vertical={false} />
      <XAxis
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
        domain={[0, high]}
        ticks={[...ticks]}
        width={speedRem * rem}
        {...bareAxis}
        tick={sideTick(formatBytesPerSecond)}
      />
    </>
  );
});
