import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(__filename).resolve("axe-core/axe.min.js"), "utf8");

interface AxeNode {
  readonly target: readonly string[];
  readonly failureSummary: string;
  readonly element?: Element;
}
interface AxeRule {
  readonly id: string;
  readonly nodes: readonly AxeNode[];
}
interface Axe {
  readonly run: (
    what: Document | { include: Element[] },
    options: object,
  ) => Promise<Readonly<Record<"violations" | "incomplete", readonly AxeRule[]>>>;
}

/**
 * All of axe-core's rules, or only that of text contrast, which suffices if only the theme differs
 * from a page already checked.
 */
export type AxeRules = "all" | "contrast";

/**
 * Kinds of text in which axe-core has found no fault. The contrast of a text depends only on its
 * kind: its class, size, colours and background.
 */
const legible = new Set<string>();

/**
 * What axe-core finds wrong with the page as it is now, one line for each fault. The contrast of
 * text takes longer than all other rules together and is equal for texts with equal class, size,
 * colours and background, so axe-core checks one text of each such kind.
 */
export async function accessibilityViolations(
  page: Page,
  rules: AxeRules = "all",
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // Evaluates axe-core's source, because the page's security policy forbids to add a script
    // element.
    await page.evaluate(axeSource);
  }
  const layout = rules === "all" ? await page.evaluate(brokenRules) : [];
  const contrast = await page.evaluate(illegibleTexts, [...legible]);
  for (const kind of contrast.legible) {
    legible.add(kind);
  }
  return [...layout, ...contrast.violations].map(
    ({ id, target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`,
  );
}

type Violation = Pick<AxeRule, "id"> & Pick<AxeNode, "target" | "failureSummary">;

/** Runs in the page: checks every axe-core rule except that of contrast. */
async function brokenRules(): Promise<Violation[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"],
    rules: { "color-contrast": { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
}

/**
 * Runs in the page: checks the contrast of one text of each kind that is not among the `known`.
 * axe-core cannot judge text on a gradient, so the gradient is replaced by its first and then by
 * its last colour.
 */
async function illegibleTexts(known: readonly string[]) {
  const { axe } = globalThis as unknown as { axe: Axe };
  const elements = [...document.querySelectorAll<HTMLElement>("body, body *:not(svg *)")];
  const kindOf = (element: Element): string => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const kind = [element.tagName, element.getAttribute("class"), color, fontSize, fontWeight];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
      kind.push(backgroundColor, backgroundImage, opacity);
    }
    return kind.join(" ");
  };
  const isText = (element: Element) =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
  const texts = new Map<string, Element>();
  for (const element of elements) {
    // Texts for screen readers alone are one pixel wide.
    if (isText(element) && element.checkVisibility() && element.clientWidth !== 1) {
      texts.set(kindOf(element), element);
    }
  }
  for (const kind of known) {
    texts.delete(kind);
  }
  const violations = new Map<string, Violation>();
  const undecided = new Set<Element | undefined>();
  const grounds = elements
    .map((element) => ({ element, image: getComputedStyle(element).backgroundImage }))
    .filter(({ image }) => image.includes("gradient"))
    .map(({ element, image }) => ({
      element,
      own: element.style.background,
      colours: image.match(/rgba?\([^)]+\)/g) ?? [],
    }));
  const beforeGround = [...texts].filter(([kind]) => kind.includes("gradient"));
  for (const [end, looked] of [
    [0, [...texts]],
    [-1, beforeGround],
  ] as const) {
    if (looked.length > 0) {
      for (const { element, colours } of grounds) {
        element.style.background = colours.at(end) ?? "";
      }
      const found = await axe.run(
        { include: looked.map(([, element]) => element) },
        { runOnly: ["color-contrast"], elementRef: true },
      );
      for (const { target, failureSummary } of found.violations.flatMap(({ nodes }) => nodes)) {
        violations.set(target.join(" "), { id: "color-contrast", target, failureSummary });
      }
      for (const { element } of found.incomplete.flatMap(({ nodes }) => nodes)) {
        undecided.add(element);
      }
    }
  }
  for (const { element, own } of grounds) {
    element.style.background = own;
  }
  const decided = [...texts].filter(([, element]) => !undecided.has(element));
  return {
    violations: [...violations.values()],
    legible: violations.size > 0 ? [] : decided.map(([kind]) => kind),
  };
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
