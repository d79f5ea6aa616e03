import { processorLimitsBelowKnee } from "../../../../electron/analysis/buffer-sweep";
import { formatBlockBytes, formatDuration } from "../../../../electron/analysis/format";
import type { BufferSweep, Report } from "../../../../electron/contract/report";
import { BufferChart } from "../../charts/buffer-chart";
import { ChunkedChart } from "../../charts/chunked-chart";
import { IntervalChart } from "../../charts/interval-chart";
import { chartTitles } from "../chart-titles";
import { reportChunkedRows } from "../chunked-rows";
import { publishedBuffers, publishedChunks, publishedIntervals } from "../published";
import { HiddenBufferTable, HiddenChunkedTable, HiddenIntervalTable } from "../workload-tables";
import type { ChartProps } from "./report-charts";

/** The charts of the tests other than the flush modes; each is absent where it was not run. */

export function BufferFigure(props: ChartProps) {
  const sweep = props.report.bufferSweep;
  return sweep === null ? null : (
    <section className="card figure-card">
      <BufferReportChart {...props} sweep={sweep} />
      <p className="small quiet figure-note">{sweepWords(sweep)}</p>
      <HiddenBufferTable caption={chartTitles(props.report.plan).buffer} points={sweep.points} />
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
      title={chartTitles(report.plan).buffer}
      bufferBytes={report.plan.buffer.bufferBytes}
      points={sweep.points}
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

export function IntervalFigure({ report, withPublished }: ChartProps) {
  const { plan, syncInterval } = report;
  if (syncInterval === null) {
    return null;
  }
  const title = chartTitles(plan).interval;
  return (
    <section className="card figure-card">
      <IntervalReportChart {...{ report, withPublished }} />
      <p className="small quiet figure-note">{intervalWords(report)}</p>
      <HiddenIntervalTable caption={title} plan={plan.interval} result={syncInterval} />
    </section>
  );
}

export function IntervalReportChart({ report, withPublished }: ChartProps) {
  const { plan, syncInterval } = report;
  return (
    <IntervalChart
      title={chartTitles(plan).interval}
      plan={plan.interval}
      result={syncInterval}
      published={withPublished ? publishedIntervals(plan.interval) : null}
      absence="Not measured"
    />
  );
}

function intervalWords({ plan, syncInterval }: Report): string {
  const strategies = syncInterval?.strategies ?? [];
  const isRepeated = strategies.some(({ trialsNs }) => trialsNs.length > 1);
  const isCut = strategies.some(({ extrapolated }) => extrapolated);
  return [
    isRepeated ? "Bar: median of the trials. Thin line: quickest to slowest trial." : null,
    `In the background: beside the writing, a second thread asks for a confirmation every ${formatDuration(plan.interval.backgroundNs)}.`,
    isCut
      ? `Hatched: stopped after ${formatDuration(plan.interval.capNs)} and extrapolated from what had been written by then.`
      : null,
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
          Hatched: stopped after {formatDuration(plan.chunked.capNs)} and extrapolated from what had
          been written by then.
        </p>
      ) : null}
      <HiddenChunkedTable caption={chartTitles(plan).chunked} rows={reportChunkedRows(report)} />
    </section>
  );
}

export function ChunkedReportChart({ report, withPublished }: ChartProps) {
  const { plan, host } = report;
  return (
    <ChunkedChart
      title={chartTitles(plan).chunked}
      plan={plan.chunked}
      rows={reportChunkedRows(report)}
      published={withPublished ? publishedChunks(plan.chunked, host.os) : null}
    />
  );
}
