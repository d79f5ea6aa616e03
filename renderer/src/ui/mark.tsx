import type { ReactNode } from "react";
import type { Sign } from "#analysis/verdict/glance/parts";
import type { Mark } from "#contract/verdict";

/**
 * Shape repeats the meaning of colour, so that marks work in grey and in print: solid is measured
 * here, hollow is promised, dashed is not known, a triangle is a doubt and an octagon a fault.
 */

/** The large mark, in a box of 128 by 128 units, inside a ring of ticks or power cuts. */
export function BigMark({ mark, ring }: { readonly mark: Mark; readonly ring: ReactNode }) {
  return (
    <svg className="mark" viewBox="0 0 128 128" aria-hidden="true">
      {ring}
      {cores[mark]}
    </svg>
  );
}

const tickCount = 60;

/** Sixty ticks, joined into a band if everything planned was carried out. */
export function TickRing({ isWhole }: { readonly isWhole: boolean }) {
  return (
    <>
      {isWhole ? (
        <>
          <circle className="mark-band" cx="64" cy="64" r="59.25" fill="none" strokeWidth="8.6" />
          <circle className="mark-halo" cx="64" cy="64" r="62" strokeWidth="3" />
        </>
      ) : null}
      <Ticks reached={isWhole ? tickCount : 0} />
    </>
  );
}

interface ShareRingProps {
  /** Completed share of the inspection, 0 to 1. */
  readonly share: number;
  /** The share in whole percent, and the percent sign, in the current language's format. */
  readonly figure: string;
  readonly unit: string;
}

export function ShareRing({ share, figure, unit }: ShareRingProps) {
  return (
    <svg className="mark" viewBox="0 0 128 128" aria-hidden="true">
      <Ticks reached={Math.floor(share * tickCount)} />
      <text className="mark-share" x="64" y="73">
        {figure}
        <tspan className="mark-share-unit">{unit}</tspan>
      </text>
    </svg>
  );
}

function pointAt(angle: number, radius: number): string {
  return [Math.cos(angle), Math.sin(angle)].map((at) => (64 + radius * at).toFixed(2)).join(" ");
}

function Ticks({ reached }: { readonly reached: number }) {
  return (
    <>
      {Array.from({ length: tickCount }, (_, index) => {
        const angle = (index / tickCount) * 2 * Math.PI - Math.PI / 2;
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: ticks never change places
            key={index}
            className={index < reached ? "mark-tick" : "mark-tick mark-tick-open"}
            // A verdict that arrives animates each tick a little after the one before
            // (glance-head.css).
            style={{ animationDelay: `${index * 14}ms` }}
            d={`M${pointAt(angle, 56.5)}L${pointAt(angle, 62)}`}
          />
        );
      })}
    </>
  );
}

/** One arc for each power cut; dashed if something was lost, faint if nothing was proven. */
export function CutRing({ cuts }: { readonly cuts: readonly ("kept" | "lost" | "open")[] }) {
  const gap = 0.16;
  const step = (2 * Math.PI) / Math.max(1, cuts.length);
  const anyLost = cuts.includes("lost");
  return (
    <>
      {cuts.map((cut, index) => {
        const from = index * step - Math.PI / 2 + gap / 2;
        const to = (index + 1) * step - Math.PI / 2 - gap / 2;
        const isQuiet = cut === "open" || (anyLost && cut !== "lost");
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: cuts are in the order they were made
            key={index}
            className={isQuiet ? "mark-arc mark-arc-quiet" : "mark-arc"}
            d={`M${pointAt(from, 59.5)}A59.5 59.5 0 ${to - from > Math.PI ? 1 : 0} 1 ${pointAt(to, 59.5)}`}
            strokeDasharray={cut === "lost" ? "4 5" : undefined}
          />
        );
      })}
    </>
  );
}

const hollow = (
  <>
    <circle className="mark-line" cx="64" cy="64" r="42.5" strokeWidth="7" />
    <path
      className="mark-line mark-check"
      pathLength="1"
      d="M45 65.5l13 13L83.5 51.5"
      strokeWidth="8"
    />
  </>
);

const cores: Readonly<Record<Mark, ReactNode>> = {
  good: (
    <>
      <circle className="mark-fill" cx="64" cy="64" r="46" />
      <path
        className="mark-on mark-check"
        pathLength="1"
        d="M43 65.5l14.5 14.5L86 49.5"
        strokeWidth="9"
      />
    </>
  ),
  fine: hollow,
  few: hollow,
  care: (
    <>
      <path
        className="mark-fill"
        d="M64 20.5a8 8 0 0 1 6.9 4l34.6 60a8 8 0 0 1-6.9 12H29.4a8 8 0 0 1-6.9-12l34.6-60a8 8 0 0 1 6.9-4z"
      />
      <path className="mark-on" d="M64 46v24M64 83v.1" strokeWidth="9.5" />
    </>
  ),
  bad: (
    <>
      <path className="mark-fill" d="M45.5 18.5h37L109.5 45.5v37L82.5 109.5h-37L18.5 82.5v-37z" />
      <path className="mark-on" d="M49 49l30 30M79 49L49 79" strokeWidth="9.5" />
    </>
  ),
  open: (
    <>
      <circle
        className="mark-line"
        cx="64"
        cy="64"
        r="42.5"
        strokeWidth="6"
        strokeDasharray="10.5 8.57"
      />
      <path
        className="mark-line mark-clear"
        d="M53 54.5a11.5 11.5 0 1 1 17.2 10c-4.1 2.4-6.2 4.6-6.2 9.3M64 86v.1"
        strokeWidth="7.5"
      />
    </>
  ),
  early: (
    <>
      <circle className="mark-line" cx="64" cy="64" r="42.5" strokeWidth="6" />
      <path className="mark-line" d="M53.5 49v30M74.5 49v30" strokeWidth="9" />
    </>
  ),
};

/**
 * A small copy of the mark, 20 by 20 units, for a corner of the drive's drawing if all went well.
 */
export function Seal({ mark, at }: { readonly mark: Mark; readonly at: string }) {
  return (
    <g className="mark seal" transform={`translate(${at}) scale(${20 / 128})`}>
      <circle className="seal-ground" cx="64" cy="64" r="62" />
      {cores[mark]}
    </g>
  );
}

interface SignProps {
  readonly sign: Sign;
  readonly rem?: number;
  /** What a screen reader says for the symbol, unless the words beside it say the same. */
  readonly name?: string | undefined;
}

/** The state of an answer or a line, in a box of 20 by 20 units. */
export function SignSymbol({ sign, rem = 1.125, name }: SignProps) {
  return (
    <svg
      className="sign"
      width={`${rem}rem`}
      height={`${rem}rem`}
      viewBox="0 0 20 20"
      role={name === undefined ? undefined : "img"}
      aria-label={name}
      aria-hidden={name === undefined}
    >
      {signs[sign]}
    </svg>
  );
}

const solidCheck = (
  <>
    <circle className="sign-fill" cx="10" cy="10" r="9" />
    <path className="sign-on" d="M5.8 10.3l2.9 2.9 5.5-6" />
  </>
);
const hollowCheck = (
  <>
    <circle className="sign-line" cx="10" cy="10" r="8" />
    <path className="sign-line" d="M6.3 10.3l2.6 2.6 4.9-5.3" />
  </>
);

const signs: Readonly<Record<Sign, ReactNode>> = {
  good: solidCheck,
  proof: solidCheck,
  fine: hollowCheck,
  plain: hollowCheck,
  few: hollowCheck,
  dot: <circle className="sign-fill" cx="10" cy="10" r="3" />,
  open: <circle className="sign-line" cx="10" cy="10" r="8" strokeDasharray="2.8 2.23" />,
  care: (
    <>
      <path className="sign-fill" d="M10 1.8l8.8 15.4H1.2z" />
      <path className="sign-on" d="M10 7.6v4.2M10 14.5v.1" />
    </>
  ),
  bad: (
    <>
      <path className="sign-fill" d="M6.4 1.2h7.2l5.2 5.2v7.2l-5.2 5.2H6.4l-5.2-5.2V6.4z" />
      <path className="sign-on" d="M6.9 6.9l6.2 6.2M13.1 6.9l-6.2 6.2" />
    </>
  ),
  early: (
    <>
      <circle className="sign-line" cx="10" cy="10" r="8" />
      <path className="sign-line" d="M7.8 7v6M12.2 7v6" />
    </>
  ),
};
