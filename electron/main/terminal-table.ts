import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatRate,
  formatRatio,
} from "../analysis/format";
import { assertNever } from "../contract/drive-error";
import type { LiveMode, LiveState } from "../contract/live-state";
import type { FlushModeResult, Report } from "../contract/report";
import type { TestName } from "../contract/run-plan";

/** The live view and the result as text for a terminal. Pure. */

const barWidth = 24;

/** The lines of the live table; each at most 100 columns wide. */
export function liveTable(state: LiveState): string[] {
  const percent = `${Math.floor(state.progress * 100)} %`;
  const left =
    state.phase === "finished" ? "" : `, about ${formatDuration(state.remainingNs)} left`;
  return [
    `${phaseWord(state)}  ${percent}${left}, ${formatBytes(state.bytesWritten)} written`,
    ...state.modes.map(liveRow),
  ];
}

function liveRow(mode: LiveMode): string {
  const name = mode.mode.padEnd(27);
  if (mode.status === "unavailable" || mode.status === "failed") {
    return `  ${name}${(mode.status === "failed" ? "failed" : "not available").padStart(14)}`;
  }
  const rate = mode.iops === null ? "–" : `${formatRate(mode.iops)} /s`;
  const bar = mode.iops === null ? "" : "▆".repeat(barLength(mode.iops));
  return `${mode.status === "running" ? "▸" : " "} ${name}${rate.padStart(14)}  ${bar}`;
}

/** Four columns for every power of ten: the axis is logarithmic as in the window. */
function barLength(iops: number): number {
  return Math.max(1, Math.min(barWidth, Math.round(Math.log10(Math.max(1, iops)) * 4)));
}

function phaseWord(state: LiveState): string {
  switch (state.phase) {
    case "preparing":
      return "Preparing the test file";
    case "measuring":
      return measuringWords(state);
    case "draining":
      return "Bringing the last writes to the drive";
    case "verifying":
      return "Reading everything back";
    case "stopping":
      return "Stopping";
    case "finished":
      return "Finished";
    default:
      return assertNever(state.phase);
  }
}

/** What is measured now, in a few words; also the line for output that is no terminal. */
export function measuringWords(state: LiveState): string {
  if (state.currentTest === null || state.currentTest === "flush") {
    return `Measuring, round ${state.round + 1} of ${state.plan.flush.rounds}`;
  }
  const step = Math.min(state.stepsDone + 1, state.stepsTotal);
  return `${testWords[state.currentTest]}, step ${step} of ${state.stepsTotal}`;
}

const testWords: Record<TestName, string> = {
  flush: "Flush modes",
  buffer: "Buffer sizes",
  interval: "Sync intervals",
  chunked: "Chunked writes",
};

/** The result: headline, answers, then one row per mode. */
export function resultTable(report: Report): string[] {
  const { verdict } = report;
  const table = report.flushModes.length > 0 ? ["", header, ...report.flushModes.map(row)] : [];
  return [
    verdict.headline,
    ...verdict.answers.map(
      ({ question, word, reason }) => `  ${titles[question]} ${word}. ${reason}`,
    ),
    ...table,
    ...bufferTable(report),
    ...intervalTable(report),
    ...chunkedTable(report),
    "",
    ...report.warnings.map(({ message }) => `Note: ${message}`),
    `${formatBytes(report.bytesWritten)} written in all.`,
  ];
}

const titles: Record<Report["verdict"]["answers"][number]["question"], string> = {
  "saved-means-saved": 'Does "saved" mean saved?',
  "safe-speed": "How fast when it must be safe?",
  "plain-speed": "How fast otherwise?",
  honesty: "Does the drive tell the truth?",
};

const header = `${"mode".padEnd(27)}${"per second".padStart(12)}${"typical".padStart(10)}${"1 in 100".padStart(10)}${"flushes/op".padStart(12)}  survives`;

function row(result: FlushModeResult): string {
  const name = result.mode.padEnd(27);
  if (result.iops === null) {
    return `${name}${result.status}: ${result.reason ?? "no reason known"}`;
  }
  const flushes = result.deviceFlushesPerSync;
  return [
    name,
    formatRate(result.iops).padStart(12),
    time(result.latencyNs?.p50 ?? null).padStart(10),
    time(result.latencyNs?.p99 ?? null).padStart(10),
    (flushes === null ? "not known" : flushes.toFixed(2)).padStart(12),
    `  ${survives[result.guarantee]}`,
  ].join("");
}

const survives: Record<FlushModeResult["guarantee"], string> = {
  none: "a crash of the program only",
  "os-crash": "a crash of the system",
  "power-loss": "a power cut",
  unknown: "not known",
};

function bufferTable({ bufferSweep }: Report): string[] {
  if (bufferSweep === null) {
    return [];
  }
  const knee = bufferSweep.kneeBufferBytes;
  return [
    "",
    `${"write size".padEnd(12)}${"to memory".padStart(14)}${"to the drive".padStart(14)}${"processor".padStart(12)}`,
    ...bufferSweep.points.map(
      (point) =>
        `${formatBlockBytes(point.bufferBytes).padEnd(12)}${formatBytesPerSecond(point.bytesPerSecond).padStart(14)}${formatBytesPerSecond(point.settledBytesPerSecond).padStart(14)}${`${Math.round(point.cpuShare * 100)} %`.padStart(12)}${point.bufferBytes === knee ? "  knee" : ""}`,
    ),
  ];
}

function intervalTable({ syncInterval }: Report): string[] {
  if (syncInterval === null) {
    return [];
  }
  return [
    "",
    `${`${formatBytes(syncInterval.totalBytes)} with ${syncInterval.flushMode}`.padEnd(27)}${"time".padStart(12)}`,
    ...syncInterval.strategies.map((result) => {
      const every =
        result.intervalBytes === null ? "" : ` ${formatBlockBytes(result.intervalBytes)}`;
      const mark = result.extrapolated ? "  extrapolated" : "";
      return `${`${result.strategy}${every}`.padEnd(27)}${time(result.p50Ns).padStart(12)}${mark}`;
    }),
  ];
}

function chunkedTable({ chunked }: Report): string[] {
  if (chunked === null) {
    return [];
  }
  return [
    "",
    `${`${formatBytes(chunked.totalBytes)} in ${formatBlockBytes(chunked.chunkBytes)}`.padEnd(27)}${"time".padStart(12)}`,
    ...chunked.modes.map((result) => {
      if (result.elapsedNs === null) {
        return `${result.mode.padEnd(27)}${result.status}: ${result.reason ?? "no reason known"}`;
      }
      const ratio = result.ratioToFastest === null ? "" : `  ${formatRatio(result.ratioToFastest)}`;
      return `${result.mode.padEnd(27)}${time(result.elapsedNs).padStart(12)}${ratio}${result.extrapolated ? "  extrapolated" : ""}`;
    }),
  ];
}

function time(ns: number | null): string {
  return ns === null ? "–" : formatDuration(ns);
}
