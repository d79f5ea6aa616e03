import type { Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import { type MockWindow, openMock } from "./open-mock";
import { plotsDrawn } from "./plots-drawn";
import { historyEntry } from "./reports";
import type { Scenario } from "./scenario";
import { settled } from "./settled";
import { turnTo, verdictShown } from "./verdict-page";

/**
 * One window for all tests of a file, which opens another verdict only when a test asks for another
 * report or scenario.
 */
interface VerdictWindow {
  /** The verdict on a report with all of its charts drawn, opened from the history. */
  readonly verdictOn: (report: Report, changes?: Partial<Scenario>) => Promise<Page>;
  /** The window of a running inspection instead, with its chart drawn. */
  readonly liveAt: (frame: LiveState) => Promise<Page>;
}

/**
 * Call this once in a test file. No test may leave an error of the page behind, or change the
 * charts.
 */
export function verdictWindow(): VerdictWindow {
  let mock: MockWindow | null = null;
  /**
   * The report in the window and the scenario's changes as text; `null` if the window shows no
   * verdict.
   */
  let shown: readonly [Report, string] | null = null;

  const close = async () => {
    const closing = mock;
    mock = null;
    shown = null;
    await closing?.close();
  };
  const open = async (openAnother: () => Promise<MockWindow>) => {
    await close();
    mock = await openAnother();
    return mock.page;
  };
  afterEach(async ({ task }) => {
    const errors = mock?.consoleErrors ?? [];
    // After a failed test the page may be in any state, so the next test gets a new window.
    if (errors.length > 0 || task.result?.state === "fail") {
      await close();
    }
    expect(errors).toEqual([]);
  });
  afterAll(close);

  return {
    liveAt: async (frame) => {
      const { runId } = frame;
      const page = await open(() => openMock({ runId, startsRunning: true, frames: [frame] }));
      await page.getByRole("progressbar").waitFor();
      await page.locator(".inspection-chart svg").first().waitFor();
      await settled(page);
      return page;
    },
    verdictOn: async (report, changes = {}) => {
      const wanted = [report, JSON.stringify(changes)] as const;
      if (mock !== null && shown?.[0] === report && shown[1] === wanted[1]) {
        await turnTo(mock.page, "Charts");
        await plotsDrawn(mock.page);
        return mock.page;
      }
      const page = await open(() =>
        openMock({
          reports: { [report.runId]: report },
          history: [historyEntry(report, 0)],
          ...changes,
        }),
      );
      await page.getByRole("button", { name: "Earlier inspections" }).click();
      await page.getByRole("button", { name: /^Open/ }).click();
      await verdictShown(page, report);
      await plotsDrawn(page);
      shown = wanted;
      return page;
    },
  };
}
