import type { RowPlace } from "./row-plot";

interface WhiskerProps {
  /** The lowest and the highest of several measurements. */
  readonly range: readonly [number, number];
  readonly place: Pick<RowPlace, "at" | "middle" | "height">;
}

/** A thin line over the end of a bar, from the lowest measurement to the highest. */
export function Whisker({ range: [low, high], place: { at, middle, height } }: WhiskerProps) {
  const cap = height * 0.22;
  const end = (value: number) => `M${at(value)} ${middle - cap}v${2 * cap}`;
  return (
    <path className="whisker" d={`M${at(low)} ${middle}H${at(high)}${end(low)}${end(high)}`} />
  );
}

/** The lowest measurement and the highest; `null` for fewer than two measurements. */
export function rangeOf(measured: readonly number[]): readonly [number, number] | null {
  return measured.length < 2 ? null : [Math.min(...measured), Math.max(...measured)];
}

interface PublishedMarkProps {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** A line across a bar at a published value, with a rim that keeps it visible on the bar. */
export function PublishedMark({ x, y, height }: PublishedMarkProps) {
  const d = `M${x} ${y - 2.5}v${height + 5}`;
  return (
    <>
      <path className="published-rim" d={d} />
      <path className="published-mark" d={d} />
    </>
  );
}

interface FigureProps {
  readonly x: number;
  readonly middle: number;
  readonly figure: string;
  /** Muted text after the figure. */
  readonly note?: string | undefined;
}

export function BarFigure({ x, middle, figure, note }: FigureProps) {
  return (
    <text x={x} dx="0.5em" y={middle} dy="0.35em" className="chart-value">
      {figure}
      {note === undefined ? null : (
        <tspan className="chart-note" dx="0.5em">
          {note}
        </tspan>
      )}
    </text>
  );
}

/**
 * Where a figure's text, `reach` pixels wide, begins: at `tip`, or at a published mark that the
 * text would cover. With a negative `reach` the text ends there.
 */
export function clearOf(mark: number | null, tip: number, reach: number): number {
  const from = Math.min(tip, tip + reach) - 2;
  return mark !== null && mark > from && mark < from + Math.abs(reach) + 2 ? mark : tip;
}
