import { formatDuration, formatRate } from "../../../../electron/analysis/format";
import { referenceDrives } from "../../../../electron/analysis/reference-drives";
import type { Report } from "../../../../electron/contract/report";
import type { FlushModeResult } from "../../../../electron/contract/workloads/flush-modes";
import { chartTitles } from "../../features/chart-titles";
import { HiddenTable } from "../../ui/hidden-table";
import { guaranteeWords, reportModeLabel, shortCall } from "../../words";
import { absenceOf } from "../parts/absence";
import { FlushChart } from "./chart";
import { LatencyChart, type LatencyRow } from "./latency";

/**
 * The charts of the flush modes in a finished report, for the window and for paper. A short table
 * stands behind each for screen readers; every figure is in the table of `FiguresTable`.
 */
export interface ChartProps {
  readonly report: Report;
  /** Figures published for other drives are drawn beside those of this one. */
  readonly withPublished: boolean;
}

export function SpeedFigure({ report, ...props }: ChartProps) {
  const { appendModes } = report;
  const withPublished = props.withPublished && !isPaced(report);
  return (
    <section className="card figure-card">
      <SpeedChart {...{ report, withPublished }} />
      <p className="small quiet figure-note">
        {appendModes === null
          ? "Bar: median of the rounds."
          : "Upper bar: saving inside a file that keeps its size. Lower bar: at the end of one that grows, as a new file does. Each: median of its rounds."}{" "}
        Thin line: slowest to fastest round.
        {withPublished ? " Dotted lines: other drives, as published." : ""} The axis is logarithmic:
        each line is ten times the one before.
        {report.plan.workloads["flush-modes"].paceOperationsPerSecond === null
          ? null
          : ` The rates are not the drive’s: no more than ${formatRate(report.plan.workloads["flush-modes"].paceOperationsPerSecond)} changes a second were begun.`}
      </p>
      <HiddenTable
        caption="Saves per second, by the way of saving"
        columns={[
          "Way of saving",
          "Promise",
          "Median",
          "Slowest round",
          "Fastest round",
          ...(appendModes === null ? [] : ["Making the file longer"]),
        ]}
        rows={report.flushModes.map((result) => {
          const append = appendOf(result, report);
          return [
            reportModeLabel(result.mode, report),
            guaranteeWords[result.guarantee],
            absenceOf(result, result.iops) ?? rateOf(result.iops),
            rateOf(result.iopsMin),
            rateOf(result.iopsMax),
            ...(appendModes === null ? [] : [rateOf(append?.iops ?? null)]),
          ];
        })}
      />
    </section>
  );
}

export function SpeedChart({ report, withPublished }: ChartProps) {
  return (
    <FlushChart
      title={chartTitles(report.plan)["flush-modes"]}
      bars={report.flushModes.map((result) => ({
        ...chartRow(result, report),
        absence: absenceOf(result, result.iops),
        iops: result.iops,
        iopsMin: result.iopsMin,
        iopsMax: result.iopsMax,
        append: appendOf(result, report),
      }))}
      withAppend={report.appendModes !== null}
      references={withPublished && !isPaced(report) ? referenceDrives : []}
    />
  );
}

/** The rates of a paced run are the person's choice and compare with no drive. */
function isPaced({ plan }: Report): boolean {
  return plan.workloads["flush-modes"].paceOperationsPerSecond !== null;
}

function appendOf({ mode }: FlushModeResult, { appendModes }: Report): FlushModeResult | null {
  return appendModes?.find((result) => result.mode === mode) ?? null;
}

export function LatencyFigure({ report }: { report: Report }) {
  const rows = report.flushModes.flatMap((result): LatencyRow[] =>
    result.latencyNs === null ? [] : [{ ...chartRow(result, report), latencyNs: result.latencyNs }],
  );
  if (rows.length === 0) {
    return null;
  }
  return (
    <section className="card figure-card">
      <LatencyChart title="How long one save takes" rows={rows} />
      <HiddenTable
        caption="How long one save takes"
        columns={["Way of saving", "Typical", "p99", "p99.9", "Longest"]}
        rows={rows.map(({ label, latencyNs: { p50, p99, p999, max } }) => [
          label,
          ...[p50, p99, p999, max].map((ns) => (ns === null ? "not known" : formatDuration(ns))),
        ])}
      />
    </section>
  );
}

function rateOf(perSecond: number | null): string {
  return perSecond === null ? "not known" : formatRate(perSecond);
}

function chartRow(result: FlushModeResult, report: Report) {
  return {
    id: result.mode,
    label: reportModeLabel(result.mode, report),
    systemCall: shortCall(result.systemCall),
    guarantee: result.guarantee,
  };
}
