import { notReachedReason } from "../../../../electron/analysis/flush-results";
import { formatDuration, formatRate } from "../../../../electron/analysis/format";
import { referenceDrives } from "../../../../electron/analysis/reference-drives";
import type { FlushModeResult, Report } from "../../../../electron/contract/report";
import type { ChartRow } from "../../charts/chart-rows";
import { FlushChart } from "../../charts/flush-chart";
import { LatencyChart, type LatencyRow } from "../../charts/latency-chart";
import { HiddenTable } from "../../ui/hidden-table";
import { guaranteeWords, modeLabel, shortCall } from "../../words";

/**
 * The charts of a finished report, for the window and for paper. A short table stands behind each
 * for screen readers; every figure is in the table of `FiguresTable`.
 */
export function SpeedFigure({ report }: { report: Report }) {
  return (
    <section className="card figure-card">
      <SpeedChart report={report} />
      <p className="small quiet figure-note">
        Bar: median of the rounds. Thin line: slowest to fastest round. Dotted lines: figures
        published for other drives. The axis is logarithmic: each line is ten times the one before.
      </p>
      <HiddenTable
        caption="Saves per second, by the way of saving"
        columns={["Way of saving", "Promise", "Median", "Slowest round", "Fastest round"]}
        rows={report.flushModes.map((result) => [
          modeLabel(result.mode, report.host.os),
          guaranteeWords[result.guarantee],
          absenceOf(result) ?? rateOf(result.iops),
          rateOf(result.iopsMin),
          rateOf(result.iopsMax),
        ])}
      />
    </section>
  );
}

export function SpeedChart({ report }: { report: Report }) {
  return (
    <FlushChart
      title="Saves per second, by the way of saving"
      bars={report.flushModes.map((result) => ({
        ...chartRow(result, report),
        absence: absenceOf(result),
        iops: result.iops,
        iopsMin: result.iopsMin,
        iopsMax: result.iopsMax,
      }))}
      references={referenceDrives}
    />
  );
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

function chartRow(result: FlushModeResult, { host }: Report): ChartRow {
  return {
    mode: result.mode,
    label: modeLabel(result.mode, host.os),
    systemCall: shortCall(result.systemCall),
    guarantee: result.guarantee,
  };
}

/** Why a mode has no figure; `null` when it has one. */
export function absenceOf({ status, reason, iops }: FlushModeResult): string | null {
  switch (status) {
    case "unavailable":
      if (reason === notReachedReason) {
        return "Not measured: the inspection ended before";
      }
      return reason === null ? "Not available" : `Not available (${reason})`;
    case "failed":
      return iops === null ? `Failed: ${reason ?? "no reason given"}` : null;
    case "measured":
      return iops === null ? "Not measured" : null;
  }
}
