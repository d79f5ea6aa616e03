import { memo } from "react";
import { ReferenceLine } from "recharts";
import { shortName } from "#text/reference-drives";
import { type LogAxis, position } from "../../charts/scale/log-scale";

interface ReferenceLinesProps {
  readonly references: readonly Reference[];
  readonly axis: LogAxis;
  /** Width of the axis in pixels. */
  readonly width: number;
  /** Height of the band above the plot for the names, in pixels. */
  readonly band: number;
  /** Font size of the names in pixels. */
  readonly letters: number;
}

/** Faint lines at published figures of other drives. Drawn again only when the page changes. */
export const ReferenceLines = memo(function ReferenceLines({
  references,
  axis,
  width,
  band,
  letters,
}: ReferenceLinesProps) {
  return placeReferences(references, axis, width, letters).map((reference) => (
    <ReferenceLine
      key={reference.id}
      x={reference.iops}
      className="chart-reference"
      zIndex={-50}
      label={<ReferenceName {...{ reference, band, letters }} />}
    />
  ));
});

interface ReferenceNameProps {
  readonly reference: PlacedReference;
  readonly band: number;
  readonly letters: number;
  /** Set by Recharts: the point at which the line begins. */
  readonly viewBox?: { readonly x: number; readonly y: number };
}

function ReferenceName({ reference, band, letters, viewBox }: ReferenceNameProps) {
  if (viewBox === undefined) {
    return null;
  }
  const { x, y } = viewBox;
  const top = y - band + reference.row * (band / 2);
  return (
    <g className="chart-reference-name">
      <line x1={x} x2={x} y1={y} y2={top + 2} />
      <text
        x={x + (reference.leftward ? -0.3 : 0.3) * letters}
        y={top + letters}
        textAnchor={reference.leftward ? "end" : "start"}
      >
        {shortName(reference.id)}
      </text>
    </g>
  );
}

export interface Reference {
  readonly id: string;
  readonly iops: number;
}

export interface PlacedReference extends Reference {
  /** Pixels from the left end of the axis. */
  readonly x: number;
  /** Row of the name, counted from the top. */
  readonly row: number;
  /** Whether the name is left of its tick, because there is no room on the right. */
  readonly leftward: boolean;
  /** Pixels the name covers. */
  readonly span: readonly [number, number];
}

/** Distance from a name to the next mark in its row, in letter heights. */
const gapEm = 0.8;

/**
 * Chooses the reference drives whose names fit over the axis in two rows, earlier ones first. A
 * tick without its name would mean nothing.
 *
 * @param emPx height of the letters in pixels
 */
export function placeReferences(
  references: readonly Reference[],
  axis: LogAxis,
  widthPx: number,
  emPx: number,
): PlacedReference[] {
  const placed: PlacedReference[] = [];
  for (const reference of references) {
    const x = position(axis, reference.iops) * widthPx;
    // Leaves out a tick closer than one and a half letters to another, because the two would look
    // like one.
    const isApart = placed.every((other) => Math.abs(other.x - x) >= emPx * 1.5);
    if (reference.iops < axis.low || reference.iops > axis.high || !isApart) {
      continue;
    }
    const length = (shortName(reference.id).length * 0.56 + gapEm) * emPx;
    const fitting = places.find(({ row, leftward }) => {
      const span = spanOf(x, length, leftward);
      return span[0] >= 0 && span[1] <= widthPx && isFree(row, x, span, placed);
    });
    if (fitting) {
      placed.push({ ...reference, ...fitting, x, span: spanOf(x, length, fitting.leftward) });
    }
  }
  return placed;
}

const places = [
  { row: 0, leftward: false },
  { row: 0, leftward: true },
  { row: 1, leftward: false },
  { row: 1, leftward: true },
] as const;

function spanOf(x: number, length: number, leftward: boolean): readonly [number, number] {
  return leftward ? [x - length, x] : [x, x + length];
}

/** Whether no names in one row overlap, and no tick runs down through a name in a lower row. */
function isFree(
  row: number,
  x: number,
  [from, to]: readonly [number, number],
  placed: readonly PlacedReference[],
): boolean {
  return placed.every((other) => {
    const isCrossing = (tickX: number, start: number, end: number) => tickX > start && tickX < end;
    if (other.row === row) {
      return other.span[1] <= from || other.span[0] >= to;
    }
    return other.row < row
      ? !isCrossing(other.x, from, to)
      : !isCrossing(x, other.span[0], other.span[1]);
  });
}
