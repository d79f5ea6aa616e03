import { type Box, slants } from "./slants";

const inset = 0.75;

/**
 * A box of slanting lines: a figure that was reckoned and not measured to its end. The lines are
 * one path and not a pattern, so that they stay sharp on paper.
 */
export function HatchedBox({ x, y, width, height }: Box) {
  const frame = {
    x: x + inset,
    y: y + inset,
    width: Math.max(0, width - 2 * inset),
    height: Math.max(0, height - 2 * inset),
  };
  return (
    <g className="hatched">
      <rect {...frame} rx={1.5} className="guarantee-ground" />
      <path d={slants(frame)} className="hatched-lines" />
      <rect {...frame} rx={1.5} className="guarantee-frame" />
    </g>
  );
}
