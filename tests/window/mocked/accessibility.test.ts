import { describe, expect, it } from "vitest";
import { planFor, withChanges } from "#analysis/plan";
import { accessibilityViolations } from "../../helpers/mock-app/accessibility";
import { describeEveryLook } from "../../helpers/mock-app/every-look";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { liveStep } from "../../helpers/mock-app/live-workloads";
import { openMock } from "../../helpers/mock-app/open-mock";
import { errorReport, historyEntries } from "../../helpers/mock-app/reports";
import { answered, type Scenario } from "../../helpers/mock-app/scenario";
import { manyVolumes } from "../../helpers/mock-app/volumes";

const { runId } = errorReport;
const comparing = withChanges(planFor("quick", "linux"), { syncModes: ["fsync", "fdatasync"] });
const base = {
  runId,
  history: historyEntries,
  results: { listVolumes: answered([...manyVolumes]) },
} satisfies Partial<Scenario>;

const running = (at: number | undefined, phase: "preparing" | "measuring") => ({
  ...base,
  startsRunning: true,
  frames: [liveMoment(runId, { phase, ...(at === undefined ? {} : { round: 1, at }) })],
});

describeEveryLook([
  {
    name: "drives",
    scenario: base,
    reach: (page) => page.getByRole("row", { name: /nas/ }).click(),
  },
  { name: "no drives", scenario: { ...base, results: { listVolumes: answered([]) } } },
  { name: "preparing", scenario: running(undefined, "preparing") },
  { name: "measuring", scenario: running(3, "measuring") },
  {
    name: "more options",
    scenario: base,
    reach: async (page) => {
      await page.getByRole("button", { name: "More options" }).click();
      await page.getByRole("group", { name: "How often to save" }).waitFor();
      await page.locator("label").filter({ hasText: "Saving in chunks" }).click();
      await page.locator("label").filter({ hasText: "Databases" }).click();
    },
  },
  {
    name: "measuring a file that grows",
    scenario: {
      ...base,
      startsRunning: true,
      frames: [liveMoment(runId, { phase: "measuring", layout: "append", round: 1, at: 3 })],
    },
  },
  {
    name: "measuring two ladders",
    scenario: {
      ...base,
      startsRunning: true,
      frames: [liveStep(runId, "sync-interval", 18, { plan: comparing })],
    },
  },
  ...(
    [
      "buffer-sweep",
      "sync-interval",
      "chunked-writes",
      "commits",
      "reading",
      "document-saves",
      "parallel-saves",
    ] as const
  ).map((test) => ({
    name: `measuring ${test}`,
    scenario: { ...base, startsRunning: true, frames: [liveStep(runId, test, 5)] },
  })),
  {
    name: "earlier inspections",
    scenario: base,
    reach: (page) => page.getByRole("button", { name: "Earlier inspections" }).click(),
  },
  {
    name: "confirmation",
    scenario: base,
    reach: async (page) => {
      await page.getByRole("button", { name: "Earlier inspections" }).click();
      await page
        .getByRole("button", { name: /^Delete/ })
        .first()
        .click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
]);

describe("what the looks are checked with", () => {
  it("finds what is wrong, and leaves out the contrast only where it is told to", async () => {
    const mock = await openMock(base);
    try {
      await mock.page.getByRole("row", { name: /Laptop drive/ }).waitFor();
      await mock.page.locator("main").evaluate((main) => {
        const pale = document.createElement("p");
        pale.style.color = "#ddd";
        pale.style.background = "#fff";
        pale.textContent = "can hardly be read";
        main.append(pale, document.createElement("button"));
      });
      const found = async (rules: "all" | "layout") =>
        (await accessibilityViolations(mock.page, rules)).map((line) => line.split(":")[0]).sort();
      expect(await found("all")).toEqual(["button-name", "color-contrast"]);
      expect(await found("layout")).toEqual(["button-name"]);
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
        "flush",
        "buffer",
        "interval",
        "chunked",
        "commits",
        "document-saves",
        "parallel-saves",
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
