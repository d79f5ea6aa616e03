import type { Report } from "../../../../electron/contract/report";
import type { IntervalPlan } from "../../../../electron/contract/workloads/sync-interval";
import { hiddenTexts } from "../../../../electron/tables/table";
import { strategiesTable } from "../../../../electron/tables/workloads/sync-interval";
import { modeLabel } from "../../../../electron/text/flush-modes";
import {
  formatCount,
  formatDuration,
  formatBlockBytes as size,
} from "../../../../electron/text/format";
import { title } from "../../../../electron/text/workloads/sync-interval";
import { HiddenTable } from "../../ui/hidden-table";
import type { FigureProps, ReportProps } from "../home";
import { Calls } from "../parts/call";
import { IntervalChart } from "./chart";
import {
  type Ladder,
  measuredLadders,
  measuredStrategy,
  plannedStrategies,
  publishedIntervals,
} from "./ladders";

export function hasFigures(report: Report): boolean {
  return report.syncIntervals.some(({ strategies }) =>
    strategies.some(({ p50Ns }) => p50Ns !== null),
  );
}

export function Figure({ report, withPublished }: FigureProps) {
  const { plan, host } = report;
  const ladders = report.syncIntervals;
  if (ladders.length === 0) {
    return null;
  }
  return (
    <section className="card figure-card">
      <Chart {...{ report, withPublished }} />
      <p className="small quiet figure-note">{intervalWords(report)}</p>
      <HiddenIntervalTables
        caption={title(plan)}
        plan={plan.workloads["sync-interval"]}
        ladders={measuredLadders(ladders, host.os)}
      />
    </section>
  );
}

export function Chart({ report, withPublished }: FigureProps) {
  const { plan, host } = report;
  return (
    <IntervalChart
      title={title(plan)}
      plan={plan.workloads["sync-interval"]}
      ladders={measuredLadders(report.syncIntervals, host.os)}
      published={withPublished ? publishedIntervals(plan.workloads["sync-interval"]) : null}
      absence="Not measured"
    />
  );
}

function intervalWords(report: Report): string {
  const { plan, host } = report;
  const ladders = report.syncIntervals;
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

/** A table per ladder; with one of them its way of confirming needs no name. */
export function HiddenIntervalTables({
  caption,
  plan,
  ladders,
}: {
  caption: string;
  plan: IntervalPlan;
  ladders: readonly Ladder[];
}) {
  return ladders.map(({ mode, label, result }) => (
    <HiddenTable
      key={mode}
      caption={ladders.length === 1 ? caption : `${caption}: ${label}`}
      {...hiddenTexts(
        strategiesTable(
          plannedStrategies(plan).map((planned) => measuredStrategy(result, planned) ?? planned),
        ),
      )}
    />
  ));
}

export function Method({ report }: ReportProps) {
  const interval = report.plan.workloads["sync-interval"];
  const calls = report.syncIntervals.map(({ systemCall }) => systemCall);
  return (
    <>
      {size(interval.totalBytes)} are written from the beginning of a file in pieces of{" "}
      {size(interval.blockBytes)}, through the page cache, over data that is already there and
      flushed. Confirmed with <Calls calls={calls} />: never, once at the end, beside the writing
      every {formatDuration(interval.backgroundNs)}, or every so many bytes.{" "}
      {interval.trials === 1
        ? "One trial each."
        : `The figure is the median of ${formatCount(interval.trials)} trials.`}{" "}
      A trial that was not through after {formatDuration(interval.capNs)} is stopped there, and its
      time is multiplied by the whole amount over the amount written; such a figure is marked as
      extrapolated. p50, p99 and longest are the times of one write with the confirmation after it.
    </>
  );
}
