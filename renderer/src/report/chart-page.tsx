import { isPlugReport, type Report } from "../../../electron/contract/report";
import { hasFlush, shownTests } from "../document/figures";
import { OutcomeTable, summedOutcomes } from "../document/outcome-table";
import { chartTitles } from "../features/chart-titles";
import { CommitsReportChart } from "../features/verdict/commits-figure";
import { formatDateTime } from "../ui/dates";
import { kindWords } from "../words";
import {
  BufferReportChart,
  ChunkedReportChart,
  IntervalReportChart,
} from "../workloads/buffer-sweep/report";
import { SpeedChart } from "../workloads/flush-modes/report";
import { SustainedReportChart } from "../workloads/sustained-write/report";

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

const flushNote =
  "Saves per second, logarithmic. Bar: median; thin line: slowest to fastest round. Dotted: published figures of other drives.";

function axisNote(report: Report): string {
  if (hasFlush(report)) {
    return flushNote;
  }
  if (isPlugReport(report)) {
    return "Numbers of saves.";
  }
  return shownTests(report)[0] === "sustained-write"
    ? "Both axes begin at 0. Each step is the mean of a stretch of time."
    : "Logarithmic axes.";
}

/** The chart of the first test; its card holds nothing else. */
function MainChart({ report }: { report: Report }) {
  const props = { report, withPublished: true };
  const [first] = shownTests(report);
  switch (first) {
    case "flush-modes":
      return <SpeedChart {...props} />;
    case "buffer-sweep":
      return report.bufferSweep === null ? null : (
        <BufferReportChart {...props} sweep={report.bufferSweep} />
      );
    case "sync-interval":
      return <IntervalReportChart {...props} />;
    case "chunked-writes":
      return <ChunkedReportChart {...props} />;
    case "commits":
      return <CommitsReportChart {...props} />;
    case "sustained-write":
      return report.sustained === null ? null : (
        <SustainedReportChart
          title={chartTitles(report.plan)["sustained-write"]}
          sustained={report.sustained}
        />
      );
    case undefined:
      return <PlugOutcomes report={report} />;
  }
}

/** A plug test has no chart: its table stands in the picture. */
function PlugOutcomes({ report: { powerCut, host } }: { report: Report }) {
  return powerCut === null ? null : (
    <OutcomeTable
      caption="What became of confirmed saves when the power was cut"
      outcomes={summedOutcomes(powerCut.modes)}
      os={host.os}
    />
  );
}
