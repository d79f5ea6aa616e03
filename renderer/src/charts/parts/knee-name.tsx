import { ReferenceLine } from "recharts";

/** Height in rem of the band above the plot that holds the label of a vertical line. */
export const kneeBandRem = 1.5;

interface KneeNameProps {
  readonly words: string;
  readonly leftward: boolean;
  readonly rem: number;
  /** Set by Recharts: the point at which the line begins. */
  readonly viewBox?: { readonly x: number; readonly y: number };
}

type KneeProps = Omit<KneeNameProps, "viewBox"> & { readonly at: number };

/** A vertical line with a label, at the value `at` of the axis. */
export function Knee({ at, ...name }: KneeProps) {
  return <ReferenceLine yAxisId="speed" x={at} className="knee" label={<KneeName {...name} />} />;
}

/** The label at the upper end of a vertical line, above the plot. */
function KneeName({ words, leftward, rem, viewBox }: KneeNameProps) {
  if (viewBox === undefined) {
    return null;
  }
  const { x, y } = viewBox;
  return (
    <g className="knee-name">
      <path d={`M${x} ${y}v${-kneeBandRem * rem + 2}`} />
      <text
        x={x + (leftward ? -0.4 : 0.4) * rem}
        y={y - 0.55 * rem}
        textAnchor={leftward ? "end" : "start"}
      >
        {words}
      </text>
    </g>
  );
}
