import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Report } from "#contract/report";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { mockGuide, mockPowerCutTest } from "../../helpers/mock-app/power-cut-guides";
import {
  cutInspection,
  keptPowerCutReport,
  lostPowerCutReport,
  openInspection,
  powerCutEntries,
  powerCutReports,
  powerCutReportsById,
} from "../../helpers/mock-app/power-cut-reports";
import { answered, type Scenario } from "../../helpers/mock-app/scenario";
import { turnTo, verdictShown } from "../../helpers/mock-app/verdict-page";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";
import { manyVolumes } from "../../helpers/mock-app/volumes";

let mock: MockWindow;
closeAfterEach(() => mock);

async function openHistory(changes: Partial<Scenario> = {}): Promise<Page> {
  mock = await openMock({
    history: powerCutEntries,
    reports: powerCutReportsById,
    results: { listVolumes: answered([...manyVolumes]) },
    ...changes,
  });
  await mock.page.getByRole("button", { name: "Earlier inspections" }).click();
  await mock.page.locator(".history-row").first().waitFor();
  return mock.page;
}

async function openReport(page: Page, report: Report): Promise<void> {
  const place = powerCutReports.indexOf(report);
  await page.locator(".history-row").nth(place).getByRole("button", { name: /^Open/ }).click();
  await verdictShown(page, report);
}

/** The cells of the table's rows whose name matches; empty if the table has no such row. */
async function cellsOf(page: Page, name: string, row: RegExp): Promise<string[]> {
  const table = page.getByRole("table", { name });
  await table.waitFor({ state: "attached" });
  return table.getByRole("row", { name: row }).getByRole("cell").allTextContents();
}
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const toGuide = (page: Page) =>
  page.getByRole("heading", { name: /^The (un)?plug test of/ }).waitFor();

describe("the report of a plug test", () => {
  it("is labelled as a plug test in the list and on its own page", async () => {
    const page = await openHistory();
    const rows = page.locator(".history-row");
    for (const [place, { kind }] of powerCutEntries.entries()) {
      const text = await visibleText(rows.nth(place));
      expect(text.includes("Plug test")).toBe(kind === "plug-test");
    }
    await openReport(page, lostPowerCutReport);
    expect(await visibleText(page.locator(".plate"))).toMatch(/Plug test$/);
    expect(await page.getByRole("switch").count()).toBe(0);
  });

  it("shows the outcome of its own plug test and of all plug tests of the drive together", async () => {
    const page = await openHistory();
    await openReport(page, lostPowerCutReport);
    // The charts count only saves in modes that promise to survive a power cut, not the writes of the
    // mode "none", which may be lost.
    const first = await visibleText(page.getByRole("tabpanel", { name: "Charts" }));
    expect(first).toContain(plain("12 345"));
    expect(first).not.toContain(plain("91 234"));
    await turnTo(page, "Figures");
    const own = "What became of the confirmed saves";
    expect((await cellsOf(page, own, /^Reported as done/)).map(plain)).toEqual([
      "91 234",
      "12 345",
      "–",
    ]);
    expect(await cellsOf(page, own, /^An older version/)).toEqual(["0", "12", "–"]);
    expect((await cellsOf(page, own, /^Time of saves/)).map(plain)).toEqual([
      "4.2 s",
      "38 ms",
      "–",
    ]);
    expect(await cellsOf(page, own, /^Last save checked is known from/)).toEqual([
      "the witness",
      "the disk itself",
      "–",
    ]);
    expect((await cellsOf(page, own, /^Age of the newest save/)).map(plain)).toEqual([
      "not known",
      "31 ms",
      "–",
    ]);
    expect(await cellsOf(page, own, /^Result/)).toEqual(["lost", "lost", "not available here"]);
    const table = page.getByRole("table", { name: own });
    expect(await table.textContent()).toContain("pwrite(4096) + fsync(fd)");
    const all = "All power cuts together";
    // With several plug tests, the row "Last save checked" is in the table of each test, not in the
    // one for all.
    expect(await cellsOf(page, all, /^Last save checked/)).toEqual([]);
    expect((await cellsOf(page, all, /^Result/)).map(plain)).toEqual([
      "lost in 2 of 2, which is no fault; no result in one test",
      "lost in 1 of 2; no result in one test",
    ]);
    expect((await cellsOf(page, all, /^Reported as done/)).map(plain)).toEqual([
      "182 468",
      "24 690",
    ]);
  });

  it("says what confirms the power cut and what one power cut proves", async () => {
    const page = await openHistory();
    await openReport(page, keptPowerCutReport);
    const text = await visibleText(page.getByRole("main"));
    expect(text).toContain("rose from 4 to 5: it confirms the cut");
    await expect.poll(() => page.getByRole("table").count()).toBe(1);
    await turnTo(page, "Figures");
    expect(await visibleText(page.getByRole("main"))).toMatch(/rule of three/);
  });

  it("offers another power cut", async () => {
    const page = await openHistory();
    await openReport(page, keptPowerCutReport);
    await button(page, /^Cut the power again/).click();
    await toGuide(page);
  });

  it("opens from the result page of the guide", async () => {
    const result = mockPowerCutTest("lost", { testId: lostPowerCutReport.runId });
    mock = await openMock({
      reports: powerCutReportsById,
      results: {
        powerCutGuide: answered(mockGuide({ stage: "finished", live: false, result })),
      },
    });
    await button(mock.page, "Open the report").click();
    await verdictShown(mock.page, lostPowerCutReport);
    await expect.poll(() => mock.callsOf("openReport")).toEqual([[lostPowerCutReport.runId]]);
  });
});

describe("the report of an inspection", () => {
  it("offers a plug test if it is not known whether the drive keeps confirmed saves", async () => {
    const page = await openHistory();
    await openReport(page, openInspection);
    await button(page, /^Run the plug test/).click();
    await toGuide(page);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(
      "Samsung SSD 990 PRO 1TB",
    );
  });

  it("shows the earlier plug tests of its drive", async () => {
    const page = await openHistory();
    await openReport(page, cutInspection);
    const all = "All power cuts together";
    expect(await cellsOf(page, all, /^Result/)).toEqual(["kept in 2 of 2"]);
    expect(await visibleText(page.locator(".glance-safe"))).toContain("no loss in 2 cuts");
    await turnTo(page, "Figures");
    expect(await cellsOf(page, all, /^Result/)).toEqual([
      "lost in 2 of 2, which is no fault",
      "kept in 2 of 2",
    ]);
    expect(await visibleText(page.locator(".answers"))).toContain("Yes, in 2 power cuts");
  });
});
