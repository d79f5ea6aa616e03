import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withChanges } from "../../../electron/contract/plan-options";
import { planFor } from "../../../electron/contract/run-plan";
import { accessibilityViolations, sidewaysScroll } from "../../helpers/mock-app/accessibility";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { liveStep } from "../../helpers/mock-app/live-workloads";
import { type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import {
  errorReport,
  historyEntries,
  reportsById,
  workloadEntries,
} from "../../helpers/mock-app/reports";
import { answered, type Scenario } from "../../helpers/mock-app/scenario";
import { manyVolumes } from "../../helpers/mock-app/volumes";

const { runId } = errorReport;
const comparing = withChanges(planFor("quick"), { syncModes: ["fsync", "fdatasync"] });
const base = {
  runId,
  reports: reportsById,
  history: historyEntries,
  results: { listVolumes: answered([...manyVolumes]) },
} satisfies Partial<Scenario>;

interface Screen {
  readonly name: string;
  readonly scenario: Partial<Scenario>;
  readonly reach?: (page: Page) => Promise<void>;
}

async function openNewest(page: Page, model: string, table = "Ways of saving"): Promise<void> {
  await page.getByRole("button", { name: "Earlier inspections" }).click();
  await page
    .locator(".history-row", { hasText: model })
    .getByRole("button", { name: /^Open/ })
    .first()
    .click();
  await page.getByRole("button", { name: /All figures/ }).click();
  await page
    .getByRole("table", { name: new RegExp(`^${table}`) })
    .first()
    .waitFor();
}

const running = (at: number | undefined, phase: "preparing" | "measuring") => ({
  ...base,
  startsRunning: true,
  frames: [liveMoment(runId, { phase, ...(at === undefined ? {} : { round: 1, at }) })],
});

const screens: readonly Screen[] = [
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
      await page.locator("label").filter({ hasText: "Saving in chunks" }).click();
      await page.locator("label").filter({ hasText: "Databases" }).click();
      await page.getByRole("button", { name: "More options" }).click();
      await page.getByRole("group", { name: "How often to save" }).waitFor();
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
      frames: [liveStep(runId, "interval", 18, { plan: comparing })],
    },
  },
  ...(["buffer", "interval", "chunked", "commits"] as const).map((test) => ({
    name: `measuring ${test}`,
    scenario: { ...base, startsRunning: true, frames: [liveStep(runId, test, 5)] },
  })),
  {
    name: "verdict with every test",
    scenario: { ...base, history: workloadEntries },
    reach: (page) => openNewest(page, "KINGSTON"),
  },
  {
    name: "verdict that compares",
    scenario: { ...base, history: workloadEntries },
    reach: (page) => openNewest(page, "WD Blue"),
  },
  {
    name: "verdict of a Mac",
    scenario: { ...base, history: workloadEntries },
    reach: (page) => openNewest(page, "APPLE SSD AP1024Z"),
  },
  {
    name: "verdict of one test",
    scenario: { ...base, history: workloadEntries },
    reach: (page) => openNewest(page, "Intenso", "Write size"),
  },
  {
    name: "verdict",
    scenario: base,
    reach: (page) => openNewest(page, "Samsung SSD 990 PRO"),
  },
  {
    name: "verdict after an error",
    scenario: base,
    reach: (page) => openNewest(page, "SanDisk"),
  },
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
];

/** The usual window, the smallest one, and text of twice the size in the smallest one. */
const looks = [
  { theme: "light", width: 1280, height: 800, zoom: 1 },
  { theme: "dark", width: 1280, height: 800, zoom: 1 },
  { theme: "dark", width: 800, height: 600, zoom: 1 },
  { theme: "light", width: 800, height: 600, zoom: 2 },
] as const;

describe.each(screens)("$name", ({ scenario, reach }) => {
  let mock: MockWindow;

  beforeAll(async () => {
    mock = await openMock({ ...scenario, ...looks[0] });
    await mock.page.getByRole("heading", { level: 1 }).waitFor();
    await reach?.(mock.page);
  });
  afterAll(() => mock?.close());

  it.each(looks)("$theme, $width × $height, text × $zoom", async (look) => {
    await mock.look(look);
    expect(await accessibilityViolations(mock.page)).toEqual([]);
    expect(await sidewaysScroll(mock.page)).toBe(0);
    expect(mock.consoleErrors).toEqual([]);
  });
});

describe("the keyboard", () => {
  it("reaches everything on the drive screen, with a visible focus", async () => {
    const mock = await openMock(base);
    try {
      const { page } = mock;
      await page.getByRole("row", { name: /Laptop drive/ }).waitFor();
      const reached: string[] = [];
      for (let presses = 0; presses < 14; presses += 1) {
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
        if (stop.text !== "" && !stop.text.startsWith("DriveProof")) {
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
        "Laptop drive",
        "Choose a folder…",
        "standard",
        "flush",
        "buffer",
        "interval",
        "chunked",
        "commits",
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
