import type { KeyEntry } from "./chart-key";
import { GuaranteeBox } from "./guarantee-mark";
import { HatchedBox } from "./hatched-box";
import { SeriesMark, seriesClass } from "./series-mark";

const box = { x: 0, y: 1, width: 20, height: 11 };

/** Key entries that several charts share. */
export const measuredKey: KeyEntry = {
  name: "measured",
  mark: <GuaranteeBox guarantee="power-loss" {...box} />,
};

export const hatchedKey: KeyEntry = {
  name: "extrapolated from a part",
  mark: <HatchedBox {...box} />,
};

/** For charts of points: a shape without filling. */
export const hollowKey: KeyEntry = {
  name: "extrapolated from a part",
  mark: (
    <g className={seriesClass(4)}>
      <SeriesMark at={0} x={10} y={6.5} r={5} isHollow />
    </g>
  ),
};

export function publishedKey(name: string): KeyEntry {
  return { name, mark: <path className="published-mark" d="M10 0v13" /> };
}

/** One of two bars that stand in every row, counted from 0; the other one is a shadow. */
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
