import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityViolations } from "../../helpers/mock-app/accessibility";
import { base, inMock, toVerdict, withVerdict } from "../../helpers/mock-app/by-keyboard";
import { openMock } from "../../helpers/mock-app/open-mock";
import type { Scenario } from "../../helpers/mock-app/scenario";

/** What remains visible if the operating system replaces the colours (forced colours). */

describe("the window in high contrast", () => {
  /** The computed borders, outlines and backgrounds of the elements, without the text colour. */
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

  it("shows which profile is chosen and which button is the main button, without accessibility violations", () =>
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
      await expect.poll(looks).not.toEqual(on);
      for (const edge of await drawn(page.locator(".glance-cards .card, .deed"))) {
        expect(edge).toMatch(/solid 1px/);
      }
    }));

  it("shows the needle and the normal part of the speed scale, and the marks of the ruler", () =>
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
