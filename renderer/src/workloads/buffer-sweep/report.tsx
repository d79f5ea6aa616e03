import { buffersDirectWrites } from "../../../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import {
  processorLimitsBelowKnee,
  sweepOf,
} from "../../../../electron/analysis/workloads/buffer-sweep/results";
import type { Report } from "../../../../electron/contract/report";
import type {
  BufferPoint,
  BufferSweep,
} from "../../../../electron/contract/workloads/buffer-sweep";
import { hiddenTexts } from "../../../../electron/tables/table";
import { directName, sweepTable } from "../../../../electron/tables/workloads/buffer-sweep";
import { formatBlockBytes, formatCount, formatDuration } from "../../../../electron/text/format";
import { title } from "../../../../electron/text/workloads/buffer-sweep";
import { HiddenTable } from "../../ui/hidden-table";
import type { FigureProps, ReportProps } from "../home";
import { Call } from "../parts/call";
import { bufferedWords } from "../parts/words";
import { BufferChart, publishedBuffers } from "./chart";

export function hasFigures(report: Report): boolean {
  return (sweepOf(report, false)?.points ?? []).length > 0;
}

export function Figure(props: FigureProps) {
  const { report } = props;
  const sweep = sweepOf(report, false);
  const direct = sweepOf(report, true);
  return sweep === null ? null : (
    <section className="card figure-card">
      <Chart {...props} />
      <p className="small quiet figure-note">
        {sweepWords(sweep)}
        {direct === null ? null : ` ${directWords(direct, buffersDirectWrites(report))}`}
      </p>
      <HiddenBufferTable caption={title()} points={sweep.points} />
      {direct === null ? null : (
        <HiddenBufferTable
          isDirect
          caption={`${title()}, ${directName(report)}`}
          points={direct.points}
        />
      )}
    </section>
  );
}

interface HiddenProps {
  readonly caption: string;
  readonly isDirect?: boolean;
  readonly points: readonly BufferPoint[];
}

export function HiddenBufferTable({ caption, isDirect = false, points }: HiddenProps) {
  const table = sweepTable({ direct: isDirect, points: [...points] });
  return <HiddenTable caption={caption} {...hiddenTexts(table)} />;
}

export function Chart({ report, withPublished }: FigureProps) {
  const { plan } = report;
  const sweep = sweepOf(report, false);
  const direct = sweepOf(report, true);
  return sweep === null ? null : (
    <BufferChart
      title={title()}
      bufferBytes={plan.workloads["buffer-sweep"].bufferBytes}
      points={sweep.points}
      directPoints={direct?.points ?? null}
      currentBytes={null}
      kneeBufferBytes={sweep.kneeBufferBytes}
      published={withPublished ? publishedBuffers : null}
    />
  );
}

const limitWords: Readonly<Record<BufferSweep["limit"], string>> = {
  drive: " From there on most of the time is spent waiting for the drive.",
  processor: " From there on the drive keeps up, and the processor is the limit.",
  unclear: "",
};

function sweepWords(sweep: BufferSweep): string {
  const { kneeBufferBytes, limit } = sweep;
  if (kneeBufferBytes === null) {
    return "No size was found from which on larger writes gain nothing.";
  }
  const below = processorLimitsBelowKnee(sweep)
    ? " Below that the processor is busy with the calls, and the drive waits."
    : "";
  return `Into memory, writes of ${formatBlockBytes(kneeBufferBytes)} or more gain next to nothing from being larger.${below}${limitWords[limit]}`;
}

/** What the curve around the memory is, and for which sizes there is none. */
function directWords({ points, skipped }: BufferSweep, isBuffered: boolean): string {
  const words = isBuffered
    ? "Direct, buffered by btrfs on this kernel: the same writes, each sent on to the drive at once."
    : "Around memory (direct): the same writes without the system’s memory in between.";
  if (points.length === 0) {
    const [first] = skipped;
    return first === undefined ? "" : `Around memory (direct): not available (${first.reason}).`;
  }
  if (skipped.length === 0) {
    return words;
  }
  const sizes = skipped.map(({ bufferBytes }) => bufferBytes);
  const smallest = formatBlockBytes(Math.min(...sizes));
  const range =
    sizes.length === 1 ? smallest : `${smallest} to ${formatBlockBytes(Math.max(...sizes))}`;
  return `${words} The system takes no writes of ${range} there.`;
}

export function Method({ report }: ReportProps) {
  const size = formatBlockBytes;
  const { stream } = report;
  const cached = sweepOf(report, false);
  const direct = sweepOf(report, true);
  const buffer = report.plan.workloads["buffer-sweep"];
  return (
    <>
      A new file is written from its beginning, through the page cache, with{" "}
      <Call>{cached?.systemCall}</Call> in pieces of {size(Math.min(...buffer.bufferBytes))} to{" "}
      {size(Math.max(...buffer.bufferBytes))}, {passesWords(buffer.passes)}. A step ends after{" "}
      {formatDuration(buffer.stepNs)} or {size(buffer.maxStepBytes)}. Before the first of them the
      file is written once for nothing, because memory is slower when it is used for the first time.
      “Into memory” is what was written in that time. Afterwards{" "}
      <Call>{cached?.settleSystemCall}</Call> waits until the drive has taken everything; “with the
      flush” counts that time too, one after the other, which is slower than either. Processor time
      is what the writing program and the system spent for it, as a share of the time of the
      writing.
      {direct === null ? null : (
        <>
          {" "}
          The same once more around the page cache, with <Call>{direct.systemCall}</Call>, for the
          sizes the system allows there.{bufferedWords(report)}
        </>
      )}
      {stream === null || buffer.stream === null ? null : (
        <>
          {" "}
          At the end a stream is written with <Call>{stream.systemCall}</Call> in pieces of{" "}
          {size(buffer.stream.writeBytes)} until {size(buffer.stream.maxBytes)} or{" "}
          {formatDuration(buffer.stream.maxNs)}
          {stream.unbuffered
            ? null
            : `, less where memory takes it, with a second thread that flushes meanwhile (not around the page cache: ${stream.reason ?? "refused"})`}
          ; its time ends when the last flush has returned.
        </>
      )}
    </>
  );
}

function passesWords(passes: number): string {
  return passes === 1
    ? "once"
    : `in ${formatCount(passes)} passes to and fro, of which the median counts`;
}
