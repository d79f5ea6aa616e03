import { isRefused } from "#analysis/reasons";
import { referenceDrives } from "#analysis/reference-drives";
import type { Report } from "#contract/report";
import { absenceOf } from "#tables/modes";
import { modesTable, publishedTable } from "#tables/workloads/flush-modes";
import { formatRate } from "#text/format";
import {
  flushModesNotes as notes,
  flushModesTable as text,
  title,
} from "#text/workloads/flush-modes";
import type { FigureProps, ReportProps } from "../home";
import { figureOf } from "../parts/chart-card";
import { appendOf, chartRow, FlushChart } from "./chart";
import { LatencyFigure } from "./latency";
import { RoundsFigure } from "./rounds-chart";

export function hasFigures(report: Report): boolean {
  return measuredModes(report) > 0;
}

export function kept(report: Report): string {
  const possible = report.flushModes.filter((mode) => !isRefused(mode));
  return notes.kept({ measured: measuredModes(report), possible: possible.length });
}

function measuredModes({ flushModes }: Report): number {
  return flushModes.filter(({ status }) => status === "measured").length;
}

export const Figure = figureOf(Chart, ({ report, ...props }) => {
  const withPublished = props.withPublished && !isPaced(report);
  return {
    note: noteOf(report, withPublished),
    tables: [
      { caption: title(), table: modesTable(report, report.flushModes) },
      ...(withPublished
        ? [{ caption: text.captionPublished(), table: publishedTable(referenceDrives) }]
        : []),
    ],
  };
});

function noteOf({ appendModes, plan }: Report, withPublished: boolean): string {
  const { paceOperationsPerSecond: pace } = plan.workloads["flush-modes"];
  return [
    appendModes === null ? notes.bar() : notes.twoBars(),
    notes.line(),
    ...(withPublished ? [notes.published()] : []),
    notes.axis(),
    ...(pace === null ? [] : [notes.paced({ rate: formatRate(pace) })]),
  ].join(" ");
}

export function Chart({ report, withPublished }: FigureProps) {
  return (
    <FlushChart
      bars={report.flushModes.map((result) => ({
        ...chartRow(result, report),
        absence: absenceOf(result, result.iops),
        iops: result.iops,
        iopsMin: result.iopsMin,
        iopsMax: result.iopsMax,
        append: appendOf(result.mode, report),
      }))}
      withAppend={report.appendModes !== null}
      references={withPublished && !isPaced(report) ? referenceDrives : []}
    />
  );
}

/** Whether the saves had a chosen rate, which does not compare with other drives. */
function isPaced({ plan }: Report): boolean {
  return plan.workloads["flush-modes"].paceOperationsPerSecond !== null;
}

export function FurtherFigures({ report }: ReportProps) {
  return (
    <>
      <LatencyFigure report={report} />
      <RoundsFigure report={report} />
    </>
  );
}
