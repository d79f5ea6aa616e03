import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(__filename).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly {
      readonly target: readonly string[];
      readonly failureSummary: string;
    }[];
  }[];
}

/**
 * All of axe-core's rules; or the contrast of text alone, which takes longer than the others together,
 * for a look whose layout was seen before; or all the others, for one whose colours were.
 */
export type AxeRules = "all" | "contrast" | "layout";

/** What axe-core finds wrong with the page as it is now, one line each; empty when all is well. */
export async function accessibilityViolations(
  page: Page,
  rules: AxeRules = "all",
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // Evaluated and not added as a script element: the page's security policy forbids that.
    await page.evaluate(axeSource);
  }
  const result = await page.evaluate((wanted) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (root: Document, options: object) => Promise<AxeResult> };
    };
    return axe.run(document, {
      resultTypes: ["violations"],
      ...(wanted === "contrast" ? { runOnly: ["color-contrast"] } : {}),
      ...(wanted === "layout" ? { rules: { "color-contrast": { enabled: false } } } : {}),
    });
  }, rules);
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}

/**
 * How many CSS pixels the page is wider than its window; 0 when nothing scrolls sideways. With large
 * text a window may be half a pixel wider than `clientWidth` says.
 */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { documentElement: root } = document;
    return Math.max(0, root.scrollWidth - Math.ceil(root.getBoundingClientRect().width));
  });
}
