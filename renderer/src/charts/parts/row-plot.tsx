import { memo, type ReactNode } from "react";
import { Bar, BarChart, type BarShapeProps, CartesianGrid, XAxis, YAxis } from "recharts";
import { type LogAxis, position } from "../scale/log-scale";
import { chartFrame, footAxis, namedEvery } from "./axis";
import type { ChartRow, PlotFrame } from "./chart-rows";

/** Where the marks of one row are drawn, in pixels. */
export interface RowPlace {
  readonly y: number;
  readonly height: number;
  readonly middle: number;
  /** Distance between the middles of two adjacent rows. */
  readonly rowHeight: number;
  /** The left end of the axis and of every bar. */
  readonly left: number;
  /** Position of a value on the axis. */
  readonly at: (value: number) => number;
  /** Width of the whole plot, including the space after the axis. */
  readonly frameWidth: number;
  readonly rem: number;
}

interface RowPlotProps<Row extends ChartRow> {
  readonly frame: PlotFrame;
  readonly axis: LogAxis;
  readonly rows: readonly Row[];
  /** Pixels kept free before the axis. */
  readonly left: number;
  /** Pixels kept free after the axis. */
  readonly right: number;
  readonly barRem: number;
  /** Formats a power of ten for the axis. */
  readonly nameOf: (value: number) => string;
  /** Draws the marks of one row, measured or not. */
  readonly draw: (row: Row, place: RowPlace, index: number) => ReactNode;
  /** Draws what is behind the rows; gets the width of the axis in pixels. */
  readonly behind?: (axisWidth: number) => ReactNode;
}

/** The plot beside the labels of `ChartRows`: a logarithmic grid and the marks of each row. */
export function RowPlot<Row extends ChartRow>(props: RowPlotProps<Row>) {
  const { frame, axis, rows, left, right, barRem, nameOf, draw, behind } = props;
  const { width, height, band, foot, rem, shift } = frame;
  const axisWidth = Math.max(0, width - left - right);
  const rowHeight = (height - band - foot) / Math.max(1, rows.length);
  const at = (value: number) => left + position(axis, value) * axisWidth;
  return (
    <BarChart
      layout="vertical"
      {...chartFrame(frame, { top: band, right, left })}
      // Each bar spans the axis: without a length Recharts would not ask for its marks.
      data={rows.map(({ id }) => ({ id, reach: axis.high }))}
    >
      <LogGrid {...{ axis, left, foot, rem }} width={axisWidth} name={nameOf} />
      {behind?.(axisWidth)}
      <Bar
        dataKey="reach"
        barSize={barRem * rem}
        isAnimationActive={false}
        shape={(shape: BarShapeProps) => {
          const row = rows[shape.index];
          const y = shape.y + shift;
          const middle = y + shape.height / 2;
          const place = { y, height: shape.height, middle, rowHeight, left, at, rem };
          return row === undefined ? null : draw(row, { ...place, frameWidth: width }, shape.index);
        }}
      />
    </BarChart>
  );
}

/** Splits the space of one row into this many bars, from the top, with narrow gaps. */
export function parts(place: RowPlace, count: number): readonly RowPlace[] {
  const gap = 0.125 * place.rem;
  const height = (place.height - (count - 1) * gap) / count;
  return Array.from({ length: count }, (_, index) => {
    const y = place.y + index * (height + gap);
    return { ...place, y, height, middle: y + height / 2 };
  });
}

interface LogGridProps {
  readonly axis: LogAxis;
  readonly left: number;
  readonly width: number;
  /** Height of the axis labels, in pixels. */
  readonly foot: number;
  readonly rem: number;
  readonly name: (value: number) => string;
}

const noLines = () => [];

/**
 * A logarithmic axis at the bottom, and a thin line for every power of ten. `memo`: new measurements
 * do not draw them again.
 */
const LogGrid = memo(function LogGrid({ axis, left, width, foot, rem, name }: LogGridProps) {
  const room = width / Math.max(1, axis.ticks.length - 1);
  const every = namedEvery(axis.ticks.map(name), room, rem);
  return (
    <>
      <CartesianGrid
        horizontal={false}
        // Gives the position of every line: Recharts would leave out lines whose labels do not fit.
        verticalPoints={axis.ticks.map((tick) => left + position(axis, tick) * width)}
        horizontalCoordinatesGenerator={noLines}
      />
      <XAxis
        scale="log"
        domain={[axis.low, axis.high]}
        ticks={[...axis.ticks]}
        {...footAxis(foot, (value, index) => (index % every === 0 ? name(value) : ""))}
      />
      <YAxis type="category" dataKey="id" hide />
    </>
  );
});
