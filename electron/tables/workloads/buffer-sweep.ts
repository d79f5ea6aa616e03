import { buffersDirectWrites } from "#analysis/buffered-direct";
import { sweepOf } from "#analysis/workloads/buffer-sweep/results";
import type { Report } from "#contract/report";
import type { BufferPoint, BufferSweep, Stream } from "#contract/workloads/buffer-sweep";
import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatPercent,
  formatRate,
} from "#text/format";
import { absenceWords, measured } from "#text/measured";
import { tableText } from "#text/tables";
import { name, speedNames, bufferSweepTable as text } from "#text/workloads/buffer-sweep";
import { type CsvRow, columnsIn } from "../csv";
import { type PublishedSeries, publishedColumn } from "../shared-columns";
import { type Column, figure, type Table, tableOf } from "../table";

/** The sweep through the page cache, the sweep that bypasses it, and the long write. */
export function tables(report: Report): Table[] {
  const { stream } = report;
  const direct = text.captionDirect({ direct: directName(report) });
  return [
    ...[sweepOf(report, false) ?? []].flat().map((sweep) => sweepTable(sweep)),
    ...[sweepOf(report, true) ?? []].flat().map((sweep) => sweepTable(sweep, direct)),
    ...(stream === null ? [] : [streamTable(stream)]),
  ];
}

/** The name of the direct writes' curve in a finished report. */
export function directName(report: Pick<Report, "host" | "volume">): string {
  return buffersDirectWrites(report) ? speedNames.bufferedDirect() : speedNames.direct();
}

type Step = Partial<BufferPoint> & {
  readonly bufferBytes: number;
  readonly reason?: string;
};

type Sweep = Pick<BufferSweep, "direct" | "points"> & Partial<BufferSweep>;

/** Published speeds by size. */
export interface PublishedSizes extends PublishedSeries {
  readonly points: readonly { readonly bufferBytes: number; readonly bytesPerSecond: number }[];
}

/**
 * One row per size: first the refused sizes, then the measured ones, then those with a published
 * speed only.
 */
export function sweepTable(
  sweep: Sweep,
  caption = name(),
  published: PublishedSizes | null = null,
): Table {
  const { systemCall, settleSystemCall, kneeBufferBytes } = sweep;
  const known = [...(sweep.skipped ?? []), ...sweep.points];
  const awaited = (published?.points ?? []).filter(
    (point) => !known.some((step) => isSameSize(step, point)),
  );
  const isKnee = ({ bufferBytes }: Step) => bufferBytes === kneeBufferBytes;
  return tableOf<Step>({
    caption,
    calls: [systemCall ?? [], settleSystemCall ?? []].flat(),
    look: "ladder",
    first: { terminal: text.sizeShort(), figures: text.size(), hidden: text.size() },
    widths: [12, 14, 16, 12],
    columns: [
      ...sweepColumns(sweep.direct),
      {
        heads: { terminal: "" },
        text: (step) => (isKnee(step) ? text.knee() : ""),
        isWords: true,
      },
      ...publishedColumn<Step>(
        published,
        formatBytesPerSecond,
        (step) => published?.points.find((point) => isSameSize(point, step))?.bytesPerSecond,
      ),
    ],
    of: [...known, ...awaited.map(({ bufferBytes }) => ({ bufferBytes }))],
    row: (step) => ({
      name: formatBlockBytes(step.bufferBytes),
      aside: isKnee(step) ? text.knee() : null,
      absence:
        step.reason !== undefined
          ? absenceWords("unavailable", step.reason)
          : step.bytesPerSecond === undefined
            ? measured.notMeasured()
            : null,
    }),
  });
}

const isSameSize = (a: Step, b: Step) => a.bufferBytes === b.bufferBytes;

function sweepColumns(isDirect: boolean): Column<Step>[] {
  const speed = isDirect ? text.whileWriting() : text.toMemory();
  return [
    figure(
      {
        terminal: isDirect ? text.directShort() : text.toMemoryShort(),
        figures: speed,
        hidden: speed,
      },
      formatBytesPerSecond,
      (of) => of.bytesPerSecond,
    ),
    figure(
      {
        terminal: text.withFlushShort(),
        figures: text.withFlush(),
        hidden: text.withFlushAfter(),
      },
      formatBytesPerSecond,
      (of) => of.settledBytesPerSecond,
    ),
    figure({ figures: text.calls() }, formatRate, (of) => of.systemCallsPerSecond),
    figure(
      {
        terminal: text.processorShort(),
        figures: text.processor(),
        hidden: text.processorTime(),
      },
      formatPercent,
      (of) => of.cpuShare,
    ),
    figure({ figures: text.user() }, formatDuration, (of) => of.cpuUserNs),
    figure({ figures: text.system() }, formatDuration, (of) => of.cpuSystemNs),
    figure({ figures: text.settling() }, formatDuration, (of) => of.settleNs),
    figure({ figures: tableText.written() }, formatBytes, (of) => of.bytes),
  ];
}

function streamTable(stream: Stream): Table {
  const sentence = stream.unbuffered ? text.streamDirect : text.streamThroughMemory;
  const bytes = formatBytes(stream.bytes);
  const rate = formatBytesPerSecond(stream.bytesPerSecond);
  return tableOf<Stream>({
    caption: text.captionStream(),
    calls: [stream.systemCall],
    look: "ladder",
    first: { figures: tableText.written() },
    columns: [
      { heads: { figures: text.untilFlush() }, text: () => rate },
      figure({ figures: tableText.time() }, formatDuration, (of) => of.elapsedNs),
    ],
    of: [stream],
    row: () => ({ name: bytes }),
    notes: [sentence({ bytes, rate })],
  });
}

/** One row per size of each sweep, and one for the stream, whose time includes its last flush. */
export function csvRows({ bufferSweeps, stream }: Report): CsvRow[] {
  return [...bufferSweeps.flatMap(sweepRows), ...(stream === null ? [] : [streamRow(stream)])];
}

function sweepRows({ direct, systemCall, points, skipped }: BufferSweep): CsvRow[] {
  const row = { direct, mode: "none", systemCall };
  return [
    ...points.map(({ bufferBytes, systemCalls, systemCallsPerSecond, ...point }) => ({
      ...row,
      ...columnsIn(point),
      status: "measured",
      sizeBytes: bufferBytes,
      operations: systemCalls,
      // The rate is the median of the passes; the counts are the sums of all passes.
      operationsPerSecond: systemCallsPerSecond,
    })),
    ...skipped.map(({ bufferBytes, reason }) => ({
      ...row,
      status: "unavailable",
      reason,
      sizeBytes: bufferBytes,
    })),
  ];
}

function streamRow({ unbuffered, ...stream }: Stream): CsvRow {
  return { strategy: "stream", direct: unbuffered, status: "measured", ...columnsIn(stream) };
}
