import type { Report } from "#contract/report";
import type { Finding } from "#contract/verdict";
import { glanceText } from "#text/screens/verdict";
import { tellAll } from "#text/statements";
import { SignSymbol } from "../ui/mark";

/** Told on the first page although they are no warning: they say why the run ended where it did. */
const endings: readonly string[] = [
  ...["inspection-stopped", "test-failed", "inspection-broke-off", "volume-gone", "volume-full"],
];

/** What every Mac does, and no finding of this drive: full flushes are slow and must be asked for. */
const ofEveryMac: readonly string[] = ["ordinary-save-not-safe", "slow-saves"];

/** What is more than information, gravest first. */
export function notable({ verdict, host }: Report): readonly Finding[] {
  return verdict.findings.filter(
    ({ code, severity }) =>
      severity === "bad" ||
      endings.includes(code) ||
      (severity === "caution" && !(host.os === "macos" && ofEveryMac.includes(code))),
  );
}

/** The system shows no more: that is no warning. */
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

/** Each in three columns: what was seen, what it means, what to do. */
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
            <SignSymbol sign={signOf(finding)} rem={1.25} />
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
          <dt>{head}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
