import { referenceDrives } from "../../../../electron/analysis/reference-drives";
import type { FlushModeResult, Report } from "../../../../electron/contract/report";
import type { ChartRow } from "../../charts/chart-rows";
import { FlushChart } from "../../charts/flush-chart";
import { LatencyChart, type LatencyRow } from "../../charts/latency-chart";
import { modeLabel } from "../../words";

/**
 * The charts of a finished report, for the window and for paper. The tables that stand behind
 * them are the ones in "All figures"; a short one is given to screen readers on the spot.
 */
export function SpeedFigure({ report }: { report: Report }) {
  return (
    <section className="card figure-card">
      <h2>Saves per second, by the way of saving</h2>
      <SpeedChart report={report} />
      <p className="small quiet figure-note">
        Bar: median of the rounds. Thin line: slowest to fastest round. Dotted lines: figures
        published for other drives. The axis is logarithmic: each line is ten times the one before.
      </p>
    </section>
  );
}

export function SpeedChart({ report }: { report: Report }) {
  return (
    <FlushChart
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
      <h2>How long one save takes</h2>
      <LatencyChart rows={rows} />
    </section>
  );
}

function chartRow(result: FlushModeResult, { host }: Report): ChartRow {
  return {
    mode: result.mode,
    label: modeLabel(result.mode, host.os),
    systemCall: result.systemCall,
    guarantee: result.guarantee,
  };
}

/** Why a mode has no figure; `null` when it has one. */
export function absenceOf({ status, reason, iops }: FlushModeResult): string | null {
  switch (status) {
    case "unavailable":
      return reason === null ? "Not available" : `Not available: ${reason}`;
    case "failed":
      return iops === null ? `Failed: ${reason ?? "no reason given"}` : null;
    case "measured":
      return iops === null ? "Not measured" : null;
  }
}
