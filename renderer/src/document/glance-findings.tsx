import { isOfEveryMac } from "#analysis/verdict/glance/signs";
import type { Report } from "#contract/report";
import type { Finding } from "#contract/verdict";
import { glanceText, signText } from "#text/screens/verdict";
import { tellAll } from "#text/statements";
import { SignSymbol } from "../ui/mark";

/** Early endings are no warnings, but the first page shows them: they say why the run ended. */
const endings: readonly string[] = [
  ...["inspection-stopped", "test-failed", "inspection-broke-off", "volume-gone", "volume-full"],
];

/** Bad findings, cautions and early endings, gravest first. */
export function notable(report: Report): readonly Finding[] {
  return report.verdict.findings.filter(
    (finding) =>
      finding.severity === "bad" ||
      endings.includes(finding.code) ||
      (finding.severity === "caution" && !isOfEveryMac(report, finding)),
  );
}

/** Findings that only say what the system does not show: marked as open, not as a warning. */
const notSeenFromHere: readonly string[] = [
  ...["virtual-drive", "network-drive", "place-unknown", "zfs-sync-unseen"],
  ...["cache-state-assumed", "flushes-not-seen", "not-verified"],
];

function signOf({ code, severity }: Finding) {
  if (severity === "bad") {
    return "bad";
  }
  if (endings.includes(code)) {
    return "early";
  }
  return notSeenFromHere.includes(code) ? "open" : "care";
}

/** What a screen reader says for the symbol; nothing if the title says the same. */
function nameOf(finding: Finding): string | undefined {
  const sign = signOf(finding);
  return sign === "early" ? undefined : signText[sign]();
}

/** Each finding in three columns: observation, meaning, advice. */
export function NotableFindings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) {
    return null;
  }
  return (
    <section className="notable">
      <h2>{glanceText.found()}</h2>
      {findings.map((finding) => (
        <article key={finding.code} className={`notable-finding sign-${signOf(finding)}`}>
          <h3>
            <SignSymbol sign={signOf(finding)} rem={1.25} name={nameOf(finding)} />
            {finding.title}
          </h3>
          <FindingColumns finding={finding} />
        </article>
      ))}
    </section>
  );
}

function FindingColumns({ finding: { statements, detail } }: { readonly finding: Finding }) {
  if (statements === null) {
    return <p>{detail}</p>;
  }
  const columns = [
    { head: glanceText.seen(), text: tellAll(statements.seen) },
    { head: glanceText.means(), text: tellAll(statements.means) },
    { head: glanceText.todo(), text: tellAll(statements.todo) },
  ].filter(({ text }) => text !== "");
  return (
    <dl>
      {columns.map(({ head, text }) => (
        <div key={head}>
          <dt className="small quiet">{head}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
