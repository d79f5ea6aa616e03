import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { workloadIds } from "#contract/workloads/index";
import { type AxeRules, accessibilityViolations } from "../../helpers/mock-app/accessibility";
import { heard } from "../../helpers/mock-app/heard";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { heldByWitness, mockGuide, mockWitness } from "../../helpers/mock-app/power-cut-guides";
import { lostPowerCutReport } from "../../helpers/mock-app/power-cut-reports";
import {
  finished,
  openPowerCutWindow,
  press,
  showGuide,
  writing,
} from "../../helpers/mock-app/power-cut-window";
import { goodReport, historyEntries, historyEntry } from "../../helpers/mock-app/reports";
import { answered, busyDrive, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { settled } from "../../helpers/mock-app/settled";
import { situations } from "../../helpers/mock-app/situations";
import { visibleText } from "../../helpers/mock-app/visible-text";
import { laptopComputer, manyVolumes } from "../../helpers/mock-app/volumes";
import { sampleHealth } from "../../helpers/sample-health";

const base = {
  history: historyEntries,
  results: { listVolumes: answered([...manyVolumes]) },
} satisfies Partial<Scenario>;

const good = situations["good-nvme"];
const windows = situations["windows-no-evidence"];
const damaged = {
  ...{ name: "0b6f0e3e.json", path: "/home/ada/0b6f0e3e.json" },
  ...{ problem: "damaged" as const, systemCode: null, removable: true },
};
const failingHealth = sampleHealth({ criticalWarnings: ["degraded"] });
const nothingKept = { entries: [], unreadable: [], problem: null };
const withVerdict = {
  reports: { [good.runId]: good },
  history: [historyEntry(good, 0)],
} satisfies Partial<Scenario>;

async function inMock(
  opening: Promise<MockWindow>,
  use: (page: Page, mock: MockWindow) => Promise<void>,
): Promise<void> {
  const mock = await opening;
  try {
    await use(mock.page, mock);
    expect(mock.consoleErrors).toEqual([]);
  } finally {
    await mock.close();
  }
}

/** Presses Tab until the focus is on what has this text or name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  while (seen.length < 60) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    if (name.test(at)) {
      return;
    }
    seen.push(at);
  }
  throw new Error(`the keyboard reaches no ${name} among: ${seen.join(", ")}`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at === document.body
      ? "nothing"
      : (at?.getAttribute("aria-label") ?? at?.textContent ?? "");
  });
}

/** The verdict on the good drive, opened by keyboard alone. */
async function toVerdict(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await tabTo(page, /^Earlier inspections/);
  await page.keyboard.press("Enter");
  await page.locator(".history-row").first().waitFor();
  await tabTo(page, /^Open/);
  await page.keyboard.press("Enter");
  await page.locator(".glance-headline").waitFor();
  await settled(page);
}

describe("accessibilityViolations()", () => {
  it("finds only violations of the requested rules", async () => {
    const mock = await openMock(base);
    try {
      await mock.page.getByRole("row", { name: /Laptop drive/ }).waitFor();
      const found = async (rules: AxeRules) =>
        (await accessibilityViolations(mock.page, rules)).map((line) => line.split(":")[0]).sort();
      const add = (style: Readonly<Record<string, string>>) =>
        mock.page.locator("main").evaluate((main, wanted) => {
          const text = document.createElement("p");
          Object.assign(text.style, wanted);
          text.textContent = "can hardly be read";
          main.append(text);
        }, style);
      await add({ color: "#222", background: "#fff" });
      expect(await found("all")).toEqual([]);
      await add({ color: "#ddd", background: "#fff" });
      await add({ color: "#222", background: "linear-gradient(#fff, #333)" });
      await mock.page
        .locator("main")
        .evaluate((main) => main.append(document.createElement("button")));
      expect(await found("all")).toEqual(["button-name", "color-contrast", "color-contrast"]);
      expect(await found("contrast")).toEqual(["color-contrast", "color-contrast"]);
    } finally {
      await mock.close();
    }
  });
});

it("the button for the PDF options is at least 24 pixels wide and high in the smallest window", () =>
  inMock(openMock({ ...withVerdict, width: 800, height: 600 }), async (page) => {
    await toVerdict(page);
    const box = await page.locator(".deed-options").boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(24);
    expect(box?.width).toBeGreaterThanOrEqual(24);
  }));

describe("the keyboard focus", () => {
  it("reaches everything on the drive screen and is always visible", async () => {
    const mock = await openMock(base);
    try {
      const { page } = mock;
      await page.getByRole("row", { name: /Laptop drive/ }).waitFor();
      await page.getByRole("button", { name: "More options" }).click();
      await page.getByRole("group", { name: "What to test" }).waitFor();
      const reached: string[] = [];
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          const shown = element.closest("[data-focus-visible]") ?? element;
          const { outlineStyle, outlineWidth } = getComputedStyle(shown);
          return {
            text: element.textContent || element.getAttribute("value") || "",
            outlineStyle,
            outlineWidth,
          };
        });
        // Behind the last stop a browser has its own, and the page as a whole is the active element.
        if (stop.text !== "" && !stop.text.trimStart().startsWith("DriveProof")) {
          reached.push(stop.text);
          expect([stop.text, stop.outlineStyle, stop.outlineWidth]).toEqual([
            stop.text,
            "solid",
            "2px",
          ]);
        }
      }
      const all = reached.join("\n");
      for (const words of [
        "System drive of this computer",
        "Choose a folder…",
        "unsaid",
        "standard",
        ...workloadIds,
        "More options",
        "Inspect this drive",
        "Earlier inspections",
      ]) {
        expect(all).toContain(words);
      }
    } finally {
      await mock.close();
    }
  });

  it("stays on the button that saves a PDF, whether that succeeds or fails", () =>
    inMock(
      openMock({
        ...withVerdict,
        results: {
          exportReport: [answered({ path: "/home/ada/report.pdf" }), refused(busyDrive)],
        },
      }),
      async (page) => {
        await toVerdict(page);
        await tabTo(page, /^Save as PDF/);
        for (const outcome of ["Saved to", "The drive is busy."]) {
          await page.keyboard.press("Enter");
          await page.getByText(outcome, { exact: false }).waitFor();
          await settled(page);
          expect(await focused(page)).toMatch(/^Save as PDF/);
        }
      },
    ));

  it("stays on the button of an inspection that did not start", () =>
    inMock(
      openMock({ ...base, results: { ...base.results, startInspection: refused(busyDrive) } }),
      async (page) => {
        await page.getByRole("row", { name: /Laptop drive/ }).waitFor();
        await tabTo(page, /^Inspect this drive/);
        await page.keyboard.press("Enter");
        await page.getByText("The drive is busy.").waitFor();
        await settled(page);
        expect(await focused(page)).toBe("Inspect this drive");
      },
    ));

  it("stays on the button of the plug test that could not go on", () =>
    inMock(openPowerCutWindow({ preparePowerCutTest: refused(busyDrive) }), async (page, mock) => {
      await press(page, "Plug test");
      await showGuide(mock, mockGuide({ witness: mockWitness() }));
      await tabTo(page, /^Continue/);
      await page.keyboard.press("Enter");
      await page.getByText("The drive is busy.").waitFor();
      await settled(page);
      expect(await focused(page)).toBe("Continue");
    }));

  const left: readonly (readonly [string, Partial<Scenario>, readonly RegExp[]])[] = [
    [
      "after the last report was deleted",
      { history: historyEntries.slice(0, 1) },
      [/^Earlier inspections/, /^Delete/, /^Delete$/],
    ],
    [
      "after a damaged file was removed",
      { unreadable: [damaged] },
      [/^Earlier inspections/, /^Remove/, /^Remove$/],
    ],
    [
      "when a list is read again",
      { results: { listHistory: [refused(busyDrive), answered(nothingKept)] } },
      [/^Earlier inspections/, /^Try again/],
    ],
  ];
  it.each(left)(
    "goes to the heading if the button that had the focus is gone: %s",
    (_, scenario, buttons) =>
      inMock(openMock(scenario), async (page) => {
        await page.getByRole("heading", { level: 1 }).waitFor();
        for (const button of buttons) {
          await tabTo(page, button);
          await page.keyboard.press("Enter");
          await settled(page);
        }
        await expect.poll(() => focused(page)).toBe("Earlier inspections");
      }),
  );

  it("goes to the heading if a person hides the message that had the focus", () =>
    inMock(openMock(base), async (page) => {
      await page.evaluate(() => {
        window.location.href = `${window.location.pathname}?reopened${window.location.hash}`;
      });
      await page.locator(".above-page .notice").waitFor();
      await tabTo(page, /^Hide/);
      await page.keyboard.press("Enter");
      await expect.poll(() => focused(page)).toBe("Which drive do you want to inspect?");
    }));

  it("stays on the button that stops the plug test when the power is to be cut", () =>
    inMock(openPowerCutWindow(), async (page, mock) => {
      await press(page, "Plug test");
      await showGuide(mock, writing(heldByWitness.length));
      await tabTo(page, /^Stop the test/);
      await page
        .getByRole("status")
        .filter({ hasText: /^Seconds until/ })
        .waitFor();
      const asked = page.getByText("Hold the power button", { exact: false });
      await asked.waitFor();
      await settled(page);
      expect(await focused(page)).toBe("Stop the test");
      expect(await asked.getAttribute("aria-live")).toBe("assertive");
    }));
});

describe("a screen reader", () => {
  it("announces a failure once, and not also as a part of another announcement", () =>
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

  it("hears with each line of the safety card whether it was measured, confirmed or is not known", () =>
    inMock(
      openMock({
        reports: { [windows.runId]: windows },
        history: [historyEntry(windows, 0)],
      }),
      async (page) => {
        await toVerdict(page);
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
      },
    ));

  it("is interrupted by the warning of a failing drive, and if a report could not be kept", () =>
    inMock(
      openMock({
        ...{ finishes: true, saves: false, runId: goodReport.runId },
        reports: { [goodReport.runId]: goodReport },
        frames: [liveMoment(goodReport.runId, { phase: "measuring", round: 1, at: 3 })],
        results: {
          ...base.results,
          driveHealth: answered({ health: failingHealth, computer: laptopComputer }),
        },
      }),
      async (page) => {
        await page.getByRole("alert").filter({ hasText: "Copy what matters" }).waitFor();
        await press(page, "Inspect this drive");
        await page.getByRole("alert").filter({ hasText: "could not be kept" }).waitFor();
      },
    ));

  it("hears with a finding whether it is a fault", () =>
    inMock(
      openMock({
        reports: { [lostPowerCutReport.runId]: lostPowerCutReport },
        history: [historyEntry(lostPowerCutReport, 0)],
      }),
      async (page) => {
        await toVerdict(page);
        const found = "heading fault Confirmed saves did not survive a power cut";
        expect(await heard(page)).toContain(found);
        await tabTo(page, /^Charts/);
        await page.keyboard.press("ArrowRight");
        await page.locator(".environment").waitFor();
        // On the first page and among the figures
        expect((await heard(page)).filter((line) => line === "img fault")).toHaveLength(3);
      },
    ));

  it("hears the name of a drive once, even if its kind has the same name", () =>
    inMock(openMock(base), async (page) => {
      await page.getByRole("row", { name: /Laptop drive/ }).waitFor();
      const rows = (await heard(page)).filter((line) => line.startsWith("row Memory"));
      expect(rows).toEqual([expect.stringMatching(/^row Memory, This folder shows/)]);
    }));

  it("hears with the question before something is deleted what that would be", () =>
    inMock(openMock(base), async (page) => {
      await press(page, "Earlier inspections");
      await page
        .getByRole("button", { name: /^Delete/ })
        .first()
        .click();
      const described = await page.getByRole("alertdialog").getAttribute("aria-describedby");
      expect(await visibleText(page.locator(`[id="${described}"]`))).toContain("November 21, 2026");
    }));

  it("hears what a chart shows from its table alone", () =>
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
      // The ruler's caption, which names nothing without the ruler.
      expect(all).not.toContain("StaticText Time for a 10 GB film");
    }));

  it("hears with the heading of a plug test's result what came of it", () =>
    inMock(openPowerCutWindow(), async (page, mock) => {
      await press(page, "Plug test");
      await showGuide(mock, finished("lost"));
      const heading = page.getByRole("heading", { level: 1, name: /^The plug test of/ });
      await heading.waitFor();
      const described = await heading.getAttribute("aria-describedby");
      expect(await visibleText(page.locator(`[id="${described}"]`))).toMatch(
        /^Confirmed saves were lost/,
      );
    }));
});

describe("in high contrast", () => {
  /** How it is drawn without the colours of the program, but for its text. */
  const drawn = (locator: Locator) =>
    locator.evaluateAll((all) =>
      all.map((element) => {
        const look = getComputedStyle(element);
        return [look.borderColor, look.borderStyle, look.borderWidth, look.outlineStyle]
          .concat(look.backgroundColor)
          .join(" ");
      }),
    );

  const withColors = (scenario: Partial<Scenario>, use: (page: Page) => Promise<void>) =>
    inMock(openMock(scenario), async (page) => {
      await page.emulateMedia({ forcedColors: "active" });
      try {
        await use(page);
      } finally {
        await page.emulateMedia({ forcedColors: null });
      }
    });

  it("shows which profile is chosen, and the button that leads on", () =>
    withColors(base, async (page) => {
      await page.getByRole("row", { name: /Laptop drive/ }).waitFor();
      const [quick, standard, thorough] = await drawn(page.locator(".profile"));
      expect(quick).toBe(thorough);
      expect(standard).not.toBe(quick);
      const [other, main] = await drawn(page.locator(".action-bar .button"));
      expect(main).not.toBe(other);
      expect(await accessibilityViolations(page, "all")).toEqual([]);
    }));

  it("shows which tab is open, whether a switch is on, and the edges of cards and buttons", () =>
    withColors(withVerdict, async (page) => {
      await toVerdict(page);
      const [charts, figures, method] = await drawn(page.getByRole("tab"));
      expect(figures).toBe(method);
      expect(charts).not.toBe(figures);
      const track = page.locator(".switch-track");
      const knob = page.locator(".switch-knob");
      const looks = async () => [await drawn(track), await drawn(knob)];
      const on = await looks();
      await page.locator(".switch").click();
      expect(await looks()).not.toEqual(on);
      for (const edge of await drawn(page.locator(".glance-cards .card, .deed"))) {
        expect(edge).toMatch(/solid 1px/);
      }
    }));

  it("shows a figure's place on its strip and its ruler", () =>
    withColors(withVerdict, async (page) => {
      await toVerdict(page);
      const [slow, normal, fast] = await drawn(page.locator(".strip i"));
      expect(slow).toBe(fast);
      expect(normal).not.toBe(slow);
      const ground = await page
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor);
      for (const part of [".strip-needle", ".ruler i", ".ruler b", ".ruler s"]) {
        const color = await page
          .locator(part)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
        expect([part, color]).not.toEqual([part, ground]);
      }
    }));
});
