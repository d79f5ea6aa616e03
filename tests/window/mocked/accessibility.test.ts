import { describe, expect, it } from "vitest";
import { workloadIds } from "#contract/workloads/index";
import { type AxeRules, accessibilityViolations } from "../../helpers/mock-app/accessibility";
import {
  base,
  focused,
  inMock,
  tabTo,
  toVerdict,
  withVerdict,
} from "../../helpers/mock-app/by-keyboard";
import { openMock } from "../../helpers/mock-app/open-mock";
import { heldByWitness, mockGuide, mockWitness } from "../../helpers/mock-app/power-cut-guides";
import {
  heading,
  openPowerCutWindow,
  press,
  showGuide,
  writing,
} from "../../helpers/mock-app/power-cut-window";
import { historyEntries } from "../../helpers/mock-app/reports";
import { answered, busyDrive, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { settled } from "../../helpers/mock-app/settled";

const damaged = {
  name: "0b6f0e3e.json",
  path: "/home/ada/0b6f0e3e.json",
  problem: "damaged" as const,
  systemCode: null,
  removable: true,
};
const nothingKept = { entries: [], unreadable: [], problem: null };

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
  it("reaches the drives, profiles, tests and buttons of the drive screen, and is visible on each of them", async () => {
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
        // After the last focusable element the focus moves to the browser itself; then the active
        // element is the whole page.
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

  it("stays on the button that saves a PDF, whether the PDF could be saved or not", () =>
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

  it("stays on the button that starts an inspection if the inspection cannot start", () =>
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

  it("stays on the button that continues the plug test if the plug test cannot continue", () =>
    inMock(openPowerCutWindow({ preparePowerCutTest: refused(busyDrive) }), async (page, mock) => {
      await press(page, "Plug test");
      await heading(page, /^The plug test of/);
      await showGuide(mock, mockGuide({ witness: mockWitness() }));
      // The introduction of the plug test, which is shown before the connection page, also has a
      // button “Continue”.
      await page.getByText("The page is connected").waitFor();
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

  it("goes to the heading if a person hides the message whose button had the focus", () =>
    inMock(openMock(base), async (page) => {
      await page.evaluate(() => {
        window.location.href = `${window.location.pathname}?reopened${window.location.hash}`;
      });
      await page.locator(".above-page .notice").waitFor();
      await tabTo(page, /^Hide/);
      await page.keyboard.press("Enter");
      await expect.poll(() => focused(page)).toBe("Which drive do you want to inspect?");
    }));

  it("stays on the button that stops the plug test while an assertive message asks for the power cut", () =>
    inMock(openPowerCutWindow(), async (page, mock) => {
      await press(page, "Plug test");
      await heading(page, /^The plug test of/);
      await showGuide(mock, writing(heldByWitness.length));
      await page.getByRole("button", { name: "Stop the test" }).waitFor();
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
