import { CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis } from "recharts";
import { formatCelsius } from "#text/format";
import { temperatureText } from "#text/temperature";
import { linearAxis } from "../scale/linear-axis";
import { bareAxis, bareLine, footTick, sideTick } from "./axis";
import { kneeBandRem } from "./knee-name";
import { PlotField } from "./plot-field";
import type { Size } from "./use-size";

interface StripProps {
  /** Sorted by `at`. */
  readonly points: readonly { readonly at: number; readonly celsius: number }[];
  /** Right end of the axis below the strip. */
  readonly end: number;
  readonly limitCelsius: number | null;
  readonly nameOf: (at: number) => string;
  /** Positions of the axis labels; round numbers by default. */
  readonly ticks?: readonly number[];
}

/** The drive's temperature, on the axis of the chart above it. */
export function TemperatureStrip(props: StripProps) {
  return (
    <PlotField className="chart-field temperature-strip">
      {(size) => <Plot size={size} {...props} />}
    </PlotField>
  );
}

/** The margins of the long write's chart above the strip, so that both axes align. */
const sideRem = 4.5;
const footRem = 1.75;
const rightRem = 1.75;

function Plot({
  size: { width, height, rem },
  points,
  end,
  limitCelsius,
  nameOf,
  ticks = linearAxis(end, 5).ticks,
}: StripProps & { readonly size: Size }) {
  const highest = Math.max(limitCelsius ?? 0, ...points.map(({ celsius }) => celsius));
  const degrees = linearAxis(highest, 3);
  return (
    <LineChart
      width={width}
      height={height}
      data={[...points]}
      margin={{ top: kneeBandRem * rem, right: rightRem * rem, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} />
      <XAxis
        dataKey="at"
        domain={[0, Math.max(1, end)]}
        allowDataOverflow
        ticks={ticks.filter((at) => at <= end)}
        height={footRem * rem}
        {...bareAxis}
        tick={footTick(nameOf)}
      />
      <YAxis
        domain={[0, degrees.high]}
        ticks={[...degrees.ticks]}
        width={sideRem * rem}
        {...bareAxis}
        tick={sideTick(formatCelsius)}
      />
      {limitCelsius === null ? null : (
        <ReferenceLine
          y={limitCelsius}
          stroke="var(--line-strong)"
          strokeDasharray="4 3"
          label={<LimitName limit={limitCelsius} rem={rem} />}
        />
      )}
      <Line
        dataKey="celsius"
        type="linear"
        className="temperature-line"
        stroke="var(--chart)"
        strokeWidth={1.5}
        {...bareLine}
      />
    </LineChart>
  );
}

interface LimitNameProps {
  readonly limit: number;
  readonly rem: number;
  /** Set by Recharts: position of the line. */
  readonly viewBox?: { readonly x: number; readonly y: number };
}

function LimitName({ limit, rem, viewBox }: LimitNameProps) {
  return viewBox === undefined ? null : (
    <text className="chart-tick" x={viewBox.x + 0.25 * rem} y={viewBox.y - 0.3 * rem}>
      {temperatureText.limit({ limit: formatCelsius(limit) })}
    </text>
  );
}
