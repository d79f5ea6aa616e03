import type { Answer } from "../../../../electron/contract/verdict";
import { SeveritySymbol } from "../../ui/symbols";

const questions: Readonly<Record<Answer["question"], string>> = {
  "saved-means-saved": "Does “saved” mean saved?",
  "safe-speed": "How fast when it must be safe?",
  "plain-speed": "How fast otherwise?",
  honesty: "Does the drive tell the truth?",
};

/** The four answers: a word, a symbol of its own shape, and one line of reason. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  return (
    <ul className="answers" aria-label="Four answers">
      {answers.map(({ question, word, severity, reason }) => (
        <li key={question} className={`card answer tone-${severity}`}>
          <h2 className="answer-question">{questions[question]}</h2>
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
