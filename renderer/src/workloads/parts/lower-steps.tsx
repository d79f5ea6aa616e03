import type { ReactNode } from "react";
import type { LiveState } from "#contract/live-state";
import { formatBytes, formatBytesPerSecond } from "#text/format";
import { measured } from "#text/measured";

interface LowerStepsProps extends Pick<LowerCardsProps, "live" | "figures"> {
  /** How to read the chart while it grows. */
  readonly readings: readonly string[];
  /** The size, strategy or mode of the last step; `null` before the first. */
  readonly lastStep: string | null;
}

/** Below the chart of a workload in steps: how to read the chart, and the last step's figures. */
export function LowerSteps({ readings, lastStep, ...rest }: LowerStepsProps) {
  return (
    <LowerCards
      {...rest}
      title={measured.whatThisShows()}
      aside={lastStep && measured.lastStep({ step: lastStep })}
    >
      <div className="inspection-reading rows">
        {readings.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </LowerCards>
  );
}

interface LowerCardsProps {
  readonly live: LiveState;
  readonly title: string;
  /** Text beside the title; `null` leaves its line empty. */
  readonly aside: string | null;
  readonly children: ReactNode;
  readonly figures: readonly LiveNumberProps[];
}

/** The part below a chart: a wide card, then numbers, the last of which is the bytes written. */
export function LowerCards({ live, title, aside, children, figures }: LowerCardsProps) {
  return (
    <section className="inspection-lower">
      <div className="card inspection-strip">
        <h2>
          {title}
          <span className="quiet inspection-strip-mode">{aside ?? "\u00a0"}</span>
        </h2>
        {children}
      </div>
      <dl className="inspection-numbers">
        {figures.map((figure) => (
          <LiveNumber key={figure.name} {...figure} />
        ))}
        <LiveNumber
          name={measured.writtenSoFar()}
          value={formatBytes(live.bytesWritten)}
          note={measured.deletedAtEnd()}
        />
      </dl>
    </section>
  );
}

interface LiveNumberProps {
  readonly name: string;
  /** The number as text; `null` while it is not known. */
  readonly value: string | null;
  readonly note?: string;
}

export function known<T>(value: T | null | undefined, words: (value: T) => string): string | null {
  return value == null ? null : words(value);
}

function LiveNumber({ name, value, note }: LiveNumberProps) {
  return (
    <div className="card inspection-number">
      <dt className="small quiet">{name}</dt>
      <dd className="figure">
        {value ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="hidden-visually">{measured.notKnownYet()}</span>
          </>
        )}
      </dd>
      {note === undefined ? null : <dd className="small quiet">{note}</dd>}
    </div>
  );
}

export function speedOf(bytes: number, elapsedNs: number | null): string | null {
  return elapsedNs === null || elapsedNs === 0
    ? null
    : formatBytesPerSecond((bytes * 1e9) / elapsedNs);
}
