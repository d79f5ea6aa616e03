import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  ReferenceLine,
  XAxis,
  YAxis,
} from "recharts";
import { formatCount, formatRate } from "../../../electron/analysis/format";
import { type ChartRow, ChartRows, type PlotFrame } from "./chart-rows";
import { GuaranteeBox, GuaranteeLegend } from "./guarantee-mark";
import { type LogAxis, onAxis, position, rateAxis } from "./log-scale";
import { placeReferences, type Reference } from "./reference-labels";

export interface FlushBar extends ChartRow {
  /** Saves per second; `null` while not measured or where it cannot be. */
  readonly iops: number | null;
  readonly iopsMin?: number | null;
  readonly iopsMax?: number | null;
}

interface FlushChartProps {
  readonly title: string;
  readonly bars: readonly FlushBar[];
  readonly references: readonly Reference[];
}

/** Saves per second of every flush mode on a logarithmic axis, with the range over the rounds. */
export function FlushChart({ title, bars, references }: FlushChartProps) {
  const axis = rateAxis(bars.flatMap(({ iops, iopsMax }) => [iops ?? 0, iopsMax ?? 0]));
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <GuaranteeLegend shown={bars.map(({ guarantee }) => guarantee)} />
      </div>
      <ChartRows rows={bars} withBand>
        {(frame) => <Plot {...{ frame, axis, bars, references }} />}
      </ChartRows>
    </>
  );
}

interface PlotProps extends Omit<FlushChartProps, "title"> {
  readonly frame: PlotFrame;
  readonly axis: LogAxis;
}

function Plot({ bars, references, frame, axis }: PlotProps) {
  const { band, rem } = frame;
  // Room for the figure behind the longest bar.
  const right = 5 * rem;
  const left = 1;
  const width = Math.max(0, frame.width - left - right);
  const tiny = 0.6875 * rem;
  const placed = placeReferences(references, axis, width, tiny);
  const data = bars.map((bar) => ({
    ...bar,
    // Without a single value Recharts would draw no axis: what is not measured has no length.
    drawn: onAxis(axis, bar.iops ?? 0),
  }));
  return (
    <BarChart
      layout="vertical"
      width={frame.width}
      height={frame.height}
      data={data}
      margin={{ top: band, right, bottom: 0, left }}
      accessibilityLayer={false}
    >
      <CartesianGrid horizontal={false} />
      <XAxis
        type="number"
        scale="log"
        domain={[axis.low, axis.high]}
        ticks={[...axis.ticks]}
        interval={0}
        height={frame.foot}
        axisLine={false}
        tickLine={false}
        tick={(tick: TickProps) => (
          <RateTick {...tick} sparse={width / axis.ticks.length < 3 * rem} />
        )}
      />
      <YAxis type="category" dataKey="mode" hide />
      {placed.map((reference) => (
        <ReferenceLine
          key={reference.id}
          x={reference.iops}
          className="chart-reference"
          zIndex={-50}
          label={({ viewBox }: { viewBox: { x: number; y: number } }) => (
            <g className="chart-reference-name">
              <line
                x1={viewBox.x}
                x2={viewBox.x}
                y1={viewBox.y}
                y2={viewBox.y - band + reference.row * (band / 2) + 2}
              />
              <text
                x={viewBox.x + (reference.leftward ? -0.3 : 0.3) * tiny}
                y={viewBox.y - band + reference.row * (band / 2) + tiny}
                textAnchor={reference.leftward ? "end" : "start"}
              >
                {reference.short}
              </text>
            </g>
          )}
        />
      ))}
      <Bar
        dataKey="drawn"
        barSize={1.125 * rem}
        isAnimationActive={false}
        shape={(shape: BarShapeProps) => (
          <RateBar {...shape} y={shape.y + frame.shift} axis={axis} plotWidth={width} />
        )}
      />
    </BarChart>
  );
}

interface TickProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly payload: { readonly value: number };
}

function RateTick({ x, y, payload, sparse }: TickProps & { readonly sparse: boolean }) {
  const { value } = payload;
  // On a narrow chart every second power of ten is named.
  if (sparse && Math.round(Math.log10(value)) % 2 !== 0) {
    return null;
  }
  return (
    <text x={x} y={y} dy="0.9em" className="chart-tick" textAnchor="middle">
      {value < 1 ? String(value) : formatCount(value)}
    </text>
  );
}

/** A bar, its figure, and a whisker from the slowest to the fastest round. */
function RateBar(props: BarShapeProps & { readonly axis: LogAxis; readonly plotWidth: number }) {
  const { x, y, width, height, axis, plotWidth } = props;
  const bar = props.payload as FlushBar;
  if (bar.iops === null) {
    return null;
  }
  const middle = y + height / 2;
  const at = (value: number) => x + position(axis, value) * plotWidth;
  const hasRange = typeof bar.iopsMin === "number" && typeof bar.iopsMax === "number";
  const end = hasRange ? Math.max(x + width, at(bar.iopsMax ?? 0)) : x + width;
  const cap = height * 0.22;
  return (
    <g className={bar.current === true ? "rate-bar current" : "rate-bar"}>
      <GuaranteeBox guarantee={bar.guarantee} {...{ x, y, width, height }} />
      {hasRange ? (
        <g className="whisker">
          <path
            d={`M${at(bar.iopsMin ?? 0)} ${middle}H${at(bar.iopsMax ?? 0)}M${at(bar.iopsMin ?? 0)} ${middle - cap}v${2 * cap}M${at(bar.iopsMax ?? 0)} ${middle - cap}v${2 * cap}`}
          />
        </g>
      ) : null}
      <text x={end} dx="0.5em" y={middle} dy="0.35em" className="chart-value">
        {`${formatRate(bar.iops)}\u00a0/s`}
      </text>
    </g>
  );
}
