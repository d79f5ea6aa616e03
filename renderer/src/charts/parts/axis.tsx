import type { Size } from "./use-size";

/** Size of a chart's drawing; axes and curves fill it up to the margin. */
export function chartFrame(
  { width, height }: Size,
  margin: { top: number; right: number; left?: number },
) {
  return {
    width,
    height,
    margin: { left: 0, bottom: 0, ...margin },
    accessibilityLayer: false,
  };
}

const bareAxis = { type: "number", interval: 0, axisLine: false, tickLine: false } as const;

/**
 * Properties of every line in a chart: an animation would lag behind live figures, and a hover dot
 * would also appear at points that only keep an axis open.
 */
export const bareLine = { dot: false, activeDot: false, isAnimationActive: false } as const;

type Anchor = "start" | "middle" | "end";
type Name = (value: number, index: number) => string;

interface TickProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly index: number;
  readonly payload: { readonly value: number };
}

/**
 * Returns n: if every n-th tick has a label, no labels touch. Widths are estimated from letters,
 * because a chart in pixels cannot measure labels before it is drawn.
 * @param room pixels from one tick to the next
 */
export function namedEvery(names: readonly string[], room: number, rem: number): number {
  const widest = widestOf(names, rem) + 0.5 * rem;
  return Math.max(1, Math.ceil(widest / Math.max(1, room)));
}

/** Pixels that an axis with these labels takes beside a chart. */
export function sideWidth(names: readonly string[], rem: number): number {
  // Recharts keeps eight pixels free between labels and chart.
  return widestOf(names, rem) + 8;
}

/**
 * Estimated width, in pixels, of the longest label, whose type on paper is never below ten pixels.
 */
function widestOf(names: readonly string[], rem: number): number {
  const letter = 0.6 * Math.max(10, 0.75 * rem);
  return Math.max(...names.map(({ length }) => length)) * letter;
}

/** The axis below a chart; `height` is in pixels. */
export function footAxis(
  height: number,
  nameOf: Name,
  anchorOf: (index: number) => Anchor = () => "middle",
) {
  return { ...bareAxis, height, tick: tickWith("0.9em", nameOf, anchorOf) };
}

/** The axis beside a chart, `width` in pixels: on the left, or with "start" on the right. */
export function sideAxis(width: number, nameOf: Name, anchor: Anchor = "end") {
  return { ...bareAxis, width, tick: tickWith("0.35em", nameOf, () => anchor) };
}

function tickWith(dy: string, nameOf: Name, anchorOf: (index: number) => Anchor) {
  return ({ x, y, index, payload }: TickProps) => (
    <text {...{ x, y, dy }} className="chart-tick" textAnchor={anchorOf(index)}>
      {nameOf(payload.value, index)}
    </text>
  );
}
