import { describe, expect, it } from "vitest";
import { workloadIds } from "#contract/workloads/index";
import { type AxeRules, accessibilityViolations } from "../../helpers/mock-app/accessibility";
import { openMock } from "../../helpers/mock-app/open-mock";
import { historyEntries } from "../../helpers/mock-app/reports";
import { answered, type Scenario } from "../../helpers/mock-app/scenario";
import { manyVolumes } from "../../helpers/mock-app/volumes";

const base = {
  history: historyEntries,
  results: { listVolumes: answered([...manyVolumes]) },
} satisfies Partial<Scenario>;

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

describe("the keyboard", () => {
  it("reaches everything on the drive screen, with a visible focus", async () => {
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
});
