import { expect, it } from "vitest";
import { tables } from "#tables/workloads/sustained-write";
import { Figure } from "../../../../../renderer/src/workloads/sustained-write/report";
import { markupOf } from "../../../../helpers/markup";
import { sampleReport } from "../../../../helpers/sample-report";

/** The texts of table and chart for a write whose speed never fell. */
function courseOf(seconds: number) {
  const report = sampleReport({ sustained: { fastBytes: null, slowNs: seconds * 1e9 } });
  const [table] = tables(report);
  const props = { report, withPublished: false };
  const chart = markupOf(Figure, props);
  const isSaid = report.verdict.findings.some(({ code }) => code === "sustained-steady");
  return { isSaid, absence: table?.rows[0]?.absence, notes: table?.notes?.join(), chart };
}

it("table and chart say that the speed did not fall for good, as the finding does, only if the write lasted at least 4 s", () => {
  for (const seconds of [1, 3.9]) {
    const { isSaid, absence, notes, chart } = courseOf(seconds);
    expect(isSaid).toBe(false);
    expect(absence).toBe("not known");
    expect(notes).toContain("too short to know whether the speed falls for good");
    expect(chart).toContain("whether the speed falls for good is not known");
    expect(chart).not.toContain("did not fall");
  }
  const { isSaid, absence, notes, chart } = courseOf(4);
  expect(isSaid).toBe(true);
  expect(absence).toBe("no lasting fall");
  expect(notes).toContain("without a lasting fall");
  expect(chart).toContain("did not fall for good");
});
