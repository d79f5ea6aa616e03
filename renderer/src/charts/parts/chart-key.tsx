import type { ReactNode } from "react";
import { chartKeyText } from "#text/charts";
import { GuaranteeBox } from "./guarantee-mark";
import { SeriesMark, seriesClass } from "./series-mark";

export interface KeyEntry {
  readonly name: string;
  /** Drawn in a box of 20 by 13 units; the key scales the box to the text. */
  readonly mark: ReactNode;
}

/** Explains the marks of a chart. Hidden from screen readers, as the chart's plot is. */
export function ChartKey({ entries }: { entries: readonly KeyEntry[] }) {
  return (
    <ul className="legend small quiet" aria-hidden="true">
      {entries.map(({ name, mark }) => (
        <li key={name}>
          <svg width="1.25rem" height="0.8125rem" viewBox="0 0 20 13" aria-hidden="true">
            {mark}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

const box = { x: 0, y: 1, width: 20, height: 11 };

export const measuredKey = (): KeyEntry => ({
  name: chartKeyText.measured(),
  mark: <GuaranteeBox guarantee="power-loss" {...box} />,
});

export const hatchedKey = (): KeyEntry => ({
  name: chartKeyText.extrapolated(),
  mark: <GuaranteeBox guarantee="hatched" {...box} />,
});

/** The key entry "extrapolated" for charts of points: an unfilled shape. */
export const hollowKey = (): KeyEntry => ({
  name: chartKeyText.extrapolated(),
  mark: (
    <g className={seriesClass(4)}>
      <SeriesMark at={0} x={10} y={6.5} r={5} isHollow />
    </g>
  ),
});

export function publishedKey(name: string): KeyEntry {
  return { name, mark: <path className="published-mark" d="M10 0v13" /> };
}

/**
 * Legend entry for the upper (0) or the lower bar (1) of each row; the row's other bar is drawn as
 * a shadow.
 */
export function pairKey(place: 0 | 1, name: string): KeyEntry {
  const heights = { height: 5, width: 20 };
  return {
    name,
    mark: (
      <g className={seriesClass(place)}>
        <rect x={0} y={place === 0 ? 8 : 0.5} {...heights} className="pair-shadow" />
        <rect x={0} y={place === 0 ? 0.5 : 8} {...heights} className="guarantee-fill" />
      </g>
    ),
  };
}

export function seriesKey(at: number, name: string): KeyEntry {
  return {
    name,
    mark: (
      <g className={seriesClass(at)}>
        <path className="series-line" d="M0 6.5h20" />
        <SeriesMark at={at} x={10} y={6.5} r={5} />
      </g>
    ),
  };
}
