/** Outlines of small marks, as path data around a centre. */

export function diamond(x: number, y: number, r: number): string {
  return `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;
}

export function cross(x: number, y: number, r: number): string {
  return `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`;
}

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

function square(x: number, y: number, r: number): string {
  const half = 0.85 * r;
  return `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}Z`;
}

/** A triangle that points up if `way` is 1, down if -1. */
function triangle(x: number, y: number, r: number, way: 1 | -1): string {
  return `M${x} ${y - way * r}L${x + r} ${y + way * 0.8 * r}H${x - r}Z`;
}

/** One shape per series, so that they differ without colour; as many as `charts.css` has hues. */
export const seriesShapes: readonly ((x: number, y: number, r: number) => string)[] = [
  disc,
  diamond,
  square,
  (x, y, r) => triangle(x, y, r, 1),
  (x, y, r) => triangle(x, y, r, -1),
];
