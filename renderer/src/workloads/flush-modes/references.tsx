import { memo } from "react";
import { ReferenceLine } from "recharts";
import type { LogAxis } from "../../charts/scale/log-scale";
import { type PlacedReference, placeReferences, type Reference } from "./reference-labels";

interface ReferenceLinesProps {
  readonly references: readonly Reference[];
  readonly axis: LogAxis;
  /** Width of the axis in pixels. */
  readonly width: number;
  /** Height of the band above the plot that holds the names, in pixels. */
  readonly band: number;
  /** Height of the names' letters in pixels. */
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
  /** Given by Recharts: where the line begins. */
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
        {reference.short}
      </text>
    </g>
  );
}
