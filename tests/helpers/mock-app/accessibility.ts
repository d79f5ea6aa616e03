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
 * All of axe-core's rules, or all but the contrast of text, which takes longer than the others
 * together: for a look whose colours were seen before and whose layout was not.
 */
export type AxeRules = "all" | "layout";

/** What axe-core finds wrong with the page as it is now, one line each; empty when all is well. */
export async function accessibilityViolations(
  page: Page,
  rules: AxeRules = "all",
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // Evaluated and not added as a script element: the page's security policy forbids that.
    await page.evaluate(axeSource);
  }
  const result = await page.evaluate((contrast) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (root: Document, options: object) => Promise<AxeResult> };
    };
    return axe.run(document, {
      resultTypes: ["violations"],
      rules: { "color-contrast": { enabled: contrast } },
    });
  }, rules === "all");
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}

/** How many CSS pixels the page is wider than its window; 0 when nothing scrolls sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}
