import { expect } from "vitest";
import type { Report } from "#contract/report";
import { type MockWindow, openMock } from "./open-mock";
import { answered } from "./scenario";

/** The page that is printed, over a main process that plays one report. */

export type Paper = "A4" | "Letter";

type View = "report" | "chart";

const sampleSum = "5a".repeat(32);

export async function openReportPage(
  report: Report,
  view: View,
  paper: Paper,
): Promise<MockWindow> {
  const mock = await openMock({
    page: "report",
    // The page is paper: it has to stay light in a dark system.
    theme: "dark",
    width: 1600,
    height: 900,
    results: { reportDocument: answered({ report, view, paper, checksum: sampleSum }) },
  });
  await untilDrawn(mock);
  return mock;
}

/** Looks at the page of each report on A4, one after the other. */
export async function onPages(
  reports: readonly Report[],
  look: (mock: MockWindow, report: Report) => Promise<void>,
): Promise<void> {
  for (const report of reports) {
    const mock = await openReportPage(report, "report", "A4");
    try {
      await look(mock, report);
    } finally {
      await mock.close();
    }
  }
}

export async function untilDrawn(mock: MockWindow): Promise<void> {
  await expect.poll(() => mock.callsOf("reportDrawn")).toEqual([[]]);
}

/** The same report as made with the longest profile. */
export const thorough = (report: Report): Report => ({
  ...report,
  plan: { ...report.plan, profile: "thorough" },
});
