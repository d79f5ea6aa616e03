import { Fragment } from "react";
import type { ReportPageDocument } from "../../../electron/contract/ipc-schema";
import { isPowerCutReport, type Report } from "../../../electron/contract/report";
import type { WorkloadId } from "../../../electron/contract/workloads";
import { formatDateTime } from "../../../electron/text/dates";
import { computerName, fullDriveName } from "../../../electron/text/drive-identity";
import { driveKindNames } from "../../../electron/text/names";
import { paperHead, paperText } from "../../../electron/text/paper";
import { volumeText } from "../../../electron/text/screens/drive";
import { Answers, Findings, Meaning } from "../document/conclusions";
import { Environment } from "../document/environment";
import { HealthTables, WorkloadTables } from "../document/figures";
import { Interruption, Warnings } from "../document/interruption";
import { Method } from "../document/method";
import { PowerCutSection } from "../document/power-cut-section";
import { TemperatureFigure } from "../document/temperature";
import { GradeBadge } from "../ui/badge";
import { RichText } from "../ui/rich-text";
import { systemName } from "../words";
import { homeOf, shownWorkloads } from "../workloads";
import type { ReportProps } from "../workloads/home";

/** The verdict laid out for paper: the first page is enough for a shop, the rest for an engineer. */
export function ReportPage({ report, paper, checksum }: Omit<ReportPageDocument, "view">) {
  const { verdict } = report;
  const isPowerCut = isPowerCutReport(report);
  const { name, version, engine } = report.app;
  const app = { app: name, version, engine };
  const computer = computerName(report.computer);
  const [first, ...others] = shownWorkloads(report);
  return (
    <main className={`paper-page ${paper.toLowerCase()}`}>
      <header className="paper-head">
        <div>
          <p className="paper-title">
            {isPowerCut ? paperText.powerCutReport() : paperText.inspectionReport()}
          </p>
          <p className="small">
            {driveWords(report)}
            <br />
            {computer === null ? null : (
              <>
                {paperText.inComputer({ computer })}
                <br />
              </>
            )}
            <span className="quiet">
              <RichText
                text={paperHead.run({
                  finished: formatDateTime(report.finishedAt),
                  runId: report.runId,
                })}
                tags={{ mono: (id) => <span className="mono">{id}</span> }}
              />
            </span>
          </p>
        </div>
        <GradeBadge grade={verdict.grade} />
      </header>
      <p className="small mono">{checksum}</p>
      <Interruption report={report} />
      <h1>{verdict.headline}</h1>
      <Answers answers={verdict.answers} />
      {first === undefined ? null : <MainFigure id={first} report={report} />}
      <Meaning verdict={verdict} />
      {isPowerCut ? <PowerCutSection report={report} /> : null}
      <Findings findings={verdict.findings} />
      <Warnings warnings={report.warnings} />
      <section className="paper-engineer">
        {first === undefined ? null : <Details id={first} report={report} />}
        {others.map((id) => (
          <Fragment key={id}>
            <MainFigure {...{ id, report }} />
            <Details {...{ id, report }} />
          </Fragment>
        ))}
        <TemperatureFigure report={report} />
        {isPowerCut ? null : <PowerCutSection report={report} />}
        <HealthTables report={report} />
        <section className="card">
          <Environment report={report} />
        </section>
        <section className="card paper-method">
          <Method report={report} />
        </section>
      </section>
      <footer className="paper-foot small quiet">
        {isPowerCut ? paperText.powerCutFoot(app) : paperText.inspectionFoot(app)}
      </footer>
    </main>
  );
}

interface WorkloadProps extends ReportProps {
  readonly id: WorkloadId;
}

function MainFigure({ id, report }: WorkloadProps) {
  const { Figure } = homeOf(id);
  return <Figure report={report} withPublished />;
}

/** What follows the main chart of a workload. */
function Details({ id, report }: WorkloadProps) {
  const { FurtherFigures } = homeOf(id);
  return (
    <>
      {FurtherFigures === undefined ? null : <FurtherFigures report={report} />}
      <WorkloadTables {...{ id, report }} />
    </>
  );
}

function driveWords({ volume, host }: Report): string {
  return [
    volume.drive.model === null ? volumeText.modelNotKnown() : fullDriveName(volume.drive),
    driveKindNames[volume.drive.kind](),
    volume.fileSystem,
    systemName(host),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}
