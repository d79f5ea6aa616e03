import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Report } from "#contract/report";
import { type MockWindow, openMock } from "./open-mock";
import { historyEntries, historyEntry } from "./reports";
import { answered, type Scenario } from "./scenario";
import { settled } from "./settled";
import { situations } from "./situations";
import { manyVolumes } from "./volumes";

/** Opens and walks through windows by keyboard. */

export const base = {
  history: historyEntries,
  results: { listVolumes: answered([...manyVolumes]) },
} satisfies Partial<Scenario>;

/** A history that contains only this report. */
const historyOf = (report: Report) =>
  ({
    reports: { [report.runId]: report },
    history: [historyEntry(report, 0)],
  }) satisfies Partial<Scenario>;
export const withVerdict = historyOf(situations["good-nvme"]);

export async function inMock(
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

/** Waits until an element has this text or name, then presses Tab until it has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  await page.waitForFunction(
    ([source, flags]) =>
      [...document.querySelectorAll("button, input, [tabindex]")].some((one) =>
        new RegExp(source ?? "", flags).test(
          one.getAttribute("aria-label") ?? one.textContent ?? "",
        ),
      ),
    [name.source, name.flags],
  );
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

export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at === document.body
      ? "nothing"
      : (at?.getAttribute("aria-label") ?? at?.textContent ?? "");
  });
}

/** Opens the first verdict of the history by keyboard alone. */
export async function toVerdict(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await tabTo(page, /^Earlier inspections/);
  await page.keyboard.press("Enter");
  await page.locator(".history-row").first().waitFor();
  await tabTo(page, /^Open/);
  await page.keyboard.press("Enter");
  await page.locator(".glance-headline").waitFor();
  await settled(page);
}

/** Opens the verdict on the report by keyboard alone. */
export function onVerdict(report: Report, use: (page: Page) => Promise<void>): Promise<void> {
  return inMock(openMock(historyOf(report)), async (page) => {
    await toVerdict(page);
    await use(page);
  });
}
