import { describe, expect, it } from "vitest";
import { misplacedHeadings } from "../../helpers/mock-app/headings";
import { onPages, onPicture, thorough } from "../../helpers/mock-app/report-page";
import {
  errorReport,
  fullMacReport,
  fullReport,
  sweepReport,
} from "../../helpers/mock-app/reports";
import { situations } from "../../helpers/mock-app/situations";
import { turnTo } from "../../helpers/mock-app/verdict-page";
import { verdictWindow } from "../../helpers/mock-app/verdict-window";

/**
 * The headings of the evidence view and the paper view; for all other pages `expectEveryLook`
 * checks them.
 */

const { verdictOn } = verdictWindow();
const reports = Object.entries({ ...situations, fullReport, fullMacReport, sweepReport });

describe("the headings", () => {
  it.each(reports)(
    "skip no level in the charts, figures and method of a verdict (%s)",
    async (_, report) => {
      const page = await verdictOn(report);
      for (const part of ["Charts", "Figures", "Method"] as const) {
        await turnTo(page, part);
        expect([part, ...(await misplacedHeadings(page))]).toEqual([part]);
      }
    },
  );

  it("skip no level in the printed report and in the picture", async () => {
    const all = [...reports.map(([, report]) => report), errorReport, thorough(fullReport)];
    await onPages(all, async ({ page }) => {
      expect(await misplacedHeadings(page)).toEqual([]);
    });
    await onPicture(fullReport, async ({ page }) => {
      expect(await misplacedHeadings(page)).toEqual([]);
    });
  });
});
