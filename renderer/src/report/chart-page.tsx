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
  const [first] = shownWorkloads(report);
  const home = first && homeOf(first);
  return (
    <main className="chart-page">
      <header>
        <p className="quiet">{head(report)}</p>
        <h1>{report.verdict.headline}</h1>
      </header>
      {home === undefined ? (
        <PowerCutOutcomes report={report} />
      ) : (
        <home.Chart report={report} withPublished />
      )}
      <footer className="small quiet">
        <span>
          {home === undefined
            ? pictureText.numbersOfSaves()
            : (home.chartNote?.() ?? pictureText.logarithmic())}
        </span>
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

/** A plug test has no chart: the picture shows its table. */
function PowerCutOutcomes({ report: { powerCut, host } }: { report: Report }) {
  return powerCut === null ? null : (
    <OutcomeTable
      table={{ ...summedTable(powerCut.modes, host.os), caption: pictureText.powerCuts() }}
    />
  );
}
