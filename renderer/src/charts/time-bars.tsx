import { Bar, BarChart, type BarShapeProps } from "recharts";
import { formatDuration } from "../../../electron/analysis/format";
import { type ChartRow, ChartRows, type PlotFrame } from "./chart-rows";
import { GuaranteeBox } from "./guarantee-mark";
import { HatchedBox } from "./hatched-box";
import { LogGrid } from "./log-grid";
import { decadeOfTime, type LogAxis, onAxis, position } from "./log-scale";

export interface TimeRow extends ChartRow {
  /** Median of the trials; `null` while not measured or where it cannot be. */
  readonly elapsedNs: number | null;
  /** Quickest and slowest trial, where there were several. */
  readonly rangeNs: readonly [number, number] | null;
  readonly extrapolated: boolean;
  /** Behind the figure, in quiet letters: the ratio to another row. */
  readonly note: string | null;
  /** The same thing as published for another drive. */
  readonly publishedNs: number | null;
}

interface TimeBarsProps {
  readonly rows: readonly TimeRow[];
  readonly axis: LogAxis;
  readonly isDense?: boolean;
}

/**
 * A bar of elapsed time per row on a logarithmic axis. Times of trials that were cut short are
 * hatched and say so; published ones are thin marks across the row.
 */
export function TimeBars({ rows, axis, isDense = false }: TimeBarsProps) {
  return (
    <ChartRows rows={rows} isDense={isDense}>
      {(frame) => <Plot {...{ rows, axis, frame, isDense }} />}
    </ChartRows>
  );
}

interface PlotProps extends TimeBarsProps {
  readonly frame: PlotFrame;
}

/** Room kept behind the longest bar: for a figure and a word, in a narrow chart for the figure. */
const wordsRem = 8.5;
const figureRem = 5;
/** Width of a letter behind a bar, rather too wide than too narrow. */
const letterRem = 0.5;

function Plot({ rows, axis, frame, isDense }: PlotProps) {
  const { foot, rem, shift } = frame;
  const left = 1;
  const right = (frame.width > 24 * rem ? wordsRem : figureRem) * rem;
  const width = Math.max(0, frame.width - left - right);
  const data = rows.map((row) => ({
    ...row,
    // Every row has a length, so that a published mark is drawn before its bar is.
    drawn: onAxis(axis, row.elapsedNs ?? axis.low),
  }));
  return (
    <BarChart
      layout="vertical"
      width={frame.width}
      height={frame.height}
      data={data}
      margin={{ top: 0, right, bottom: 0, left }}
      accessibilityLayer={false}
    >
      <LogGrid axis={axis} width={width} foot={foot} rem={rem} name={decadeOfTime} />
      <Bar
        dataKey="drawn"
        barSize={(isDense ? 0.8125 : 1.125) * rem}
        minPointSize={1}
        isAnimationActive={false}
        shape={(shape: BarShapeProps) => (
          <TimeBar
            {...shape}
            y={shape.y + shift}
            {...{ axis, rem }}
            frameWidth={frame.width}
            plotLeft={left}
            plotWidth={width}
          />
        )}
      />
    </BarChart>
  );
}

interface TimeBarProps extends BarShapeProps {
  readonly axis: LogAxis;
  readonly frameWidth: number;
  readonly rem: number;
  readonly plotLeft: number;
  readonly plotWidth: number;
}

function TimeBar(props: TimeBarProps) {
  const { y, height, axis, frameWidth, rem, plotLeft, plotWidth } = props;
  const row = props.payload as TimeRow;
  const at = (ns: number) => plotLeft + position(axis, ns) * plotWidth;
  const middle = y + height / 2;
  const mark = row.publishedNs === null ? null : at(row.publishedNs);
  const published = mark === null ? null : <PublishedMark x={mark} {...{ y, height }} />;
  if (row.elapsedNs === null) {
    return <g className="time-bar">{published}</g>;
  }
  const end = at(row.elapsedNs);
  const box = { x: plotLeft, y, width: end - plotLeft, height };
  const figure = `${row.extrapolated ? "≈\u00a0" : ""}${formatDuration(row.elapsedNs)}`;
  const tip = row.rangeNs === null ? end : Math.max(end, at(row.rangeNs[1]));
  const widthOf = (text: string) => (text.length + 2) * letterRem * rem;
  // A figure is put behind a mark that it would otherwise cover.
  const isInTheWay = mark !== null && mark > tip - 2 && mark < tip + widthOf(figure);
  const start = isInTheWay ? mark : tip;
  const words = wordsOf(row).find((text) => start + widthOf(figure + text) <= frameWidth);
  return (
    <g className="time-bar">
      {row.extrapolated ? (
        <HatchedBox {...box} />
      ) : (
        <GuaranteeBox guarantee={row.guarantee ?? "power-loss"} {...box} />
      )}
      {row.rangeNs === null ? null : <Range range={row.rangeNs} {...{ at, middle, height }} />}
      {published}
      <text x={start} dx="0.5em" y={middle} dy="0.35em" className="chart-value">
        {figure}
        {words === undefined ? null : (
          <tspan className="chart-note" dx="0.5em">
            {words}
          </tspan>
        )}
      </text>
    </g>
  );
}

/** What is said behind a figure, the longest first: as much as there is room for. */
function wordsOf({ extrapolated, note }: TimeRow): string[] {
  if (!extrapolated) {
    return note === null ? [] : [note];
  }
  return note === null ? ["extrapolated"] : [`extrapolated, ${note}`, note];
}

interface MarkProps {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

function PublishedMark({ x, y, height }: MarkProps) {
  const d = `M${x} ${y - 2.5}v${height + 5}`;
  return (
    <>
      <path className="published-rim" d={d} />
      <path className="published-mark" d={d} />
    </>
  );
}

interface RangeProps {
  readonly range: readonly [number, number];
  readonly at: (ns: number) => number;
  readonly middle: number;
  readonly height: number;
}

/** A whisker from the quickest trial to the slowest. */
function Range({ range: [quickest, slowest], at, middle, height }: RangeProps) {
  const cap = height * 0.22;
  return (
    <g className="whisker">
      <path
        d={`M${at(quickest)} ${middle}H${at(slowest)}M${at(quickest)} ${middle - cap}v${2 * cap}M${at(slowest)} ${middle - cap}v${2 * cap}`}
      />
    </g>
  );
}
