import type { Report } from "#contract/report";
import { summedTable } from "#tables/power-cut";
import { formatDateTimeZone } from "#text/dates";
import { driveName } from "#text/drive-identity";
import { pictureText } from "#text/paper";
import { verdictText } from "#text/screens/verdict";
import { OutcomeTable } from "../document/outcome-table";
import { homeOf, shownWorkloads } from "../workloads";

/** The main chart alone, on a card of 1 600 by 900 pixels, for sharing. */
export function ChartPage({ report }: { report: Report }) {
  return (
    <main className="chart-page">
      <header>
        <p className="quiet">{head(report)}</p>
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

function head({ volume: { drive }, finishedAt, partial }: Report): string {
  const about = {
    drive: driveName(drive),
    finished: formatDateTimeZone(finishedAt),
  };
  return partial ? pictureText.headOfPart(about) : verdictText.drive(about);
}

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
    ? pictureText.numbersOfSaves()
    : (homeOf(first).chartNote?.() ?? pictureText.logarithmic());
}

/** A plug test has no chart: the picture shows its table. */
function PowerCutOutcomes({ report: { powerCut, host } }: { report: Report }) {
  return powerCut === null ? null : (
    <OutcomeTable
      table={{ ...summedTable(powerCut.modes, host.os), caption: pictureText.powerCuts() }}
    />
  );
}
