const inset = 0.75;

/**
 * A hatched box: a figure that was extrapolated. The lines are one path and not a pattern, so that
 * they stay sharp on paper.
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

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const stepPx = 6;

/** Lines at 45 degrees from the lower edge to the upper, clipped at both ends of the box. */
export function slants({ x, y, width, height }: Box): string {
  const lines: string[] = [];
  for (let foot = stepPx - height; foot < width; foot += stepPx) {
    const from = Math.max(0, foot);
    const to = Math.min(width, foot + height);
    if (to > from) {
      lines.push(
        `M${x + from} ${y + height - (from - foot)}L${x + to} ${y + height - (to - foot)}`,
      );
    }
  }
  return lines.join("");
}
