import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { groupByDrive } from "#analysis/history-groups";
import {
  exceptionsFor,
  expectEveryLook,
  expectPage,
  goOn,
  inPseudoLanguage,
  wordsOnly,
} from "../../helpers/mock-app/every-look";
import { liveMoment } from "../../helpers/mock-app/live-run";
import {
  cutInspection,
  keptPowerCutReport,
  lostPowerCutReport,
  openInspection,
} from "../../helpers/mock-app/power-cut-reports";
import {
  commitsReport,
  comparedReport,
  errorReport,
  fullMacReport,
  fullReport,
  goodReport,
  historyEntry,
  partialReport,
  sweepReport,
} from "../../helpers/mock-app/reports";
import { answered, busyDrive, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { manyVolumes } from "../../helpers/mock-app/volumes";

/**
 * Verdicts in the pseudo-language, with each theme, window size and text size of `everyLook`; and
 * the PDF and picture made of them.
 */

const savePdf = (page: Page) =>
  page
    .locator(".deed", { has: page.locator(".deed-options") })
    .locator(".deed-button")
    .click();

const drives = { results: { listVolumes: answered([...manyVolumes]) } } satisfies Partial<Scenario>;

describe("in the pseudo-language, a verdict", () => {
  const all = [
    ...[goodReport, fullReport, comparedReport, fullMacReport, sweepReport, errorReport],
    ...[partialReport, lostPowerCutReport, keptPowerCutReport, openInspection, cutInspection],
  ];
  // Sorts the reports by drive, as the history page does.
  const reports = groupByDrive(all.map(historyEntry)).flatMap(({ entries }) =>
    entries.flatMap((entry) => all.filter(({ runId }) => runId === entry.runId)),
  );
  const titles = reports.map(({ volume, runId }) => `${volume.drive.model}, ${runId}`);
  const kept = {
    reports: Object.fromEntries(reports.map((report) => [report.runId, report])),
    history: all.map(historyEntry),
    results: drives.results,
  } satisfies Partial<Scenario>;

  const open = (place: number) => async (page: Page) => {
    await page.locator(".head-end button").click();
    await page.locator(".history-row").nth(place).locator("button").first().click();
    await page.locator(".glance-headline, .notice").first().waitFor();
  };
  const openFigures = (place: number) => async (page: Page) => {
    await open(place)(page);
    await page.getByRole("tab").nth(1).click();
    await page.locator(".environment").waitFor();
  };

  it.each(titles.map((title, place) => [title, place] as const))(
    "shows no English and cuts nothing off: %s",
    (name, place) =>
      expectPage({
        name: `verdict ${place} ${name}`,
        scenario: kept,
        reach: openFigures(place),
        ...(reports[place] === partialReport ? { looks: wordsOnly } : {}),
      }),
  );

  it("shows no English if the report cannot be opened", () =>
    expectPage({
      name: "a report that cannot be opened",
      looks: wordsOnly,
      scenario: { ...kept, results: { ...drives.results, openReport: refused(busyDrive) } },
      reach: open(0),
    }));

  it("shows no English if the report was not saved", () =>
    expectPage({
      name: "a report that was not kept",
      looks: wordsOnly,
      scenario: {
        ...kept,
        saves: false,
        runId: goodReport.runId,
        frames: [liveMoment(goodReport.runId, { phase: "measuring", round: 1, at: 3 })],
      },
      reach: async (page, mock) => {
        await goOn(page);
        await page.getByRole("progressbar").waitFor();
        await mock.finish();
        await page.getByRole("alert").waitFor();
      },
    }));

  it("shows no English when saving fails and then succeeds", () => {
    const exportReport = [refused(busyDrive), answered({ path: "/home/ada/report.pdf" })];
    const scenario = { ...kept, results: { ...drives.results, exportReport } };
    return inPseudoLanguage(scenario, async (mock) => {
      const { page } = mock;
      await open(reports.indexOf(partialReport))(page);
      await savePdf(page);
      await page.locator(".deeds-outcome .notice").waitFor();
      await expectEveryLook(mock, exceptionsFor(scenario), "a report saved in vain", wordsOnly);
      await savePdf(page);
      await page.locator(".deeds-outcome .mono").waitFor();
      await expectEveryLook(mock, exceptionsFor(scenario), "a report saved", wordsOnly);
      await page.locator(".deed-options").click();
      await page.locator(".export-options .button").first().waitFor();
      await expectEveryLook(mock, exceptionsFor(scenario), "other formats", wordsOnly);
    });
  });
});

describe("in the pseudo-language, the printed report and the chart picture", () => {
  const documents = (
    [
      ["report", fullReport],
      ["report", errorReport],
      ["report", lostPowerCutReport],
      ["chart", commitsReport],
      ["chart", lostPowerCutReport],
    ] as const
  ).map(([view, report]) => [view, report.verdict.headline, report] as const);
  it.each(documents)("show no English and cut nothing off: %s, %s", (view, headline, report) =>
    inPseudoLanguage(
      {
        ...({ page: "report", width: 1600, height: 900 } as const),
        results: { reportDocument: answered({ report, view, paper: "A4", checksum: null }) },
      },
      async (mock) => {
        await expect.poll(() => mock.callsOf("reportDrawn")).toEqual([[]]);
        // The PDF page and the picture have a fixed size, so one window size and theme is enough.
        const asItIs = { theme: "light", width: 1600, height: 900, zoom: 1, rules: null } as const;
        await expectEveryLook(mock, exceptionsFor(report), `${view} ${headline}`, [asItIs]);
      },
    ),
  );
});
