import type { ReportPageDocument } from "#contract/ipc-schema";
import { isPowerCutReport, type Report } from "#contract/report";
import type { WorkloadId } from "#contract/workloads/index";
import { healthTables } from "#tables/health";
import { homeOf as tablesOf } from "#tables/workloads/index";
import { sheetText } from "#text/paper";
import { glanceText } from "#text/screens/verdict";
import { tellAll } from "#text/statements";
import { homeOf as wordsOf } from "#text/workloads/index";
import { Environment } from "../document/environment";
import { notable } from "../document/glance-findings";
import { Interruption, Warnings } from "../document/interruption";
import { Method } from "../document/method";
import { PowerCutSection } from "../document/power-cut-section";
import { TemperatureFigure } from "../document/temperature";
import { homeOf, measuredWorkloads, shownWorkloads } from "../workloads";
import type { InBrief, ReportProps } from "../workloads/home";
import { BriefTable } from "./brief-table";
import { FirstPage, mostFindings } from "./first-page";

/**
 * The first page is enough for a shop; charts, figures and method are for an engineer. Only a
 * thorough inspection needs more than three pages.
 */
export function ReportPage({ report, paper, checksum }: Omit<ReportPageDocument, "view">) {
  const isThorough = report.plan.profile === "thorough";
  const isAlone = report.plan.tests.length < 4;
  const isFull = isThorough || isAlone;
  const isCrowded = !isFull && report.plan.tests.length > mostRoomyCharts;
  const look = [!isFull && "is-brief", isAlone && "is-alone", isCrowded && "is-crowded"];
  return (
    <main className={`paper-page ${paper.toLowerCase()}`}>
      <FirstPage report={report} checksum={checksum} />
      <Interruption report={report} />
      <PowerCutSection report={report} />
      <section className={["paper-evidence", ...look].filter(Boolean).join(" ")}>
        {shownWorkloads(report).map((id) => {
          const { Figure } = homeOf(id);
          return <Figure key={id} report={report} withPublished />;
        })}
        <TemperatureFigure report={report} />
        {isFull ? <FurtherFigures report={report} /> : <p>{sheetText.charts()}</p>}
        <FurtherFindings report={report} />
        <Warnings warnings={report.warnings} />
        {shownWorkloads(report).map((id) =>
          tablesOf(id)
            .tables(report)
            .map((table, place, all) => (
              <BriefTable
                key={table.caption}
                table={table}
                before={all[place - 1]}
                withSettings={isFull}
                {...(isFull ? {} : briefly(id, isCrowded))}
              />
            )),
        )}
        {isThorough
          ? healthTables(report.health).map((table) => (
              <BriefTable key={table.caption} table={table} />
            ))
          : null}
        <Environment report={report} />
        {isFull || isPowerCutReport(report) ? (
          <Method report={report} />
        ) : (
          <BriefMethod report={report} />
        )}
      </section>
    </main>
  );
}

/** A short paper with more charts than these gets smaller charts and fewer tables. */
const mostRoomyCharts = 8;

function briefly(id: WorkloadId, isCrowded: boolean): InBrief {
  const { isDrawn = false, givesWay = false, ...rest } = homeOf(id).inBrief ?? {};
  return { ...rest, isDrawn: isDrawn || (isCrowded && givesWay) };
}

function FurtherFigures({ report }: ReportProps) {
  return shownWorkloads(report).map((id) => {
    const { FurtherFigures: Further } = homeOf(id);
    return Further === undefined ? null : <Further key={id} report={report} />;
  });
}

/** Findings that do not fit on the first page, gravest first. */
function FurtherFindings({ report }: { readonly report: Report }) {
  const findings = notable(report).slice(mostFindings);
  return findings.length === 0 ? null : (
    <section className="further-findings">
      <h2>{glanceText.found()}</h2>
      {findings.map(({ code, title, statements, detail }) => (
        <p key={code}>
          <strong>{title}.</strong> {statements === null ? detail : tellAll(statements.seen)}
        </p>
      ))}
    </section>
  );
}

/** The method in a sentence or two; the attached data has all settings. */
export function BriefMethod({ report }: { readonly report: Report }) {
  return (
    <section className="method rows small">
      <h2>{sheetText.method()}</h2>
      {measuredWorkloads(report).map((id) => (
        <p key={id}>
          <strong>{homeOf(id).name()}.</strong> {wordsOf(id).briefMethod()}
        </p>
      ))}
      <p>{sheetText.methodOfAll()}</p>
    </section>
  );
}
