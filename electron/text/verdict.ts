import type { JudgedReport, Report } from "../contract/report";
import type { Judgement, Verdict } from "../contract/verdict";
import { errorInWords, warningInWords } from "./in-words";
import { tellAll } from "./statements";

/** The report with its verdict, and its warnings and error where they are not yet, in words. */
export function reportInWords({ error, warnings, verdict, ...report }: JudgedReport): Report {
  return {
    ...report,
    error: error && ("message" in error ? error : errorInWords(error)),
    warnings: warnings.map((one) =>
      "message" in one ? one : warningInWords(one.code, one.statements),
    ),
    verdict: tellVerdict(verdict),
  };
}

/** The verdict in words, with the statements beside them. */
export function tellVerdict({ grade, ...judgement }: Judgement): Verdict {
  const { headline, answers, findings, meaning, advice } = judgement;
  return {
    grade,
    headline: tellAll(headline),
    answers: answers.map(({ question, severity, word, reason }) => ({
      ...{ question, word: tellAll(word), severity, reason: tellAll(reason) },
      statements: { word: [...word], reason: [...reason] },
    })),
    findings: findings.map(({ code, severity, title, seen, means, todo }) => ({
      ...{ code, severity, title: tellAll(title), detail: tellAll([...seen, ...means, ...todo]) },
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
