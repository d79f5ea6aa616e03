import { useCallback, useMemo } from "react";
import { Bar, BarChart, type BarShapeProps } from "recharts";
import { formatCount, formatRate } from "../../../electron/analysis/format";
import type { Guarantee } from "../../../electron/contract/flush-mode";
import { type ChartRow, ChartRows, type PlotFrame } from "./chart-rows";
import { GuaranteeBox, GuaranteeLegend } from "./guarantee-mark";
import { LogGrid } from "./log-grid";
import { type LogAxis, logAxis, onAxis, position, rateAxis } from "./log-scale";
import type { Reference } from "./reference-labels";
import { ReferenceLines } from "./reference-lines";

export interface FlushBar extends ChartRow {
  readonly guarantee: Guarantee;
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
  const { low, high } = rateAxis(bars.flatMap(({ iops, iopsMax }) => [iops ?? 0, iopsMax ?? 0]));
  // One object for one scale: while measuring only the bars are drawn anew.
  const axis = useMemo(() => logAxis(low, high), [low, high]);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <GuaranteeLegend shown={bars.map(({ guarantee }) => guarantee)} />
      </div>
      <ChartRows rows={bars} withBand={references.length > 0}>
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
  const { band, foot, rem, shift } = frame;
  const left = 1;
  // Room for the figure behind the longest bar.
  const right = 5 * rem;
  const width = Math.max(0, frame.width - left - right);
  const margin = useMemo(() => ({ top: band, right, bottom: 0, left }), [band, right]);
  const shape = useCallback(
    (props: BarShapeProps) => (
      <RateBar {...props} y={props.y + shift} axis={axis} plotWidth={width} />
    ),
    [axis, width, shift],
  );
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
      margin={margin}
      accessibilityLayer={false}
    >
      <LogGrid axis={axis} width={width} foot={foot} rem={rem} name={nameOfRate} />
      <ReferenceLines
        references={references}
        axis={axis}
        width={width}
        band={band}
        letters={0.6875 * rem}
      />
      <Bar dataKey="drawn" barSize={1.125 * rem} isAnimationActive={false} shape={shape} />
    </BarChart>
  );
}

function nameOfRate(perSecond: number): string {
  return perSecond < 1 ? String(perSecond) : formatCount(perSecond);
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
