import type { Verdict } from "../contract/verdict";
import { workloadIds } from "../contract/workloads";
import { answersOf } from "./verdict/answers";
import { factsOf, type UnjudgedReport } from "./verdict/facts";
import { failureFindings } from "./verdict/failures";
import { bySeverity, toFinding } from "./verdict/finding";
import { withoutGone } from "./verdict/gone";
import { gradeOf } from "./verdict/grade";
import { honestyFindings } from "./verdict/honesty";
import { measurementFindings } from "./verdict/measurement";
import { adviceOf, headlineOf, meaningOf } from "./verdict/narrative";
import { plugTestAdvised, powerCutFindings, savedAfterCuts } from "./verdict/power-cut";
import { isFatal, soberly } from "./verdict/praise";
import { promiseFindings } from "./verdict/promises";
import { judgeSaved } from "./verdict/saved";
import { homeOf } from "./workloads";

/**
 * Turns what was measured into plain words. Everything said follows from the report alone, so that
 * a stored report is judged the same wherever it is opened. Findings come gravest first.
 */
export function judge(report: UnjudgedReport): Verdict {
  const facts = factsOf(report);
  const saved = savedAfterCuts(judgeSaved(facts), facts);
  const made = withoutGone(
    [
      ...failureFindings(report),
      ...powerCutFindings(facts),
      ...promiseFindings(facts),
      ...honestyFindings(facts),
      ...measurementFindings(facts),
      ...workloadIds.flatMap((id) => homeOf(id).findings(facts)),
    ],
    report,
  );
  const fatal = isFatal(made);
  const drafts = bySeverity(fatal ? soberly(made) : made);
  const answers = answersOf(facts, saved);
  return {
    grade: gradeOf(facts, saved, drafts),
    headline: headlineOf(facts, saved),
    answers: fatal ? soberly(answers) : answers,
    findings: drafts.map(toFinding),
    meaning: meaningOf(facts, saved),
    advice: adviceOf(drafts, plugTestAdvised(facts)),
  };
}
