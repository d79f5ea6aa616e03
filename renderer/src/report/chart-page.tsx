import type { Report } from "../../../electron/contract/report";
import { formatDateTime } from "../../../electron/text/dates";
import { OutcomeTable, summedOutcomes } from "../document/outcome-table";
import { kindWords } from "../words";
import { homeOf, shownWorkloads } from "../workloads";

/** The main chart alone, on a card of 1 600 by 900 pixels, to be shown to somebody. */
export function ChartPage({ report }: { report: Report }) {
  return (
    <main className="chart-page">
      <header>
        <p className="quiet">
          {report.volume.drive.model ?? kindWords[report.volume.drive.kind]} ·{" "}
          {formatDateTime(report.finishedAt)}
          {report.partial ? " · partial" : ""}
        </p>
        <h1>{report.verdict.headline}</h1>
      </header>
      <MainChart report={report} />
      <footer className="small quiet">
        <span>{axisNote(report)}</span>
        <span>
          {report.app.name} {report.app.version}
        </span>
      </footer>
    </main>
  );
}

/** The chart of the first workload; its card holds nothing else. */
function MainChart({ report }: { report: Report }) {
  const [first] = shownWorkloads(report);
  if (first === undefined) {
    return <PowerCutOutcomes report={report} />;
  }
  const { Chart } = homeOf(first);
  return <Chart report={report} withPublished />;
}

function axisNote(report: Report): string {
  const [first] = shownWorkloads(report);
  return first === undefined
    ? "Numbers of saves."
    : (homeOf(first).chartNote?.() ?? "Logarithmic axes.");
}

/** A plug test has no chart: its table stands in the picture. */
function PowerCutOutcomes({ report: { powerCut, host } }: { report: Report }) {
  return powerCut === null ? null : (
    <OutcomeTable
      caption="What became of confirmed saves when the power was cut"
      outcomes={summedOutcomes(powerCut.modes)}
      os={host.os}
    />
  );
}
