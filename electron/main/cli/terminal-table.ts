import { buffersDirectWrites } from "../../analysis/workloads/buffer-sweep/buffered-direct";
import { sweepOf } from "../../analysis/workloads/buffer-sweep/results";
import { hidesFlushes } from "../../analysis/workloads/flush-modes/results";
import type { LiveState } from "../../contract/live-state";
import type { Report } from "../../contract/report";
import type { BufferSweep } from "../../contract/workloads/buffer-sweep";
import type { ChunkedMode } from "../../contract/workloads/chunked-writes";
import type { CommitResult } from "../../contract/workloads/commits";
import type { FlushModeResult, LiveMode } from "../../contract/workloads/flush-modes";
import type { SyncInterval } from "../../contract/workloads/sync-interval";
import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatCount,
  formatDuration,
  formatFixed,
  formatList,
  formatRate,
  formatRatio,
} from "../../text/format";
import { phases, questions, survives, terminal } from "../../text/terminal";
import { homeOf } from "../../text/workloads";
import { bufferSweepText } from "../../text/workloads/buffer-sweep";
import { chunkedWritesText } from "../../text/workloads/chunked-writes";
import { commitsText } from "../../text/workloads/commits";
import { flushModesText } from "../../text/workloads/flush-modes";
import { sustainedWriteText } from "../../text/workloads/sustained-write";
import { syncIntervalText } from "../../text/workloads/sync-interval";
import { powerCutTables } from "./power-cut-table";
import { type TableRow, tableLines } from "./table-lines";

/** The live view and the result as text for a terminal. Pure. */

const barWidth = 24;

/** The lines of the live table; each at most 100 columns wide in English. */
export function liveTable(state: LiveState): string[] {
  const about = {
    phase: phaseWord(state),
    percent: terminal.percent({ figure: formatCount(Math.floor(state.progress * 100)) }),
    written: formatBytes(state.bytesWritten),
  };
  return [
    state.phase === "finished"
      ? terminal.progress(about)
      : terminal.progressAndTime({ ...about, left: formatDuration(state.remainingNs) }),
    ...tableLines([2 + nameWidth, 14], liveModes(state).map(liveRow)),
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

function liveRow({ mode, status, iops }: LiveRow): TableRow {
  if (status === "unavailable" || status === "failed") {
    const word = status === "failed" ? terminal.hasFailed() : terminal.notAvailable();
    return { cells: [`  ${mode}`, word] };
  }
  return {
    cells: [
      `${status === "running" ? "▸" : " "} ${mode}`,
      iops === null ? "–" : terminal.rate({ rate: formatRate(iops) }),
    ],
    rest: `  ${iops === null ? "" : "▆".repeat(barLength(iops))}`,
  };
}

/** Four columns for every power of ten: the axis is logarithmic as in the window. */
function barLength(iops: number): number {
  return Math.max(1, Math.min(barWidth, Math.round(Math.log10(Math.max(1, iops)) * 4)));
}

/** What happens now, in a few words; also the line for output that is no terminal. */
export function phaseWord(state: LiveState): string {
  return state.phase === "measuring" ? measuringWords(state) : phases[state.phase]();
}

/** What is measured now, in a few words. */
export function measuringWords(state: LiveState): string {
  const workload = state.currentWorkload ?? state.plan.tests[0];
  return workload === undefined ? "" : homeOf(workload).progress(state);
}

/** The result: headline, answers, then one row per mode. */
export function resultTable(report: Report): string[] {
  const { verdict } = report;
  return [
    verdict.headline,
    ...verdict.answers.map(
      ({ question, word, reason }) =>
        `  ${terminal.answer({ question: questions[question](), word, reason })}`,
    ),
    ...flushTable(flushModesText.changing(), report.flushModes),
    ...flushTable(flushModesText.growing(), report.appendModes ?? []),
    ...spacedTable(report),
    ...sweepTable(bufferSweepText.toMemory(), sweepOf(report, false)),
    ...sweepTable(bufferSweepText.direct(), sweepOf(report, true)),
    ...streamTable(report),
    ...ladderTables(report),
    ...chunkedTable(report),
    ...commitTable(report),
    ...sustainedTable(report),
    ...powerCutTables(report),
    "",
    ...(buffersDirectWrites(report)
      ? [terminal.bufferedDirectWrites({ mode: "o_direct", fileSystem: "btrfs" })]
      : []),
    ...report.warnings.map(({ message }) => terminal.note({ message })),
    ...(report.bytesWritten === null
      ? []
      : [terminal.writtenInAll({ bytes: formatBytes(report.bytesWritten) })]),
  ];
}

const nameWidth = 27;
const flushWidths = [nameWidth, 12, 10, 10, 12];

function flushHead(title: string, perSecond: string): string[] {
  return [
    title,
    perSecond,
    terminal.typical(),
    terminal.oneInHundred(),
    terminal.flushesPerOperation(),
  ];
}

function flushTable(title: string, results: readonly FlushModeResult[]): string[] {
  return results.length > 0
    ? [
        "",
        ...tableLines(flushWidths, [
          { cells: flushHead(title, terminal.perSecond()), rest: `  ${terminal.survives()}` },
          ...results.map(flushRow),
        ]),
        ...(results.some(hidesFlushes) ? [flushModesText.hiddenFlushes()] : []),
      ]
    : [];
}

function flushRow(result: FlushModeResult): TableRow {
  const { mode, iops, latencyNs, guarantee } = result;
  if (iops === null) {
    return { cells: [mode], rest: notMeasured(result) };
  }
  return {
    cells: [
      mode,
      formatRate(iops),
      time(latencyNs?.p50 ?? null),
      time(latencyNs?.p99 ?? null),
      flushesCell(result),
    ],
    rest: `  ${survives[guarantee]()}`,
  };
}

function notMeasured({ status, reason }: Pick<FlushModeResult, "status" | "reason">): string {
  const known = { reason: reason ?? terminal.noReason() };
  return status === "failed" ? terminal.failed(known) : terminal.unavailable(known);
}

function flushesCell(result: Pick<FlushModeResult, "mode" | "deviceFlushesPerSync">): string {
  if (hidesFlushes(result)) {
    return terminal.notCounted();
  }
  return hundredths(result.deviceFlushesPerSync);
}

/** The columns of the other ways of saving, without a rate. */
function spacedTable({ spacedSaves }: Report): string[] {
  if (spacedSaves === null) {
    return [];
  }
  const { mode, idleNs, latencyNs } = spacedSaves;
  return [
    "",
    ...tableLines(flushWidths, [
      { cells: flushHead(flushModesText.afterRest({ rest: formatDuration(idleNs) }), "") },
      { cells: [mode, "", time(latencyNs.p50), time(latencyNs.p99), flushesCell(spacedSaves)] },
    ]),
  ];
}

function streamTable({ stream }: Report): string[] {
  if (stream === null) {
    return [];
  }
  const text = stream.unbuffered
    ? bufferSweepText.streamDirect
    : bufferSweepText.streamThroughMemory;
  const [bytes, rate] = [formatBytes(stream.bytes), formatBytesPerSecond(stream.bytesPerSecond)];
  return ["", text({ bytes, rate })];
}

/** `pace` names the rate that the writing program itself sees. */
function sweepTable(pace: string, sweep: BufferSweep | null): string[] {
  if (sweep === null) {
    return [];
  }
  const { points, skipped, kneeBufferBytes: knee } = sweep;
  const head = [
    bufferSweepText.writeSize(),
    pace,
    bufferSweepText.withFlush(),
    bufferSweepText.processor(),
  ];
  return [
    "",
    ...tableLines(
      [12, 14, 16, 12],
      [
        { cells: head },
        ...skipped.map(({ bufferBytes, reason }) => ({
          cells: [formatBlockBytes(bufferBytes)],
          rest: terminal.unavailable({ reason }),
        })),
        ...points.map((point) => ({
          cells: [
            formatBlockBytes(point.bufferBytes),
            formatBytesPerSecond(point.bytesPerSecond),
            formatBytesPerSecond(point.settledBytesPerSecond),
            terminal.percent({ figure: formatCount(Math.round(point.cpuShare * 100)) }),
          ],
          rest: point.bufferBytes === knee ? `  ${bufferSweepText.knee()}` : "",
        })),
      ],
    ),
  ];
}

function ladderTables({ syncIntervals }: Report): string[] {
  return syncIntervals.flatMap(ladderTable);
}

function ladderTable({ totalBytes, flushMode, reason, strategies }: SyncInterval): string[] {
  const title = syncIntervalText.title({ bytes: formatBytes(totalBytes), mode: flushMode });
  return [
    "",
    ...tableLines(
      [nameWidth, 12],
      reason === null
        ? [
            { cells: [title, terminal.time()] },
            ...strategies.map(({ strategy, intervalBytes, p50Ns, extrapolated }) => {
              const bytes = intervalBytes === null ? "" : formatBlockBytes(intervalBytes);
              const name = syncIntervalText.strategy({ strategy, bytes });
              return { cells: [name, time(p50Ns)], rest: extrapolatedMark(extrapolated) };
            }),
          ]
        : [{ cells: [title], rest: terminal.unavailable({ reason }) }],
    ),
  ];
}

function chunkedTable({ chunked }: Report): string[] {
  if (chunked === null) {
    return [];
  }
  const title = chunkedWritesText.title({
    total: formatBytes(chunked.totalBytes),
    chunk: formatBlockBytes(chunked.chunkBytes),
  });
  return [
    "",
    ...tableLines(
      [nameWidth, 12],
      [{ cells: [title, terminal.time()] }, ...chunked.modes.map(chunkedRow)],
    ),
  ];
}

function chunkedRow(result: ChunkedMode): TableRow {
  if (result.elapsedNs === null) {
    return { cells: [result.mode], rest: notMeasured(result) };
  }
  return {
    cells: [result.mode, time(result.elapsedNs)],
    rest: `${ratioWords(result)}${extrapolatedMark(result.extrapolated)}`,
  };
}

/** "4.0 times", or the times of all passes where these disagree on it. */
function ratioWords({ ratioToFastest, passes }: ChunkedMode): string {
  if (ratioToFastest !== null) {
    return `  ${formatRatio(ratioToFastest)}`;
  }
  const times = passes.map(({ elapsedNs }) => formatDuration(elapsedNs));
  return times.length > 1 ? `  ${chunkedWritesText.passes({ times: formatList(times) })}` : "";
}

function sustainedTable({ sustained }: Report): string[] {
  if (sustained === null) {
    return [];
  }
  const { reason, bytes, bytesPerSecond, cliff } = sustained;
  if (bytesPerSecond === null) {
    return ["", sustainedWriteText.unavailable({ reason: reason ?? terminal.noReason() })];
  }
  const after = cliff
    ? sustainedWriteText.cliff({
        fastRate: formatBytesPerSecond(cliff.fastBytesPerSecond),
        bytes: formatBytes(cliff.afterBytes),
        slowRate: formatBytesPerSecond(cliff.slowBytesPerSecond),
      })
    : sustainedWriteText.noCliff();
  return [
    "",
    sustainedWriteText.rate({
      bytes: formatBytes(bytes),
      rate: formatBytesPerSecond(bytesPerSecond),
    }),
    `  ${after}`,
  ];
}

/** One row per database and batch: its safe setting, then its fast one. */
function commitTable({ commits }: Report): string[] {
  if (commits === null) {
    return [];
  }
  const head = [
    commitsText.recordsPerSecond(),
    commitsText.atATime(),
    commitsText.safe(),
    terminal.typical(),
    terminal.oneInHundred(),
    commitsText.flushes(),
    commitsText.fast(),
    commitsText.ratio(),
  ];
  return [
    "",
    ...tableLines([24, 10, 10, 10, 10, 10, 10, 8], [{ cells: head }, ...commits.map(commitRow)]),
  ];
}

function commitRow(result: CommitResult): TableRow {
  const { engine, variant, durable, relaxed, ratio } = result;
  const about = [`${engine} ${variant}`, formatCount(result.recordsPerTransaction)];
  if (result.status !== "measured") {
    return { cells: about, rest: `  ${notMeasured(result)}` };
  }
  return {
    cells: [
      ...about,
      durable === null ? "–" : formatRate(durable.operationsPerSecond),
      time(durable?.commitLatencyNs.p50 ?? null),
      time(durable?.commitLatencyNs.p99 ?? null),
      hundredths(durable?.deviceFlushesPerCommit ?? null),
      relaxed === null ? "–" : formatRate(relaxed.operationsPerSecond),
      ratio === null ? "–" : formatRate(ratio),
    ],
  };
}

function hundredths(flushes: number | null): string {
  return flushes === null ? terminal.notKnown() : formatFixed(flushes, 2);
}

function extrapolatedMark(extrapolated: boolean): string {
  return extrapolated ? `  ${terminal.extrapolated()}` : "";
}

function time(ns: number | null): string {
  return ns === null ? "–" : formatDuration(ns);
}
