import type { Finding, Verdict } from "../../../electron/contract/verdict";
import { SeveritySymbol } from "../ui/symbols";

/** What it means and what can be done. */
export function Meaning({ verdict: { meaning, advice } }: { verdict: Verdict }) {
  return (
    <div className="conclusions">
      {meaning.length === 0 ? null : (
        <section className="card">
          <h2>What this means for you</h2>
          {meaning.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      )}
      {advice.length === 0 ? null : (
        <section className="card">
          <h2>What you can do</h2>
          <ul className="advice">
            {advice.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What the verdict rests on, gravest first. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  return findings.length === 0 ? null : (
    <section className="card findings">
      <h2>What was found</h2>
      <ul>
        {findings.map(({ code, severity, title, detail }) => (
          <li key={code} className={`finding tone-${severity}`}>
            <SeveritySymbol severity={severity} />
            <div>
              <h3>{title}</h3>
              <p className="small">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
