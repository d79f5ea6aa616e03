import type { LiveState } from "#contract/live-state";
import { formatBytes, formatBytesPerSecond } from "#text/format";
import { measured } from "#text/measured";

interface LowerStepsProps {
  readonly live: LiveState;
  /** How to read the chart while it grows. */
  readonly readings: readonly string[];
  /** The size, strategy or mode of the last step; `null` before the first. */
  readonly lastStep: string | null;
  readonly figures: readonly LiveNumberProps[];
}

/** Below the chart of a workload of steps: how to read it, and the last step's figures. */
export function LowerSteps({ live, readings, lastStep, figures }: LowerStepsProps) {
  return (
    <section className="inspection-lower">
      <div className="card inspection-strip">
        <h2>
          {measured.whatThisShows()}
          <span className="quiet inspection-strip-mode">
            {lastStep === null ? "\u00a0" : measured.lastStep({ step: lastStep })}
          </span>
        </h2>
        <div className="inspection-reading">
          {readings.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </div>
      <dl className="inspection-numbers">
        {figures.map((figure) => (
          <LiveNumber key={figure.name} {...figure} />
        ))}
        <LiveNumber name={measured.writtenSoFar()} value={formatBytes(live.bytesWritten)} />
      </dl>
    </section>
  );
}

interface LiveNumberProps {
  readonly name: string;
  /** Text of the number; `null` while not known. */
  readonly value: string | null;
}

export function LiveNumber({ name, value }: LiveNumberProps) {
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
    </div>
  );
}

export function speedOf(bytes: number, elapsedNs: number | null): string | null {
  return elapsedNs === null || elapsedNs === 0
    ? null
    : formatBytesPerSecond((bytes * 1e9) / elapsedNs);
}
