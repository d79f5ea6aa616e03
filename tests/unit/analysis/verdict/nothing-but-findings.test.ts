import { expect, it } from "vitest";
import { healthFindings } from "#analysis/health/findings";
import { factsOf } from "#analysis/verdict/facts";
import { failureFindings } from "#analysis/verdict/failures";
import { honestyFindings } from "#analysis/verdict/honesty";
import { measurementFindings } from "#analysis/verdict/measurement";
import { powerCutFindings } from "#analysis/verdict/power-cut";
import { promiseFindings } from "#analysis/verdict/promises";
import { homeOf } from "#analysis/workloads/index";
import { workloadIds } from "#contract/workloads/index";
import { everyFindingCode } from "../../../helpers/finding-codes";
import { said } from "../../../helpers/judged";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";
import { allScenarios } from "./all-scenarios";
import { cornerCases } from "./corner-cases";
import { saveCornerCases } from "./save-corner-cases";

const withoutHealth = allScenarios.filter(({ given }) => given.report?.health === undefined);

/**
 * Tests each function of the verdict alone, because the list of findings silently drops any value
 * that is no finding.
 */
it.each([...withoutHealth, ...cornerCases, ...saveCornerCases])(
  "every part of the verdict returns only known findings, each with a title and texts, for: $name",
  ({ given }) => {
    const report = sampleUnjudgedReport(given);
    const facts = factsOf(report);
    const made = [
      ...failureFindings(report),
      ...powerCutFindings(facts),
      ...promiseFindings(facts),
      ...honestyFindings(facts),
      ...measurementFindings(facts),
      ...healthFindings(report),
      ...workloadIds.flatMap((id) => homeOf(id).findings(facts)),
    ];
    for (const { code, title, seen, means } of made) {
      expect(everyFindingCode).toContain(code);
      expect([title, seen, means].every((part) => said(part).length > 0)).toBe(true);
    }
  },
);
