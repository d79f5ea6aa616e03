import { isOfMachine, isPulledOut, isSold } from "#analysis/facts/thing";
import type { Glance } from "#analysis/verdict/glance/glance";
import { type Paper, type PaperLine, paperOf } from "#analysis/verdict/glance/paper";
import type { ReportPageDocument } from "#contract/ipc-schema";
import { isPowerCutReport, type Report } from "#contract/report";
import { formatDateTimeZone } from "#text/dates";
import { paperText, sheetText } from "#text/paper";
import { tell, tellAll } from "#text/statements";
import { Pairs } from "../document/environment";
import { FigurePlace } from "../document/figure-place";
import { notable } from "../document/glance-findings";
import { GlanceHeadline, GlanceMark } from "../document/glance-head";
import { Logo } from "../ui/logo";
import { SignSymbol } from "../ui/mark";
import { plateFacts } from "./plate";
import { recordedValues } from "./recorded";

/** Page one, enough for a shop: the findings, the drive, and what is asked of the shop. */
export function FirstPage({ report, checksum }: Pick<ReportPageDocument, "report" | "checksum">) {
  const paper = paperOf(report);
  const { glance, caveat } = paper;
  const { mark } = glance;
  const [left, right] = plateFacts(report);
  const { name: app, version, engine } = report.app;
  return (
    <section className={`sheet ${densityOf(paper)}`}>
      <header className="sheet-top">
        <p>
          <Logo />
          <strong>{app}</strong> {titleOf(report)}
        </p>
        <p className="quiet">{formatDateTimeZone(report.finishedAt)}</p>
      </header>
      <div className={`sheet-verdict sign-${mark}`}>
        <GlanceMark glance={glance} />
        <div>
          <h1 className="glance-headline">
            <GlanceHeadline {...glance} />
          </h1>
          {caveat === null ? null : <p className="glance-caveat">{tell(caveat)}</p>}
        </div>
      </div>
      <div className="sheet-plate">
        <Pairs pairs={left} />
        <Pairs pairs={right} />
      </div>
      <dl className="sheet-hand">
        {[
          sheetText.name(),
          ...(isSold(report) ? [sheetText.bought(), sheetText.receipt()] : []),
          ...serialsByHand(report),
          sheetText.signature(),
        ].map((name) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd />
          </div>
        ))}
      </dl>
      <table className="sheet-lines">
        <tbody>
          {paper.lines.map((line) => (
            <LineRow key={tell(line.question)} line={line} />
          ))}
        </tbody>
      </table>
      <section className="sheet-recorded">
        <h2>{sheetText.recorded({ isSold: String(isSold(report)) })}</h2>
        <Pairs pairs={recordedValues(report, mark, paper.reading)} />
      </section>
      <Boxes paper={paper} report={report} />
      <footer className="sheet-foot quiet">
        <p>
          {isPowerCutReport(report)
            ? sheetText.madeByPlugTest({ app, version, engine })
            : sheetText.made({
                app,
                version,
                engine,
                isNetwork: String(report.volume.drive.kind === "network"),
              })}
        </p>
        {checksum === null ? null : (
          <p className="sheet-sum">
            <span>{sheetText.checksum()}</span>
            <code>{checksum.replace(/.{8}(?=.)/g, "$& ")}</code>
          </p>
        )}
      </footer>
    </section>
  );
}

function titleOf(report: Report): string {
  if (!isPowerCutReport(report)) {
    return paperText.inspectionReport();
  }
  return isPulledOut(report) ? paperText.unplugReport() : paperText.powerCutReport();
}

/** With more lines than this, a fault or a described loss, the page does not get the large type. */
const mostRoomyLines = 7;

function densityOf({ glance: { mark }, lines, lost }: Paper): string {
  if (lines.length > mostRoomyLines || lost !== null) return isAgainst(mark) ? "is-full" : "";
  return isAgainst(mark) ? "" : "is-roomy";
}

function isAgainst(mark: Glance["mark"]): boolean {
  return mark === "bad" || mark === "care";
}

function LineRow({ line }: { readonly line: PaperLine }) {
  const { sign, question, answer, details, strip } = line;
  return (
    <tr className={`sign-${sign}`}>
      <th scope="row" className="quiet">
        {tell(question)}
      </th>
      <td className="sheet-sign">
        <SignSymbol sign={sign} rem={1.1} />
      </td>
      <td colSpan={strip === null ? 2 : 1}>
        <b>{tell(answer)}</b>
        {details.length === 0 ? null : <span>{details.map(tell).join(" · ")}</span>}
      </td>
      {strip === null ? null : (
        <td className="sheet-strip">
          <FigurePlace {...strip} />
        </td>
      )}
    </tr>
  );
}

interface BoxesProps {
  readonly paper: Paper;
  readonly report: Report;
}

/**
 * Two to four boxes: what was found, what is asked of the shop, how to repeat the test, and what is
 * not known. The second and the fourth may be missing.
 */
function Boxes({ paper, report }: BoxesProps) {
  const { next, repeat, unknown, glance } = paper;
  return (
    <section className="sheet-boxes">
      <div className={glance.mark === "bad" ? "sheet-wrong" : undefined}>
        <h2>{isAgainst(glance.mark) ? sheetText.wrong() : sheetText.noticed()}</h2>
        {isPowerCutReport(report) && paper.lost === null ? <p>{sheetText.plugTest()}</p> : null}
        <Wrong paper={paper} report={report} />
      </div>
      {next === null ? null : (
        <div className="sheet-next">
          <h2>{sheetText.next()}</h2>
          <p>{tell(next)}</p>
        </div>
      )}
      <div>
        <h2>{sheetText.repeat()}</h2>
        <ol>
          {repeat.map((step) => (
            <li key={step.code}>{tell(step)}</li>
          ))}
        </ol>
      </div>
      {unknown.length === 0 ? null : (
        <div>
          <h2>{sheetText.unknown()}</h2>
          <p>{tellAll(unknown)}</p>
        </div>
      )}
    </section>
  );
}

/** What a page without findings says; a fault or a doubt gives its reason. */
function nothingFound({ mark, safe }: Glance): string {
  switch (mark) {
    case "bad":
    case "care":
      return tell(safe.reason);
    case "open":
    case "early":
      return sheetText.nothingJudged();
    default:
      return sheetText.nothing();
  }
}

function foundIn(report: Report) {
  return notable(report).filter(({ severity }) => severity === "bad" || severity === "caution");
}

/** The most findings that fit on the first page; all further ones follow the figures. */
export const mostFindings = 2;

function Wrong({ paper: { glance, lost }, report }: BoxesProps) {
  const found = foundIn(report);
  if (found.length === 0) {
    return <p>{nothingFound(glance)}</p>;
  }
  return (
    <>
      {found.slice(0, mostFindings).map(({ code, title, statements, detail }) => (
        <p key={code}>
          <strong>{title}.</strong>{" "}
          {code === "power-cut-lost" && lost !== null
            ? tellAll(lost)
            : statements === null
              ? detail
              : tellAll(statements.seen)}
        </p>
      ))}
      {found.length <= mostFindings ? null : (
        <p className="quiet">{sheetText.more({ count: found.length - mostFindings })}</p>
      )}
    </>
  );
}

/**
 * Serial numbers that the person copies from a label: the drive's if a sold drive does not report
 * its own, else the computer's; none if the drive is a virtual machine's.
 */
function serialsByHand(report: Report): string[] {
  if (isOfMachine(report)) {
    return [];
  }
  const isMissing = isSold(report) && report.volume.drive.serial === null;
  return [isMissing ? sheetText.drive() : sheetText.computer()];
}
