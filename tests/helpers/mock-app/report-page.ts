import { expect } from "vitest";
import type { Report } from "#contract/report";
import { type MockWindow, openMock } from "./open-mock";
import { answered } from "./scenario";

/** The page that is printed, over a main process that answers with one report. */

export type Paper = "A4" | "Letter";

const sampleSum = "5a".repeat(32);

async function onPage(
  report: Report,
  view: "report" | "chart",
  look: (mock: MockWindow, report: Report) => Promise<void>,
): Promise<void> {
  const document = { report, view, paper: "A4", checksum: sampleSum } as const;
  const mock = await openMock({
    page: "report",
    // The page must stay light like paper even if the system is dark.
    theme: "dark",
    width: 1600,
    height: 900,
    results: { reportDocument: answered(document) },
  });
  try {
    await untilDrawn(mock);
    await look(mock, report);
  } finally {
    await mock.close();
  }
}

/** Checks the printed page of each report on A4 by expectEveryLook's rules, one after the other. */
export async function onPages(
  reports: readonly Report[],
  look: (mock: MockWindow, report: Report) => Promise<void>,
): Promise<void> {
  for (const report of reports) {
    await onPage(report, "report", look);
  }
}

/** Checks the picture made of a report. */
export function onPicture(
  report: Report,
  look: (mock: MockWindow) => Promise<void>,
): Promise<void> {
  return onPage(report, "chart", look);
}

export async function untilDrawn(mock: MockWindow): Promise<void> {
  await expect.poll(() => mock.callsOf("reportDrawn")).toEqual([[]]);
}

/** The report as if it were made with the longest profile, "thorough". */
export const thorough = (report: Report): Report => ({
  ...report,
  plan: { ...report.plan, profile: "thorough" },
});
