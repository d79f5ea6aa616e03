import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatRate,
} from "../../../../electron/analysis/format";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { WorkloadId } from "../../../../electron/contract/workloads";
import { LiveNumber } from "../../features/inspection/live-number";
import { batchLabel, modeLabel, strategyLabel, variantLabel } from "../../words";
import { speedNames } from "../buffer-sweep/series";
import { ratioWords } from "../chunked-writes/chart";
import { speedSteps } from "../sustained-write/speed-steps";
import { liveLadders } from "../sync-interval/ladders";
import { measuredStrategy } from "../sync-interval/strategies";

type StepTest = Exclude<WorkloadId, "flush-modes">;

interface LowerStepsProps {
  readonly live: LiveState;
  readonly test: StepTest;
  readonly os: OperatingSystem;
}

/** How to read the chart while it grows. */
const readings: Readonly<Record<StepTest, readonly string[]>> = {
  "buffer-sweep": [
    "Each step hands the system larger pieces. Where the curves go flat, larger pieces gain nothing.",
    "Where the grey ground is high, the processor is the limit; where it is low, the drive is.",
  ],
  "sync-interval": [
    "The same amount is written in every step. The oftener a program asks for a confirmation, the longer it takes, and the less is lost when the power goes.",
  ],
  "chunked-writes": [
    "The same file is written in every way of saving the system has. How far the bars differ is what a confirmation costs.",
  ],
  commits: [
    "Real databases save the same records twice: once so that every batch is confirmed before the next, once without waiting. The gap between the two bars is what waiting costs.",
    "With more records in a batch there is less to wait for.",
  ],
  "sustained-write": [
    "Many drives take data into a small fast part first. Where the curve falls for good, that part is full, and what follows is the drive’s lasting speed.",
    "The writing ends by itself when the speed has fallen and settled, or at its limit.",
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
    case "buffer-sweep":
      return lastSize(live);
    case "sync-interval":
      return lastStrategy(live, os);
    case "chunked-writes":
      return lastMode(live, os);
    case "commits":
      return lastBatch(live);
    case "sustained-write":
      return longWrite(live);
  }
}

function lastSize(live: LiveState): LastStep {
  const last = live.lastStep?.kind === "buffer-step" ? live.lastStep : null;
  const isDirect = last?.direct === true;
  const sweep = isDirect ? live.bufferSweepDirect : live.bufferSweep;
  const point = sweep?.points.find(({ bufferBytes }) => bufferBytes === last?.bufferBytes);
  const size = last === null ? null : formatBlockBytes(last.bufferBytes);
  return {
    name: size !== null && isDirect ? `${size}, ${speedNames.direct}` : size,
    figures: [
      {
        title: isDirect ? "Around memory" : "Into memory",
        value: point ? formatBytesPerSecond(point.bytesPerSecond) : null,
      },
      {
        title: "With the flush after it",
        value: point ? formatBytesPerSecond(point.settledBytesPerSecond) : null,
      },
    ],
  };
}

function lastStrategy(live: LiveState, os: OperatingSystem): LastStep {
  const interval = live.plan.workloads["sync-interval"];
  const last = live.lastStep?.kind === "interval-trial" ? live.lastStep : null;
  const ladders = liveLadders(live, os);
  const ladder = ladders.find(({ mode }) => mode === last?.mode) ?? null;
  const measured = last && measuredStrategy(ladder?.result ?? null, last);
  const elapsedNs = measured?.p50Ns ?? null;
  const label = last && strategyLabel(last.strategy, last.intervalBytes);
  return {
    name: label !== null && ladders.length > 1 && ladder ? `${label}: ${ladder.label}` : label,
    figures: [
      {
        title: measured?.extrapolated ? "Time (extrapolated)" : "Time",
        value: elapsedNs === null ? null : formatDuration(elapsedNs),
      },
      { title: "Speed", value: speedOf(interval.totalBytes, elapsedNs) },
    ],
  };
}

function lastBatch(live: LiveState): LastStep {
  const last = live.lastStep?.kind === "commit-run" ? live.lastStep : null;
  const result = live.commits?.find(
    (done) =>
      done.engine === last?.engine &&
      done.variant === last.variant &&
      done.recordsPerTransaction === last.recordsPerTransaction,
  );
  const rate = (side: "durable" | "relaxed") =>
    result?.[side] == null ? null : `${formatRate(result[side].operationsPerSecond)}\u00a0/s`;
  return {
    name:
      last === null
        ? null
        : `${variantLabel(last.engine, last.variant)}, ${batchLabel(last.recordsPerTransaction)}`,
    figures: [
      { title: "Records, confirmed", value: rate("durable") },
      { title: "Records, not waited for", value: rate("relaxed") },
    ],
  };
}

/** No steps: the speed of the last moments and how far the write is. */
function longWrite({ longWrite: marks, plan }: LiveState): LastStep {
  const last = marks[marks.length - 1];
  const steps = speedSteps(marks);
  const speed = steps[steps.length - 1]?.bytesPerSecond ?? null;
  return {
    name: null,
    figures: [
      { title: "Speed now", value: speed === null ? null : formatBytesPerSecond(speed) },
      {
        title: `In one go (at most ${formatBytes(plan.workloads["sustained-write"].maxBytes)})`,
        value: last === undefined ? null : formatBytes(last.bytes),
      },
    ],
  };
}

function lastMode(live: LiveState, os: OperatingSystem): LastStep {
  const last = live.lastStep?.kind === "chunked-mode" ? live.lastStep : null;
  const result = live.chunked?.modes.find(({ mode }) => mode === last?.mode) ?? null;
  const elapsedNs = result?.elapsedNs ?? null;
  return {
    name: last && modeLabel(last.mode, os),
    figures: [
      {
        title: "Speed",
        value: speedOf(live.plan.workloads["chunked-writes"].totalBytes, elapsedNs),
      },
      { title: "Against the quickest", value: ratioWords(result?.ratioToFastest ?? null) },
    ],
  };
}

function speedOf(bytes: number, elapsedNs: number | null): string | null {
  return elapsedNs === null || elapsedNs === 0
    ? null
    : formatBytesPerSecond((bytes * 1e9) / elapsedNs);
}
