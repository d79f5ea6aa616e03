import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
} from "../../../../electron/analysis/format";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { TestName } from "../../../../electron/contract/run-plan";
import { ratioWords } from "../../charts/chunked-chart";
import { measuredStrategy, plannedStrategies } from "../../charts/strategies";
import { strategyLabel } from "../../words";
import { liveChunkedRows } from "../chunked-rows";
import { LiveNumber } from "./live-number";
import { lastItem } from "./steps";

type StepTest = Exclude<TestName, "flush">;

interface LowerStepsProps {
  readonly live: LiveState;
  readonly test: StepTest;
  readonly os: OperatingSystem;
}

/** How to read the chart while it grows. */
const readings: Readonly<Record<StepTest, readonly string[]>> = {
  buffer: [
    "Each step hands the system larger pieces. Where the curves go flat, larger pieces gain nothing.",
    "Where the grey ground is high, the processor is the limit; where it is low, the drive is.",
  ],
  interval: [
    "The same amount is written in every step. The oftener a program asks for a confirmation, the longer it takes, and the less is lost when the power goes.",
  ],
  chunked: [
    "The same file is written in every way of saving the system has. How far the bars differ is what a confirmation costs.",
  ],
};

/** Under the chart of a test that goes step by step: how to read it, and the last step's figures. */
export function LowerSteps({ live, test, os }: LowerStepsProps) {
  const { name, figures } = lastStep(live, test, os);
  return (
    <section className="inspection-lower">
      <div className="card inspection-strip">
        <h2>
          What this shows
          <span className="quiet inspection-strip-mode">
            {name === null ? "\u00a0" : `Last step: ${name}`}
          </span>
        </h2>
        <div className="inspection-reading">
          {readings[test].map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </div>
      <dl className="inspection-numbers">
        {figures.map(({ title, value }) => (
          <LiveNumber key={title} name={title} value={value} />
        ))}
        <LiveNumber name="Written so far" value={formatBytes(live.bytesWritten)} />
      </dl>
    </section>
  );
}

interface LastStep {
  /** The size, strategy or mode of the step; `null` before the first. */
  readonly name: string | null;
  readonly figures: readonly { readonly title: string; readonly value: string | null }[];
}

function lastStep(live: LiveState, test: StepTest, os: OperatingSystem): LastStep {
  switch (test) {
    case "buffer":
      return lastSize(live);
    case "interval":
      return lastStrategy(live);
    case "chunked":
      return lastMode(live, os);
  }
}

function lastSize(live: LiveState): LastStep {
  const { bufferBytes } = live.plan.buffer;
  const last = bufferBytes[lastItem(live, bufferBytes.length) ?? -1];
  const point = live.bufferSweep?.points.find((candidate) => candidate.bufferBytes === last);
  return {
    name: last === undefined ? null : formatBlockBytes(last),
    figures: [
      { title: "Into memory", value: point ? formatBytesPerSecond(point.bytesPerSecond) : null },
      {
        title: "Until it is on the drive",
        value: point ? formatBytesPerSecond(point.settledBytesPerSecond) : null,
      },
    ],
  };
}

function lastStrategy(live: LiveState): LastStep {
  const planned = plannedStrategies(live.plan.interval);
  const last = planned[lastItem(live, planned.length) ?? -1];
  const measured = last === undefined ? null : measuredStrategy(live.syncInterval, last);
  const elapsedNs = measured?.p50Ns ?? null;
  return {
    name: last === undefined ? null : strategyLabel(last.strategy, last.intervalBytes),
    figures: [
      {
        title: measured?.extrapolated ? "Time (extrapolated)" : "Time",
        value: elapsedNs === null ? null : formatDuration(elapsedNs),
      },
      { title: "Speed", value: speedOf(live.plan.interval.totalBytes, elapsedNs) },
    ],
  };
}

function lastMode(live: LiveState, os: OperatingSystem): LastStep {
  const rows = liveChunkedRows(live, os);
  const measured = rows.filter(({ result }) => result?.elapsedNs != null);
  const last = measured[measured.length - 1];
  const result = last?.result ?? null;
  const elapsedNs = result?.elapsedNs ?? null;
  return {
    name: last?.label ?? null,
    figures: [
      { title: "Speed", value: speedOf(live.plan.chunked.totalBytes, elapsedNs) },
      { title: "Against the quickest", value: ratioWords(result?.ratioToFastest ?? null) },
    ],
  };
}

function speedOf(bytes: number, elapsedNs: number | null): string | null {
  return elapsedNs === null || elapsedNs === 0
    ? null
    : formatBytesPerSecond((bytes * 1e9) / elapsedNs);
}
