import { describe, expect, it } from "vitest";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { plotsDrawn } from "../../helpers/mock-app/plots-drawn";
import { historyEntry } from "../../helpers/mock-app/reports";
import { verdictShown } from "../../helpers/mock-app/verdict-page";
import { visibleText } from "../../helpers/mock-app/visible-text";
import { sampleReport } from "../../helpers/sample-report";

let mock: MockWindow;
closeAfterEach(() => mock);

describe("the verdict on a drive with a false capacity", () => {
  it("warns first of all, and marks how much the drive kept", async () => {
    const report = sampleReport({ capacity: "false" });
    mock = await openMock({
      reports: { [report.runId]: report },
      history: [historyEntry(report, 0)],
    });
    const { page } = mock;
    await page.getByRole("button", { name: "Earlier inspections" }).click();
    await page.getByRole("button", { name: /^Open/ }).click();
    await verdictShown(page, report);
    await plotsDrawn(page);
    expect(report.verdict.headline).toMatch(/^Do not store anything on this drive/);
    const figure = page.locator(".figure-card", { hasText: "Is it as large as it says?" });
    expect(await visibleText(figure)).toContain("False capacity");
    expect(await figure.locator(".knee-name text").textContent()).toMatch(/ were kept$/);
    const area = figure.locator(".recharts-area-area");
    const box = await area.evaluate((it) => it.getBoundingClientRect().toJSON());
    const x = await figure.locator(".knee line").evaluate((it) => it.getBoundingClientRect().x);
    expect((x - box.x) / box.width).toBeCloseTo(80 / 128, 1);
  });
});
