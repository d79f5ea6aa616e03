import type { Guarantee } from "#contract/flush-mode";
import { guaranteeLegend as text } from "#text/names";
import { slants } from "./slants";

/**
 * What a box shows: a guarantee; a database's guarantee that holds only up to its last checkpoint;
 * or, by hatching, that the figure is extrapolated.
 */
export type BoxLook = Guarantee | "checkpoint" | "hatched";

const filling: Readonly<Record<BoxLook, number>> = {
  none: 0,
  unknown: 0,
  hatched: 0,
  checkpoint: 0.25,
  "os-crash": 0.5,
  "power-loss": 1,
};

interface BoxProps {
  readonly guarantee: BoxLook;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A box whose fill shows a guarantee: hollow for none, lower half for a system crash, full for a
 * power cut, dashed if not known. Shapes instead of a pattern stay sharp on paper.
 */
export function GuaranteeBox({ guarantee, x, y, width, height }: BoxProps) {
  const inset = 0.75;
  const frame = {
    x: x + inset,
    y: y + inset,
    width: Math.max(0, width - 2 * inset),
    height: Math.max(0, height - 2 * inset),
    rx: 1.5,
  };
  const filled = filling[guarantee];
  return (
    <g className={guarantee === "hatched" ? "hatched" : "guarantee"}>
      <rect {...frame} className="guarantee-ground" />
      {filled === 0 ? null : (
        <rect
          x={frame.x}
          width={frame.width}
          y={frame.y + frame.height * (1 - filled)}
          height={frame.height * filled}
          className="guarantee-fill"
        />
      )}
      {guarantee === "hatched" ? <path d={slants(frame)} className="hatched-lines" /> : null}
      <rect
        {...frame}
        className="guarantee-frame"
        strokeDasharray={guarantee === "unknown" ? "3 2.5" : undefined}
      />
    </g>
  );
}

export function GuaranteeMark({ guarantee }: { guarantee: Guarantee }) {
  return (
    <svg
      className="guarantee-mark"
      width="0.8125rem"
      height="0.8125rem"
      viewBox="0 0 13 13"
      aria-hidden="true"
    >
      <GuaranteeBox guarantee={guarantee} x={0} y={0} width={13} height={13} />
    </svg>
  );
}

const order: readonly Guarantee[] = ["none", "os-crash", "power-loss", "unknown"];

/** Explains the fills that occur in the chart. Screen readers get them from the table. */
export function GuaranteeLegend({ shown }: { shown: readonly Guarantee[] }) {
  return (
    <div className="legend small quiet" aria-hidden="true">
      <span>{text.heading()}</span>
      <ul className="legend small quiet">
        {order
          .filter((guarantee) => shown.includes(guarantee))
          .map((guarantee) => (
            <li key={guarantee}>
              <GuaranteeMark guarantee={guarantee} />
              {text[guarantee]()}
            </li>
          ))}
      </ul>
    </div>
  );
}
