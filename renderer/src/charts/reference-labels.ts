import { type LogAxis, position } from "./log-scale";

export interface Reference {
  readonly id: string;
  readonly short: string;
  readonly iops: number;
}

export interface PlacedReference extends Reference {
  /** Pixels from the left end of the axis. */
  readonly x: number;
  /** Row of the name, counted from the top. */
  readonly row: number;
  /** The name stands left of its tick, because there is no room on the right. */
  readonly leftward: boolean;
}

const rows = 2;
const gapEm = 0.8;

/**
 * Chooses the reference drives whose names fit over the axis, in two rows, the first in the list
 * before the later ones. A tick whose name has no room is left out: unnamed it would say nothing.
 *
 * @param emPx height of the letters in pixels
 */
export function placeReferences(
  references: readonly Reference[],
  axis: LogAxis,
  widthPx: number,
  emPx: number,
): PlacedReference[] {
  const taken: [number, number][][] = Array.from({ length: rows }, () => []);
  const placed: PlacedReference[] = [];
  for (const reference of references) {
    if (reference.iops < axis.low || reference.iops > axis.high) {
      continue;
    }
    const x = position(axis, reference.iops) * widthPx;
    const length = (reference.short.length * 0.56 + gapEm) * emPx;
    const leftward = x + length > widthPx;
    const span: [number, number] = leftward ? [x - length, x] : [x, x + length];
    const row = taken.findIndex((spans) =>
      spans.every(([from, to]) => span[1] <= from || span[0] >= to),
    );
    // A tick closer than a letter to another one reads as the same tick.
    const crowded = placed.some((other) => Math.abs(other.x - x) < emPx * 0.5);
    if (row < 0 || span[0] < 0 || crowded) {
      continue;
    }
    taken[row]?.push(span);
    placed.push({ ...reference, x, row, leftward });
  }
  return placed;
}
