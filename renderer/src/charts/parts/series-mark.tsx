import { seriesShapes } from "./shapes";

interface SeriesMarkProps {
  /** Index of the series, from 0; hues and shapes repeat after the last shape. */
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly isHollow?: boolean;
}

/** The shape of a series; belongs inside an element with the series' `seriesClass`. */
export function SeriesMark({ at, x, y, r, isHollow = false }: SeriesMarkProps) {
  const shape = seriesShapes[at % seriesShapes.length];
  return shape === undefined ? null : (
    <path className={isHollow ? "series-mark hollow" : "series-mark"} d={shape(x, y, r)} />
  );
}

/** The class that sets a series' hue; `charts.css` has as many as there are shapes. */
export function seriesClass(at: number): string {
  return `series-${(at % seriesShapes.length) + 1}`;
}
