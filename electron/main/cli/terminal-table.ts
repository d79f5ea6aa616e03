import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatCount,
  formatDuration,
  formatRate,
  formatRatio,
} from "../../analysis/format";
import { buffersDirectWrites } from "../../analysis/workloads/buffer-sweep/buffered-direct";
import { hidesFlushes } from "../../analysis/workloads/flush-modes/results";
import { assertNever } from "../../contract/drive-error";
import type { LiveState } from "../../contract/live-state";
import type { Report } from "../../contract/report";
import type { WorkloadId } from "../../contract/workloads";
import type { BufferSweep } from "../../contract/workloads/buffer-sweep";
import type { ChunkedMode } from "../../contract/workloads/chunked-writes";
import type { CommitResult } from "../../contract/workloads/commits";
import type { FlushModeResult, LiveMode } from "../../contract/workloads/flush-modes";
import type { SyncInterval } from "../../contract/workloads/sync-interval";
import { plugTables } from "../export/plug-table";

/** The live view and the result as text for a terminal. Pure. */

const barWidth = 24;

/** The lines of the live table; each at most 100 columns wide. */
export function liveTable(state: LiveState): string[] {
  const percent = `${Math.floor(state.progress * 100)} %`;
  const left =
    state.phase === "finished" ? "" : `, about ${formatDuration(state.remainingNs)} left`;
  return [
    `${phaseWord(state)}  ${percent}${left}, ${formatBytes(state.bytesWritten)} written`,
    ...liveModes(state).map(liveRow),
  ];
}

type LiveRow = Pick<LiveMode, "mode" | "status" | "iops">;

/** The rewrites; while the file is made longer, the figures of that. */
function liveModes({ modes, appendModes, step }: LiveState): readonly LiveRow[] {
  if (step?.kind !== "flush-round" || step.layout !== "append") {
    return modes;
  }
  return modes.map(({ mode, status }) => {
    const iops = appendModes?.find((result) => result.mode === mode)?.iops ?? null;
    const isWorking = status !== "unavailable" && mode === step.mode;
    return { mode, iops, status: isWorking ? "running" : status };
  });
}

function liveRow(mode: LiveRow): string {
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
  if (state.currentWorkload === null || state.currentWorkload === "flush-modes") {
    return flushWords(state);
  }
  const step = Math.min(state.stepsDone + 1, state.stepsTotal);
  return `${testWords[state.currentWorkload]}, step ${step} of ${state.stepsTotal}`;
}

function flushWords({ plan, step, lastStep }: LiveState): string {
  const flush = plan.workloads["flush-modes"];
  const place = step ?? lastStep;
  const { layout, round } =
    place?.kind === "flush-round" ? place : ({ layout: "rewrite", round: 0 } as const);
  if (layout === "append" && flush.append !== null) {
    return `Making a file longer, round ${round + 1} of ${flush.append.rounds}`;
  }
  if (layout === "spaced" && flush.spaced !== null) {
    return `Saving now and then, round ${round + 1} of ${flush.spaced.rounds}`;
  }
  return `Measuring, round ${round + 1} of ${flush.rounds}`;
}

const testWords: Record<WorkloadId, string> = {
  "flush-modes": "Flush modes",
  "buffer-sweep": "Buffer sizes",
  "sync-interval": "Sync intervals",
  "chunked-writes": "Chunked writes",
  commits: "Database commits",
  "sustained-write": "Long write",
};

/** The result: headline, answers, then one row per mode. */
export function resultTable(report: Report): string[] {
  const { verdict } = report;
  return [
    verdict.headline,
    ...verdict.answers.map(
      ({ question, word, reason }) => `  ${titles[question]} ${word}. ${reason}`,
    ),
    ...flushTable("changing a file", report.flushModes),
    ...flushTable("making a file longer", report.appendModes ?? []),
    ...spacedTable(report),
    ...sweepTable("to memory", report.bufferSweep),
    ...sweepTable("direct", report.bufferSweepDirect),
    ...streamTable(report),
    ...ladderTables(report),
    ...chunkedTable(report),
    ...commitTable(report),
    ...sustainedTable(report),
    ...plugTables(report),
    "",
    ...(buffersDirectWrites(report)
      ? [
          "Note: Direct writes (o_direct and the sizes “direct”) are buffered by btrfs on this kernel.",
        ]
      : []),
    ...report.warnings.map(({ message }) => `Note: ${message}`),
    ...(report.bytesWritten === null
      ? []
      : [`${formatBytes(report.bytesWritten)} written in all.`]),
  ];
}

const titles: Record<Report["verdict"]["answers"][number]["question"], string> = {
  "saved-means-saved": 'Does "saved" mean saved?',
  "safe-speed": "How fast when it must be safe?",
  "plain-speed": "How fast otherwise?",
  honesty: "Does the drive tell the truth?",
};

const columns = `${"per second".padStart(12)}${"typical".padStart(10)}${"1 in 100".padStart(10)}${"flushes/op".padStart(12)}  survives`;

function flushTable(title: string, results: readonly FlushModeResult[]): string[] {
  return results.length > 0
    ? [
        "",
        `${title.padEnd(27)}${columns}`,
        ...results.map(row),
        ...(results.some(hidesFlushes) ? [hiddenFlushes] : []),
      ]
    : [];
}

const hiddenFlushes =
  "(not counted: Linux may store each write by itself, by force-unit-access, in place of a flush)";

function row(result: FlushModeResult): string {
  const name = result.mode.padEnd(27);
  if (result.iops === null) {
    return `${name}${result.status}: ${result.reason ?? "no reason known"}`;
  }
  return [
    name,
    formatRate(result.iops).padStart(12),
    time(result.latencyNs?.p50 ?? null).padStart(10),
    time(result.latencyNs?.p99 ?? null).padStart(10),
    flushesCell(result).padStart(12),
    `  ${survives[result.guarantee]}`,
  ].join("");
}

function flushesCell(result: Pick<FlushModeResult, "mode" | "deviceFlushesPerSync">): string {
  if (hidesFlushes(result)) {
    return "not counted";
  }
  return result.deviceFlushesPerSync?.toFixed(2) ?? "not known";
}

const survives: Record<FlushModeResult["guarantee"], string> = {
  none: "a crash of the program only",
  "os-crash": "a crash of the system",
  "power-loss": "a power cut",
  unknown: "not known",
};

/** The columns of the other ways of saving, without a rate. */
function spacedTable({ spacedSaves }: Report): string[] {
  if (spacedSaves === null) {
    return [];
  }
  const { mode, idleNs, latencyNs } = spacedSaves;
  const name = `after a rest of ${formatDuration(idleNs)}`;
  return [
    "",
    `${name.padEnd(27)}${"".padStart(12)}${"typical".padStart(10)}${"1 in 100".padStart(10)}${"flushes/op".padStart(12)}`,
    [
      mode.padEnd(27),
      "".padStart(12),
      time(latencyNs.p50).padStart(10),
      time(latencyNs.p99).padStart(10),
      flushesCell(spacedSaves).padStart(12),
    ].join(""),
  ];
}

function streamTable({ stream }: Report): string[] {
  return stream === null
    ? []
    : [
        "",
        `Stream of ${formatBytes(stream.bytes)}, ${stream.unbuffered ? "direct" : "through memory"}, until its last flush: ${formatBytesPerSecond(stream.bytesPerSecond)}`,
      ];
}

/** `pace` names the rate that the writing program itself sees. */
function sweepTable(pace: string, sweep: BufferSweep | null): string[] {
  if (sweep === null) {
    return [];
  }
  const { points, skipped, kneeBufferBytes: knee } = sweep;
  return [
    "",
    `${"write size".padEnd(12)}${pace.padStart(14)}${"with the flush".padStart(16)}${"processor".padStart(12)}`,
    ...skipped.map(
      ({ bufferBytes, reason }) =>
        `${formatBlockBytes(bufferBytes).padEnd(12)}unavailable: ${reason}`,
    ),
    ...points.map(
      (point) =>
        `${formatBlockBytes(point.bufferBytes).padEnd(12)}${formatBytesPerSecond(point.bytesPerSecond).padStart(14)}${formatBytesPerSecond(point.settledBytesPerSecond).padStart(16)}${`${Math.round(point.cpuShare * 100)} %`.padStart(12)}${point.bufferBytes === knee ? "  knee" : ""}`,
    ),
  ];
}

function ladderTables({ syncInterval, syncIntervalOtherModes }: Report): string[] {
  return [...(syncInterval ? [syncInterval] : []), ...syncIntervalOtherModes].flatMap(ladderTable);
}

function ladderTable(ladder: SyncInterval): string[] {
  const title = `${formatBytes(ladder.totalBytes)} with ${ladder.flushMode}`.padEnd(27);
  if (ladder.reason !== null) {
    return ["", `${title}unavailable: ${ladder.reason}`];
  }
  return [
    "",
    `${title}${"time".padStart(12)}`,
    ...ladder.strategies.map((result) => {
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
      const ratio = ratioWords(result);
      return `${result.mode.padEnd(27)}${time(result.elapsedNs).padStart(12)}${ratio}${result.extrapolated ? "  extrapolated" : ""}`;
    }),
  ];
}

/** "4.0 times", or the times of all passes where these disagree on it. */
function ratioWords({ ratioToFastest, passes }: ChunkedMode): string {
  if (ratioToFastest !== null) {
    return `  ${formatRatio(ratioToFastest)}`;
  }
  const times = passes.map(({ elapsedNs }) => formatDuration(elapsedNs));
  return times.length > 1 ? `  passes: ${times.join(", ")}` : "";
}

function sustainedTable({ sustained }: Report): string[] {
  if (sustained === null) {
    return [];
  }
  const { reason, bytes, bytesPerSecond, cliff } = sustained;
  if (bytesPerSecond === null) {
    return ["", `Long write: unavailable: ${reason ?? "no reason known"}`];
  }
  return [
    "",
    `Long write of ${formatBytes(bytes)}: ${formatBytesPerSecond(bytesPerSecond)}`,
    cliff
      ? `  ${formatBytesPerSecond(cliff.fastBytesPerSecond)} for the first ${formatBytes(cliff.afterBytes)}, then ${formatBytesPerSecond(cliff.slowBytesPerSecond)}`
      : "  without a lasting fall",
  ];
}

const commitHeader = `${"records a second".padEnd(24)}${"at a time".padStart(10)}${"safe".padStart(10)}${"typical".padStart(10)}${"1 in 100".padStart(10)}${"flushes".padStart(10)}${"fast".padStart(10)}${"ratio".padStart(8)}`;

/** One row per database and batch: its safe setting, then its fast one. */
function commitTable({ commits }: Report): string[] {
  return commits === null ? [] : ["", commitHeader, ...commits.map(commitRow)];
}

function commitRow(result: CommitResult): string {
  const { engine, variant, durable, relaxed, ratio } = result;
  const name = `${engine} ${variant}`.padEnd(24);
  const batch = formatCount(result.recordsPerTransaction).padStart(10);
  if (result.status !== "measured") {
    return `${name}${batch}  ${result.status}: ${result.reason ?? "no reason known"}`;
  }
  const flushes = durable?.deviceFlushesPerCommit ?? null;
  return [
    name,
    batch,
    (durable === null ? "–" : formatRate(durable.operationsPerSecond)).padStart(10),
    time(durable?.commitLatencyNs.p50 ?? null).padStart(10),
    time(durable?.commitLatencyNs.p99 ?? null).padStart(10),
    (flushes === null ? "not known" : flushes.toFixed(2)).padStart(10),
    (relaxed === null ? "–" : formatRate(relaxed.operationsPerSecond)).padStart(10),
    (ratio === null ? "–" : formatRate(ratio)).padStart(8),
  ].join("");
}

function time(ns: number | null): string {
  return ns === null ? "–" : formatDuration(ns);
}
