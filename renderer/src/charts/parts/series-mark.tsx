import { seriesShapes } from "./shapes";

interface SeriesMarkProps {
  /** Place of the series, from 0; after the last hue and shape they begin anew. */
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly isHollow?: boolean;
}

/** The shape of a series, inside an element of its `seriesClass`. */
export function SeriesMark({ at, x, y, r, isHollow = false }: SeriesMarkProps) {
  const shape = seriesShapes[at % seriesShapes.length];
  return shape === undefined ? null : (
    <path className={isHollow ? "series-mark hollow" : "series-mark"} d={shape(x, y, r)} />
  );
}

/** Sets the hue of a series; as many in `charts.css` as there are shapes. */
export function seriesClass(at: number): string {
  return `series-${(at % seriesShapes.length) + 1}`;
}
