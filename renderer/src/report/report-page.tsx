import { Fragment } from "react";
import { isPowerCutReport, type Report } from "../../../electron/contract/report";
import { formatDateTime } from "../../../electron/text/dates";
import { Answers, Findings, Meaning } from "../document/conclusions";
import { Environment } from "../document/environment";
import { Interruption, Warnings } from "../document/interruption";
import { Method } from "../document/method";
import { PowerCutSection } from "../document/power-cut-section";
import { GradeBadge } from "../ui/badge";
import { kindWords, systemName } from "../words";
import { homeOf, shownWorkloads } from "../workloads";
import type { Home, ReportProps } from "../workloads/home";

/** The verdict laid out for paper: the first page is enough for a shop, the rest for an engineer. */
export function ReportPage({ report, paper }: { report: Report; paper: "A4" | "Letter" }) {
  const { verdict } = report;
  const [first, ...others] = shownWorkloads(report).map(homeOf);
  return (
    <main className={`paper-page ${paper.toLowerCase()}`}>
      <header className="paper-head">
        <div>
          <p className="paper-title">
            DriveProof {isPowerCutReport(report) ? "plug test report" : "inspection report"}
          </p>
          <p className="small">
            {driveWords(report)}
            <br />
            <span className="quiet">
              {formatDateTime(report.finishedAt)} · Run <span className="mono">{report.runId}</span>
            </span>
          </p>
        </div>
        <GradeBadge grade={verdict.grade} />
      </header>
      <Interruption report={report} />
      <h1>{verdict.headline}</h1>
      <Answers answers={verdict.answers} />
      {first === undefined ? null : <first.Figure report={report} withPublished />}
      <Meaning verdict={verdict} />
      {isPowerCutReport(report) ? <PowerCutSection report={report} /> : null}
      <Findings findings={verdict.findings} />
      <Warnings warnings={report.warnings} />
      <section className="paper-engineer">
        {first === undefined ? null : <Details home={first} report={report} />}
        {others.map((home) => (
          <Fragment key={home.name()}>
            <home.Figure report={report} withPublished />
            <Details {...{ home, report }} />
          </Fragment>
        ))}
        {isPowerCutReport(report) ? null : <PowerCutSection report={report} />}
        <section className="card">
          <Environment report={report} />
        </section>
        <section className="card paper-method">
          <Method report={report} />
        </section>
      </section>
      <footer className="paper-foot small quiet">
        {report.app.name} {report.app.version}, engine {report.app.engine}. Everything was measured
        and written on this computer; {sentWords(report)}.
      </footer>
    </main>
  );
}

/** What follows the main chart of a workload. */
function Details({ home: { FurtherFigures, Tables }, report }: ReportProps & { home: Home }) {
  return (
    <>
      {FurtherFigures === undefined ? null : <FurtherFigures report={report} />}
      <Tables report={report} />
    </>
  );
}

/** Who notes the numbers of a plug test may be a phone on the same network. */
function sentWords(report: Report): string {
  return isPowerCutReport(report)
    ? "nothing but the numbers of confirmed saves went to the witness of the test"
    : "nothing was sent anywhere";
}

function driveWords({ volume, host }: Report): string {
  return [
    volume.drive.model ?? "Model not known",
    kindWords[volume.drive.kind],
    volume.fileSystem,
    systemName(host),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}
