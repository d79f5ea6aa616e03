interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const stepPx = 6;

/** Path data of lines at 45 degrees across the box, clipped at its ends. */
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
