import { CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis } from "recharts";
import { formatCelsius } from "#text/format";
import { temperatureText } from "#text/temperature";
import { linearAxis } from "../scale/linear-axis";
import { bareLine, footAxis, sideAxis } from "./axis";
import { PlotField } from "./plot-field";
import { footRem, framedLikeSpeeds, sideRem } from "./speed-over-bytes";
import type { Size } from "./use-size";

interface StripProps {
  /** The measured temperatures, sorted by `at`. */
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

function Plot({
  size,
  points,
  end,
  limitCelsius,
  nameOf,
  ticks = linearAxis(end, 5).ticks,
}: StripProps & { readonly size: Size }) {
  const { rem } = size;
  const highest = Math.max(limitCelsius ?? 0, ...points.map(({ celsius }) => celsius));
  const degrees = linearAxis(highest, 3);
  return (
    <LineChart {...framedLikeSpeeds(size)} data={[...points]}>
      <CartesianGrid vertical={false} />
      <XAxis
        dataKey="at"
        domain={[0, Math.max(1, end)]}
        allowDataOverflow
        ticks={ticks.filter((at) => at <= end)}
        {...footAxis(footRem * rem, nameOf)}
      />
      <YAxis
        domain={[0, degrees.high]}
        ticks={[...degrees.ticks]}
        {...sideAxis(sideRem * rem, formatCelsius)}
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
  /** Set by Recharts: position of the line at the limit. */
  readonly viewBox?: { readonly x: number; readonly y: number };
}

function LimitName({ limit, rem, viewBox }: LimitNameProps) {
  return viewBox === undefined ? null : (
    <text className="chart-tick" x={viewBox.x + 0.25 * rem} y={viewBox.y - 0.3 * rem}>
      {temperatureText.limit({ limit: formatCelsius(limit) })}
    </text>
  );
}
