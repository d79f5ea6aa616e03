import type { Answer, Finding, Verdict } from "#contract/verdict";
import type { FindingCode } from "./finding-codes";
import { verdictOn } from "./judged";
import { type SampleOptions, sampleUnjudgedReport } from "./sample-report";

/** The text with ordinary spaces in place of no-break spaces. */
export const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ");

export const judged = (options: SampleOptions) => verdictOn(sampleUnjudgedReport(options));

export function answerIn({ answers }: Verdict, question: Answer["question"]): Answer {
  const found = answers.find((each) => each.question === question);
  if (found === undefined) {
    throw new Error(`no answer to ${question}`);
  }
  return { ...found, word: plain(found.word), reason: plain(found.reason) };
}

export function findingIn({ findings }: Verdict, code: FindingCode): Finding | undefined {
  const found = findings.find((each) => each.code === code);
  return found && { ...found, title: plain(found.title), detail: plain(found.detail) };
}

/** The finding of this code in the verdict; throws if it is missing. */
export function findingOf(options: SampleOptions, code: FindingCode): Finding {
  const found = findingIn(judged(options), code);
  if (found === undefined) {
    throw new Error(`no finding ${code}`);
  }
  return found;
}
