import { formatBlockBytes, formatDuration } from "../../../../electron/analysis/format";
import { buffersDirectWrites } from "../../../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import { processorLimitsBelowKnee } from "../../../../electron/analysis/workloads/buffer-sweep/results";
import type { Report } from "../../../../electron/contract/report";
import type { BufferSweep } from "../../../../electron/contract/workloads/buffer-sweep";
import { chartTitles } from "../../features/chart-titles";
import { publishedBuffers, publishedChunks, publishedIntervals } from "../../features/published";
import {
  HiddenBufferTable,
  HiddenChunkedTable,
  HiddenIntervalTables,
} from "../../features/workload-tables";
import { directName, modeLabel } from "../../words";
import { ChunkedChart } from "../chunked-writes/chart";
import { reportChunkedRows } from "../chunked-writes/rows";
import type { ChartProps } from "../flush-modes/report";
import { IntervalChart } from "../sync-interval/chart";
import { allLadders, measuredLadders } from "../sync-interval/ladders";
import { BufferChart } from "./chart";

/** The charts of the tests other than the flush modes; each is absent where it was not run. */

export function BufferFigure(props: ChartProps) {
  const { report } = props;
  const { bufferSweep: sweep, bufferSweepDirect: direct, plan } = report;
  const title = chartTitles(plan)["buffer-sweep"];
  return sweep === null ? null : (
    <section className="card figure-card">
      <BufferReportChart {...props} sweep={sweep} />
      <p className="small quiet figure-note">
        {sweepWords(sweep)}
        {direct === null ? null : ` ${directWords(direct, buffersDirectWrites(report))}`}
      </p>
      <HiddenBufferTable caption={title} points={sweep.points} />
      {direct === null ? null : (
        <HiddenBufferTable
          isDirect
          caption={`${title}, ${directName(report)}`}
          points={direct.points}
        />
      )}
    </section>
  );
}

export function BufferReportChart({
  report,
  withPublished,
  sweep,
}: ChartProps & { readonly sweep: BufferSweep }) {
  return (
    <BufferChart
      title={chartTitles(report.plan)["buffer-sweep"]}
      bufferBytes={report.plan.workloads["buffer-sweep"].bufferBytes}
      points={sweep.points}
      directPoints={report.bufferSweepDirect?.points ?? null}
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

export function IntervalFigure({ report, withPublished }: ChartProps) {
  const { plan, host } = report;
  const ladders = allLadders(report);
  if (ladders.length === 0) {
    return null;
  }
  const title = chartTitles(plan)["sync-interval"];
  return (
    <section className="card figure-card">
      <IntervalReportChart {...{ report, withPublished }} />
      <p className="small quiet figure-note">{intervalWords(report)}</p>
      <HiddenIntervalTables
        caption={title}
        plan={plan.workloads["sync-interval"]}
        ladders={measuredLadders(ladders, host.os)}
      />
    </section>
  );
}

export function IntervalReportChart({ report, withPublished }: ChartProps) {
  const { plan, host } = report;
  return (
    <IntervalChart
      title={chartTitles(plan)["sync-interval"]}
      plan={plan.workloads["sync-interval"]}
      ladders={measuredLadders(allLadders(report), host.os)}
      published={withPublished ? publishedIntervals(plan.workloads["sync-interval"]) : null}
      absence="Not measured"
    />
  );
}

function intervalWords(report: Report): string {
  const { plan, host } = report;
  const ladders = allLadders(report);
  const measured = ladders.filter(({ reason }) => reason === null);
  const strategies = measured.flatMap((ladder) => ladder.strategies);
  const isRepeated = strategies.some(({ trialsNs }) => trialsNs.length > 1);
  const isCut = strategies.some(({ extrapolated }) => extrapolated);
  const hasSeveral = measured.length > 1;
  return [
    isRepeated && !hasSeveral
      ? "Bar: median of the trials. Thin line: quickest to slowest trial."
      : null,
    hasSeveral
      ? `Each point is ${isRepeated ? "the median of its trials" : "one trial"}; the quickest and the slowest time of a row are written out.`
      : null,
    `In the background: beside the writing, a second thread asks for a confirmation every ${formatDuration(plan.workloads["sync-interval"].backgroundNs)}.`,
    isCut
      ? `${hasSeveral ? "Hollow" : "Hatched"}: stopped after ${formatDuration(plan.workloads["sync-interval"].capNs)} and extrapolated from what had been written by then.`
      : null,
    ...ladders.map(({ flushMode, reason }) =>
      reason === null ? null : `${modeLabel(flushMode, host.os)}: not available (${reason}).`,
    ),
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

export function ChunkedFigure({ report, withPublished }: ChartProps) {
  const { plan, chunked } = report;
  if (chunked === null) {
    return null;
  }
  const isCut = chunked.modes.some(({ extrapolated }) => extrapolated);
  return (
    <section className="card figure-card">
      <ChunkedReportChart {...{ report, withPublished }} />
      {isCut ? (
        <p className="small quiet figure-note">
          Hatched: stopped after {formatDuration(plan.workloads["chunked-writes"].capNs)} and
          extrapolated from what had been written by then.
        </p>
      ) : null}
      <HiddenChunkedTable
        caption={chartTitles(plan)["chunked-writes"]}
        rows={reportChunkedRows(report)}
      />
    </section>
  );
}

export function ChunkedReportChart({ report, withPublished }: ChartProps) {
  const { plan, host } = report;
  return (
    <ChunkedChart
      title={chartTitles(plan)["chunked-writes"]}
      plan={plan.workloads["chunked-writes"]}
      rows={reportChunkedRows(report)}
      published={withPublished ? publishedChunks(plan.workloads["chunked-writes"], host.os) : null}
    />
  );
}
