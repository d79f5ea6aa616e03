import type { Statement } from "#contract/statement";
import type { Judgement } from "#contract/verdict";
import { workloadIds } from "#contract/workloads/index";
import type { Facts, UnjudgedReport } from "./facts/facts";
import { type AnyFinding, bySeverity, toFinding } from "./facts/finding";
import { healthFindings } from "./health/findings";
import { paragraph } from "./say";
import { answersOf } from "./verdict/answers";
import { factsOf } from "./verdict/facts";
import { failureFindings } from "./verdict/failures";
import { withoutGone } from "./verdict/gone";
import { gradeOf } from "./verdict/grade";
import { honestyFindings } from "./verdict/honesty";
import { measurementFindings } from "./verdict/measurement";
import { adviceOf, headlineOf, meaningOf } from "./verdict/narrative";
import {
  powerCutFindings,
  powerCutTestAdviceOn,
  powerCutTestAdvised,
  savedAfterCuts,
} from "./verdict/power-cut";
import { isFatal, soberly } from "./verdict/praise";
import { promiseFindings } from "./verdict/promises";
import { judgeSaved } from "./verdict/saved";
import { withoutDelays } from "./verdict/urgency";
import { homeOf } from "./workloads";

/**
 * Judges a report by itself, so that a stored report is judged the same wherever it is opened.
 * Findings come most severe first.
 */
export function judge(report: UnjudgedReport): Judgement {
  const facts = factsOf(report);
  const saved = savedAfterCuts(judgeSaved(facts), facts);
  const speeds = measurementFindings(facts);
  const tests = workloadIds.flatMap((id) => homeOf(id).findings(facts));
  const found = [
    ...failureFindings(report),
    ...powerCutFindings(facts),
    ...promiseFindings(facts),
    ...honestyFindings(facts),
    ...speeds,
    ...healthFindings(report),
    ...tests,
  ];
  const made = withoutGone(withoutDelays(found, [...speeds, ...tests]), report);
  const fatal = isFatal(made, facts);
  const drafts = bySeverity(fatal ? soberly(made) : made);
  const answers = answersOf(facts, saved);
  return {
    grade: gradeOf(facts, saved, drafts),
    headline: paragraph(headlineOf(facts, saved)),
    answers: (fatal ? soberly(answers) : answers).map(({ word, reason, ...answer }) => ({
      ...answer,
      word: paragraph(word),
      reason: paragraph(reason),
    })),
    findings: drafts.map(toFinding),
    meaning: meaningOf(facts, saved).map(paragraph),
    advice: adviceOf(drafts, testAdvice(facts, drafts), report),
  };
}

/** The advice to make a plug test; `null` if a finding already gives it in its own words. */
function testAdvice(facts: Facts, drafts: readonly AnyFinding[]): Statement | null {
  const isGiven = drafts.some(({ todo }) =>
    paragraph(todo).some(({ code }) => code === "saves-outpace-writing.todo"),
  );
  return powerCutTestAdvised(facts) && !isGiven ? powerCutTestAdviceOn(facts.report) : null;
}
