import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityViolations, sidewaysScroll } from "./accessibility";
import { type MockWindow, openMock } from "./open-mock";
import { plotsDrawn } from "./plots-drawn";
import type { Scenario } from "./scenario";

export interface Screen {
  readonly name: string;
  readonly scenario: Partial<Scenario>;
  readonly reach?: (page: Page) => Promise<void>;
}

/**
 * The usual window, the smallest one, and text of twice the size in the smallest one. Each theme
 * and each layout is checked by every rule once: a theme is a set of colours and moves nothing, and
 * a layout has no colours of its own. So dark in the usual window has nothing left for axe-core,
 * and large text has its layout.
 */
const looks = [
  { theme: "light", width: 1280, height: 800, zoom: 1, rules: "all" },
  { theme: "dark", width: 1280, height: 800, zoom: 1, rules: null },
  { theme: "dark", width: 800, height: 600, zoom: 1, rules: "all" },
  { theme: "light", width: 800, height: 600, zoom: 2, rules: "layout" },
] as const;

/** Every look at every screen: accessible, not wider than the window, without errors. */
export function describeEveryLook(screens: readonly Screen[]): void {
  describe.each(screens)("$name", ({ scenario, reach }) => {
    let mock: MockWindow;

    beforeAll(async () => {
      const { rules: _, ...first } = looks[0];
      mock = await openMock({ ...scenario, ...first });
      await mock.page.getByRole("heading", { level: 1 }).waitFor();
      await reach?.(mock.page);
      await plotsDrawn(mock.page);
    });
    afterAll(() => mock?.close());

    it.each(looks)("$theme, $width × $height, text × $zoom", async ({ rules, ...look }) => {
      await mock.look(look);
      if (rules !== null) {
        expect(await accessibilityViolations(mock.page, rules)).toEqual([]);
      }
      expect(await sidewaysScroll(mock.page)).toBe(0);
      expect(mock.consoleErrors).toEqual([]);
    });
  });
}
