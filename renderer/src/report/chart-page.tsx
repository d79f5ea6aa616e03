import type { Report } from "../../../electron/contract/report";
import { hasFlush } from "../features/verdict/figures";
import { SpeedChart } from "../features/verdict/report-charts";
import {
  BufferReportChart,
  ChunkedReportChart,
  IntervalReportChart,
} from "../features/verdict/workload-figures";
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
      <MainChart report={report} />
      <footer className="small quiet">
        <span>{hasFlush(report) ? flushNote : "Logarithmic axes."}</span>
        <span>
          {report.app.name} {report.app.version}
        </span>
      </footer>
    </main>
  );
}

const flushNote =
  "Saves per second, logarithmic. Bar: median; thin line: slowest to fastest round. Dotted: published figures of other drives.";

/** The flush modes where they were measured, otherwise the first test that has figures. */
function MainChart({ report }: { report: Report }) {
  const props = { report, withPublished: true };
  if (hasFlush(report)) {
    return <SpeedChart {...props} />;
  }
  if (report.bufferSweep !== null) {
    return <BufferReportChart {...props} sweep={report.bufferSweep} />;
  }
  return report.syncInterval === null ? (
    <ChunkedReportChart {...props} />
  ) : (
    <IntervalReportChart {...props} />
  );
}
