import { describe, expect, it } from "vitest";
import {
  base,
  inMock,
  onVerdict,
  tabTo,
  toVerdict,
  withVerdict,
} from "../../helpers/mock-app/by-keyboard";
import { heard } from "../../helpers/mock-app/heard";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { openMock } from "../../helpers/mock-app/open-mock";
import { lostPowerCutReport } from "../../helpers/mock-app/power-cut-reports";
import {
  finished,
  openPowerCutWindow,
  press,
  showGuide,
} from "../../helpers/mock-app/power-cut-window";
import { goodReport } from "../../helpers/mock-app/reports";
import { answered, busyDrive, refused } from "../../helpers/mock-app/scenario";
import { situations } from "../../helpers/mock-app/situations";
import { visibleText } from "../../helpers/mock-app/visible-text";
import { laptopComputer } from "../../helpers/mock-app/volumes";
import { sampleHealth } from "../../helpers/sample-health";

/** What a screen reader reads out of the window. */

const failingHealth = sampleHealth({ criticalWarnings: ["degraded"] });

describe("a screen reader", () => {
  it("announces a failure as an alert that is no part of another announcement", () =>
    inMock(
      openMock({
        ...withVerdict,
        results: {
          ...base.results,
          exportReport: refused(busyDrive),
          startInspection: refused(busyDrive),
        },
      }),
      async (page) => {
        const within = page
          .locator("[role=alert]")
          .locator("xpath=ancestor::*[@role or @aria-live]");
        const regions = () =>
          within.evaluateAll((all) =>
            all
              .filter((one) => one.matches("[role=status], [aria-live]"))
              .map((one) => one.className),
          );
        await page.getByRole("row", { name: /Laptop drive/ }).waitFor();
        await press(page, "Inspect this drive");
        await page.getByRole("alert").waitFor();
        expect(await regions()).toEqual([]);
        await toVerdict(page);
        await press(page, /^Save as PDF/);
        await page.getByRole("alert").waitFor();
        expect(await regions()).toEqual([]);
      },
    ));

  it("reads out with each line of the safety card whether that line was measured, confirmed or is not known", () =>
    onVerdict(situations["windows-no-evidence"], async (page) => {
      const all = await heard(page);
      const from = all.indexOf("heading Is my data safe?");
      const entries = all
        .slice(from, all.indexOf("button For experts"))
        .filter((line) => /^(listitem|img|StaticText)/.test(line));
      expect(entries.slice(-12)).toEqual([
        ...["listitem", "img measured", "StaticText Data stays unchanged"],
        "StaticText 268 MB of test data, all correct",
        ...["listitem", "img confirmed by the system", "StaticText Saves confirmed"],
        "StaticText by Windows, one by one",
        ...["listitem", "img not known", "StaticText Survives a power cut"],
        "StaticText not tested",
      ]);
    }));

  it("reads out as an alert that a drive is failing or that a report could not be saved", () =>
    inMock(
      openMock({
        saves: false,
        runId: goodReport.runId,
        reports: { [goodReport.runId]: goodReport },
        frames: [liveMoment(goodReport.runId, { phase: "measuring", round: 1, at: 3 })],
        results: {
          ...base.results,
          driveHealth: answered({ health: failingHealth, computer: laptopComputer }),
        },
      }),
      async (page, mock) => {
        await page.getByRole("alert").filter({ hasText: "Copy what matters" }).waitFor();
        await press(page, "Inspect this drive");
        await page.getByRole("progressbar").waitFor();
        await mock.finish();
        await page.getByRole("alert").filter({ hasText: "could not be kept" }).waitFor();
      },
    ));

  it('reads out the word "fault" with a fault on the first page and among the figures', () =>
    onVerdict(lostPowerCutReport, async (page) => {
      const found = "heading fault Confirmed saves did not survive a power cut";
      expect(await heard(page)).toContain(found);
      await tabTo(page, /^Charts/);
      await page.keyboard.press("ArrowRight");
      await page.locator(".environment").waitFor();
      // The verdict and the figures together name the fault three times.
      expect((await heard(page)).filter((line) => line === "img fault")).toHaveLength(3);
    }));

  it("reads out the name of a drive once, even if its kind has the same name", () =>
    inMock(openMock(base), async (page) => {
      await page.getByRole("row", { name: /Laptop drive/ }).waitFor();
      const rows = (await heard(page)).filter((line) => line.startsWith("row Memory"));
      expect(rows).toEqual([expect.stringMatching(/^row Memory, This folder shows/)]);
    }));

  it("reads out which inspection would be deleted together with the question before the deletion", () =>
    inMock(openMock(base), async (page) => {
      await press(page, "Earlier inspections");
      await page
        .getByRole("button", { name: /^Delete/ })
        .first()
        .click();
      const described = await page.getByRole("alertdialog").getAttribute("aria-describedby");
      expect(await visibleText(page.locator(`[id="${described}"]`))).toContain("November 21, 2026");
    }));

  it("reads out the headings of the charts, but no list or ruler inside the charts", () =>
    inMock(openMock(withVerdict), async (page) => {
      await toVerdict(page);
      const all = await heard(page);
      const charts = all.slice(all.indexOf("tabpanel Charts"));
      expect(charts.filter((line) => /^(list|listitem|heading)\b/.test(line))).toEqual([
        "heading Saves per second (IOPS) by flush mode",
        "heading How long one save takes",
        "heading Saves per second over time",
        "heading Reading and writing around the system’s memory",
        "heading Temperature of the drive while it worked",
      ]);
      // The caption explains the ruler, which is hidden from screen readers, so it is hidden as
      // well.
      expect(all).not.toContain("StaticText Time for a 10 GB film");
    }));

  it("reads out the outcome of a plug test together with the heading of its result", () =>
    inMock(openPowerCutWindow(), async (page, mock) => {
      await press(page, "Plug test");
      const heading = page.getByRole("heading", { level: 1, name: /^The plug test of/ });
      await heading.waitFor();
      await showGuide(mock, finished("lost"));
      // The introduction of the plug test has the same heading as the result, so wait for the
      // outcome first.
      await page.getByText("Confirmed saves were lost").waitFor();
      const described = await heading.getAttribute("aria-describedby");
      expect(await visibleText(page.locator(`[id="${described}"]`))).toMatch(
        /^Confirmed saves were lost/,
      );
    }));
});
