import { memo, type ReactNode, useMemo } from "react";
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts";
import { formatBytes, formatBytesPerSecond } from "#text/format";
import { linearAxis } from "../scale/linear-axis";
import { bareLine, chartFrame, footAxis, sideAxis } from "./axis";
import { Knee, kneeBandRem } from "./knee-name";
import { PlotField } from "./plot-field";
import type { Size } from "./use-size";

interface SpeedOverBytesProps extends Omit<GridProps, "rem"> {
  readonly title: string;
  /** The legend, if there are several curves. */
  readonly legend?: ReactNode;
  /** Points of the curves, at least one: without any value Recharts draws no axis. */
  readonly data: readonly { readonly atBytes: number }[];
  /** A labelled line at the bytes after which the speed fell, or that a false drive kept. */
  readonly cliff: { readonly atBytes: number; readonly words: string } | null;
  /** The curves; each of them is drawn on the axis with the id `speed`. */
  readonly children: ReactNode;
}

export const writingLine = { fill: "none", stroke: "var(--chart)", strokeWidth: 2 };

/** The speed of writing, as a stepped area. */
export const writingArea = {
  yAxisId: "speed",
  type: "stepAfter",
  ...writingLine,
  fill: "var(--chart)",
  fillOpacity: 0.14,
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
        {(size) => (
          <ComposedChart {...framedLikeSpeeds(size)} data={[...data]}>
            <Grid {...grid} rem={size.rem} />
            {children}
            {cliff === null ? null : (
              <Knee
                at={cliff.atBytes}
                words={cliff.words}
                leftward={cliff.atBytes > grid.totalBytes / 2}
                rem={size.rem}
              />
            )}
          </ComposedChart>
        )}
      </PlotField>
    </>
  );
}

/** The frame of a chart over bytes and of the strip below the chart, so that their axes align. */
export function framedLikeSpeeds(size: Size) {
  // Keeps space on the right, because half of the last label extends beyond the axis.
  return chartFrame(size, { top: kneeBandRem * size.rem, right: 1.75 * size.rem });
}
export const sideRem = 4.5;
export const footRem = 1.75;

interface GridProps {
  /** Right end of the chart, in bytes. */
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
        {...footAxis(footRem * rem, formatBytes)}
      />
      <YAxis
        yAxisId="speed"
        domain={[0, high]}
        ticks={[...ticks]}
        {...sideAxis(sideRem * rem, formatBytesPerSecond)}
      />
    </>
  );
});
