import type { Report } from "../../../electron/contract/report";
import { SpeedChart } from "../features/verdict/report-charts";
import { formatDateTime } from "../ui/dates";
import { kindWords } from "../words";

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
      <SpeedChart report={report} />
      <footer className="small quiet">
        <span>
          Saves per second, logarithmic. Bar: median; thin line: slowest to fastest round. Dotted:
          published figures of other drives.
        </span>
        <span>
          {report.app.name} {report.app.version}
        </span>
      </footer>
    </main>
  );
}
