import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import type { PowerCutGuide } from "#contract/power-cut-guide";
import { accessibilityViolations, sidewaysScroll } from "../../helpers/mock-app/accessibility";
import type { MockWindow } from "../../helpers/mock-app/open-mock";
import { mockGuide, mockWitness } from "../../helpers/mock-app/power-cut-guides";
import {
  finished,
  noPage,
  openPowerCutWindow,
  press,
  showGuide,
  toWitnessChoice,
  writing,
} from "../../helpers/mock-app/power-cut-window";
import { settled } from "../../helpers/mock-app/settled";

let mock: MockWindow;
afterEach(async () => {
  await mock.close();
  expect(mock.consoleErrors).toEqual([]);
});

describe("every page of the plug test is accessible and fits, also with large text", () => {
  const found = mockGuide({ stage: "writing", live: false });
  /** Name, what main sends, and the words that tell that it is shown. */
  const pictures: [string, PowerCutGuide | null, string][] = [
    ["choice", null, "Who notes the numbers?"],
    [
      "meet",
      mockGuide({ witness: mockWitness({ progress: noPage }) }),
      "Open the page on your phone",
    ],
    [
      "preparing",
      mockGuide({ stage: "preparing", progress: { bytes: 4e7, totalBytes: 1e8 } }),
      "Making the files of the test",
    ],
    ["ready", mockGuide({ stage: "ready" }), "Everything is ready"],
    ["writing", writing(3), "Writing"],
    ["return", found, "Finish the plug test"],
    ["stopped", mockGuide({ stage: "stopped" }), "The test was stopped before the power was cut"],
    ["kept", finished("kept"), "No confirmed save was lost"],
    ["lost", finished("lost"), "Confirmed saves were lost"],
  ];

  it.each([
    ["light", 1280, 1],
    ["dark", 800, 2],
  ] as const)("%s, %i wide, zoom %i", async (theme, width, zoom) => {
    mock = await openPowerCutWindow({}, { theme, width, height: width === 800 ? 600 : 800, zoom });
    const { page } = mock;
    await toWitnessChoice(page);
    for (const [name, guide, words] of pictures) {
      if (guide !== null) {
        await showGuide(mock, guide);
        await page.getByText(words).first().waitFor();
      }
      if (name === "return") {
        await press(page, "The page does not come back");
      }
      await settled(page);
      expect(await accessibilityViolations(page), name).toEqual([]);
      expect(await sidewaysScroll(page), name).toBe(0);
      await screenshot(page, `${name}-${theme}`);
    }
  });
});

/** For looking at; only where a folder for pictures is named. */
async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.DRIVEPROOF_SCREENSHOTS;
  if (folder) {
    await page.screenshot({ path: `${folder}/plug-${name}.png`, fullPage: true });
  }
}
