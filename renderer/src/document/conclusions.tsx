import type { Answer, Finding, Verdict } from "#contract/verdict";
import { answerQuestions, conclusionsText } from "#text/document";
import { signText } from "#text/screens/verdict";
import { SeveritySymbol } from "../ui/symbols";

export function Meaning({ verdict: { meaning, advice } }: { verdict: Verdict }) {
  return (
    <div className="conclusions">
      {meaning.length === 0 ? null : (
        <section className="card rows">
          <h2>{conclusionsText.meaning()}</h2>
          {meaning.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      )}
      {advice.length === 0 ? null : (
        <section className="card rows">
          <h2>{conclusionsText.advice()}</h2>
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

export function Findings({ findings }: { findings: readonly Finding[] }) {
  return findings.length === 0 ? null : (
    <section className="card rows">
      <h2>{conclusionsText.findings()}</h2>
      <ul className="rows loose">
        {findings.map(({ code, severity, title, detail }) => (
          <li key={code} className={`finding tone-${severity}`}>
            <SeveritySymbol severity={severity} name={severityNames[severity]?.()} />
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

/** What screen readers call a severity; only cautions and bad findings have a name. */
const severityNames: Readonly<Partial<Record<Finding["severity"], () => string>>> = {
  caution: signText.care,
  bad: signText.bad,
};

/** The four answers: a word, a symbol of distinct shape, and one line of reason. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  return (
    <ul className="answers" aria-label={conclusionsText.answers()}>
      {answers.map(({ question, word, severity, reason }) => (
        <li key={question} className={`card answer tone-${severity}`}>
          <h2 className="answer-question small quiet">{answerQuestions[question]()}</h2>
          <p className="answer-word">
            <SeveritySymbol severity={severity} size={22} />
            {word}
          </p>
          <p className="small">{reason}</p>
        </li>
      ))}
    </ul>
  );
}
