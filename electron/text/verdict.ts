import type { Paragraph } from "#contract/statement";
import type { Answer, Finding, Judgement, Verdict } from "#contract/verdict";
import { stillMakes, tellAll } from "./statements";

/** Adds sentences to a judgement; its statements stay beside them. */
export function tellVerdict({ grade, ...judgement }: Judgement): Verdict {
  const { headline, answers, findings, meaning, advice } = judgement;
  return {
    grade,
    headline: tellAll(headline),
    answers: answers.map(({ question, severity, word, reason }) => ({
      question,
      word: tellAll(word),
      severity,
      reason: tellAll(reason),
      statements: { word: [...word], reason: [...reason] },
    })),
    findings: findings.map(({ code, severity, title, seen, means, todo }) => ({
      code,
      severity,
      ...toldFinding({ title, seen, means, todo }),
      statements: { title: [...title], seen: [...seen], means: [...means], todo: [...todo] },
    })),
    meaning: meaning.map(tellAll),
    advice: advice.map(tellAll),
    statements: {
      headline: [...headline],
      meaning: meaning.map((paragraph) => [...paragraph]),
      advice: advice.map((paragraph) => [...paragraph]),
    },
  };
}

/**
 * A stored verdict without statements that no longer render its texts, so that an older report is
 * shown in its own words and figures.
 */
export function withCurrentStatements(verdict: Verdict): Verdict {
  const { headline, meaning, advice, statements, answers, findings } = verdict;
  const isCurrent =
    statements !== null &&
    stillMakes(statements.headline, headline) &&
    areCurrent(statements.meaning, meaning) &&
    areCurrent(statements.advice, advice);
  return {
    ...verdict,
    statements: isCurrent ? statements : null,
    answers: answers.map((answer) => ({
      ...answer,
      statements: isAnswerCurrent(answer) ? answer.statements : null,
    })),
    findings: findings.map((finding) => ({
      ...finding,
      statements: isFindingCurrent(finding) ? finding.statements : null,
    })),
  };
}

function areCurrent(paragraphs: readonly Paragraph[], texts: readonly string[]): boolean {
  return (
    paragraphs.length === texts.length &&
    paragraphs.every((paragraph, place) => stillMakes(paragraph, texts[place] ?? ""))
  );
}

function isAnswerCurrent({ word, reason, statements }: Answer): boolean {
  return (
    statements !== null &&
    stillMakes(statements.word, word) &&
    stillMakes(statements.reason, reason)
  );
}

function isFindingCurrent({ title, detail, statements }: Finding): boolean {
  return (
    statements !== null &&
    stillMakes(statements.title, title) &&
    stillMakes([...statements.seen, ...statements.means, ...statements.todo], detail)
  );
}

/** Translates a stored verdict into the current language; text without statements stays. */
export function retellVerdict(verdict: Verdict): Verdict {
  const { statements, answers, findings } = verdict;
  return {
    ...verdict,
    ...(statements && {
      headline: tellAll(statements.headline),
      meaning: statements.meaning.map(tellAll),
      advice: statements.advice.map(tellAll),
    }),
    answers: answers.map((answer) => ({
      ...answer,
      ...(answer.statements && {
        word: tellAll(answer.statements.word),
        reason: tellAll(answer.statements.reason),
      }),
    })),
    findings: findings.map((finding) => ({
      ...finding,
      ...(finding.statements && toldFinding(finding.statements)),
    })),
  };
}

function toldFinding({ title, seen, means, todo }: Told) {
  return { title: tellAll(title), detail: tellAll([...seen, ...means, ...todo]) };
}

type Told = Pick<Judgement["findings"][number], "title" | "seen" | "means" | "todo">;
