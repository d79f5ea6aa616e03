import type { Page } from "playwright-core";
import { expect } from "vitest";
import { referenceDrives } from "#analysis/reference-drives";
import referenceCurves from "#assets/reference-curves.json";
import { flushModeIds } from "#contract/flush-mode";
import { powerCutFolderName } from "#contract/power-cut/test";
import { productNames } from "#text/reference-drives";
import { rawNames } from "../../../renderer/src/report/recorded";
import { plainEnglishFinder } from "../plain-english";
import { type AxeRules, accessibilityViolations, sidewaysScroll } from "./accessibility";
import { misplacedHeadings } from "./headings";
import { type Look, type MockWindow, openMock } from "./open-mock";
import { plotsDrawn } from "./plots-drawn";
import type { Scenario } from "./scenario";
import { laptopComputer } from "./volumes";

/** Texts that are the same in every language. */
export const namesEverywhere = [
  "DriveProof",
  powerCutFolderName,
  // Sizes of paper
  ...["A4", "Letter"],
  // Databases, system calls and flush modes, and the names and sources of published drives
  ...["SQLite", "libmdbx", ...flushModeIds],
  ...["pread", "pwrite", "open", "fsync", "fdatasync", "fcntl", "fd"],
  // Counters by the names that the drives' tools have for them
  ...["critical_warning", ...Object.values(rawNames.nvme), ...Object.values(rawNames.ata)],
  ...["F_BARRIERFSYNC", "F_FULLFSYNC"],
  ...["O_RDWR", "O_DIRECT", "O_DSYNC", "O_SYNC"],
  ...Object.values(productNames),
  ...[...referenceDrives, ...Object.values(referenceCurves).flat()].flatMap(
    ({ name, sourceName }) => [name, sourceName],
  ),
  // What React Aria says by itself, in the system's language
  "Dismiss",
];

/**
 * Names that are the same in every language, and the texts in the data, also without their full
 * stop: an error's text may stand within a sentence.
 */
export function leftOf(data: unknown): string[] {
  return [...namesEverywhere, ...textsIn(data).flatMap((text) => [text, text.replace(/\.$/, "")])];
}

export interface Exceptions {
  /** Names, and texts that do not come from electron/text. */
  readonly left: readonly string[];
  /** Selectors of elements of the page whose texts are not checked. */
  readonly parts?: readonly string[];
}

/**
 * Texts on the page, and those for screen readers, that contain English words. In the
 * pseudo-language these texts did not come from electron/text.
 */
export async function englishOn(page: Page, { left, parts = [] }: Exceptions): Promise<string[]> {
  const texts = await page.evaluate((selector) => {
    const isLookedAt = (element: Element | null) =>
      element !== null && (selector === "" || element.closest(selector) === null);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    while (walker.nextNode() !== null) {
      const { parentElement, textContent } = walker.currentNode;
      if (isLookedAt(parentElement) && parentElement?.closest("script, style") === null) {
        found.push(textContent ?? "");
      }
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [alt]")) {
      if (isLookedAt(element)) {
        found.push(
          ...["aria-label", "title", "alt"].map((name) => element.getAttribute(name) ?? ""),
        );
      }
    }
    return found;
  }, parts.join(", "));
  const plainEnglish = plainEnglishFinder(left);
  return texts.filter((text) => plainEnglish(text).length > 0);
}

/** Texts that are cut off because they are too wide. A part that scrolls is not cut off. */
function cutOff(page: Page, { parts = [] }: Exceptions): Promise<string[]> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>("body *")]
        // Texts for screen readers alone are one pixel wide.
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .filter((element) => element.closest(selector) === null)
        .filter((element) => !/auto|scroll/.test(getComputedStyle(element).overflowX))
        .map(
          ({ tagName, className, scrollWidth, clientWidth, textContent }) =>
            `${tagName}.${className} (${scrollWidth} > ${clientWidth} px): ${textContent?.slice(0, 100)}`,
        ),
    [".hidden-visually", "svg", ...parts].join(", "),
  );
}

/** A window size and a theme, with the axe-core rules to check; null: none. */
export interface CheckedLook extends Look {
  readonly rules: AxeRules | null;
}

/**
 * The usual window, the smallest one, and the smallest one with text of twice the size. A theme
 * changes only colours, so all rules are checked in the widest and the narrowest layout, and the
 * contrast in each theme.
 */
export const everyLook: readonly CheckedLook[] = [
  { theme: "light", width: 1280, height: 800, zoom: 1, rules: "all" },
  { theme: "dark", width: 800, height: 600, zoom: 1, rules: "contrast" },
  { theme: "light", width: 800, height: 600, zoom: 2, rules: "all" },
];

/**
 * For a page that differs from another only in its words: checks that they are translated and fit.
 */
export const wordsOnly: readonly CheckedLook[] = [1280, 800].map((width) => ({
  theme: "light",
  width,
  height: width === 800 ? 600 : 800,
  zoom: 1,
  rules: null,
}));

/**
 * Shows the page in the pseudo-language, in every window size and theme. Expects that the page is
 * accessible, not wider than the window and free of English, cuts nothing off and skips no level of
 * headings.
 */
export async function expectEveryLook(
  { page, look }: Pick<MockWindow, "page" | "look">,
  exceptions: Exceptions,
  name: string,
  looks: readonly CheckedLook[] = everyLook,
): Promise<void> {
  await plotsDrawn(page);
  expect(await misplacedHeadings(page), name).toEqual([]);
  for (const { rules, ...wanted } of looks) {
    await look(wanted);
    const at = `${name}, ${wanted.theme}, ${wanted.width} wide, text × ${wanted.zoom}`;
    expect(await englishOn(page, exceptions), at).toEqual([]);
    expect(await sidewaysScroll(page), at).toBe(0);
    expect(await cutOff(page, exceptions), at).toEqual([]);
    if (rules !== null) {
      expect(await accessibilityViolations(page, rules), at).toEqual([]);
    }
    await picture(page, at);
  }
}

/** The texts that may stay English on a page that shows this data. */
export function exceptionsFor(data: unknown): Exceptions {
  return {
    left: leftOf([data, laptopComputer]),
    parts: ["#recharts_measurement_span"],
  };
}

export interface ShownPage {
  readonly name: string;
  readonly scenario: Partial<Scenario>;
  /** Leads the window to the page. */
  readonly reach?: (page: Page, mock: MockWindow) => Promise<void>;
  readonly looks?: readonly CheckedLook[];
}

/** Presses the primary button of the action bar, whatever text is on the button. */
export const goOn = (page: Page) => page.locator(".action-bar .button.primary").click();

/**
 * Opens the window in the pseudo-language; expects that the page writes no error until it is
 * closed.
 */
export async function inPseudoLanguage(
  scenario: Partial<Scenario>,
  use: (mock: MockWindow) => Promise<void>,
): Promise<void> {
  const mock = await openMock({ language: "en-XA", ...scenario });
  try {
    await use(mock);
    expect(mock.consoleErrors).toEqual([]);
  } finally {
    await mock.close();
  }
}

/**
 * Expects that the page is accessible, translated and not cut off in every window size and theme.
 */
export function expectPage({ name, scenario, reach, looks }: ShownPage): Promise<void> {
  return inPseudoLanguage(scenario, async (mock) => {
    await mock.page.getByRole("heading", { level: 1 }).waitFor();
    await reach?.(mock.page, mock);
    await expectEveryLook(mock, exceptionsFor(scenario), name, looks);
  });
}

/** Takes a screenshot if `DRIVEPROOF_SCREENSHOTS` names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.DRIVEPROOF_SCREENSHOTS;
  if (folder) {
    await page.screenshot({
      path: `${folder}/${name.replace(/\W+/g, "-")}.png`,
      fullPage: true,
    });
  }
}

/** Fields whose values are names even if they are in plain lower case. */
const names =
  /^(mode|systemCall|fileSystem|mountOptions|scheduler|arch|bus|virtualMachine|os|osVersion|engine|syscall)$/;

/**
 * Fields whose texts the page does not show: the page makes its own texts from `statements` beside
 * them.
 */
const told = /^(headline|meaning|advice|word|reason|title|detail|message)$/;

/**
 * The texts in the data from the main process: names of drives, paths, and sentences that the main
 * process itself put into words. Identifiers, which no page may show, are not among them.
 */
export function textsIn(data: unknown, field = ""): string[] {
  if (typeof data === "string") {
    return names.test(field) || /[^a-z-]/.test(data) ? [data] : [];
  }
  if (data === null || typeof data !== "object") {
    return [];
  }
  const hasStatements = "statements" in data && data.statements !== null;
  return Object.entries(data)
    .filter(([key]) => !(hasStatements && told.test(key)))
    .flatMap(([key, value]) => textsIn(value, Array.isArray(data) ? field : key));
}
