import type { Page } from "playwright-core";
import { expect } from "vitest";
import { referenceCurves } from "#analysis/reference-curves";
import { referenceDrives } from "#analysis/reference-drives";
import { flushModeIds } from "#contract/flush-mode";
import { powerCutFolderName } from "#contract/power-cut-plan";
import { productNames } from "#text/reference-drives";
import { rawNames } from "../../../renderer/src/report/recorded";
import { plainEnglish } from "../plain-english";
import { sidewaysScroll } from "./accessibility";
import type { MockWindow } from "./open-mock";
import { plotsDrawn } from "./plots-drawn";

/** What is the same in every language wherever it stands. */
export const namesEverywhere = [
  "DriveProof",
  powerCutFolderName,
  // Sizes of paper
  ...["A4", "Letter"],
  // Databases, calls and modes, and drives as they were published
  ...["SQLite", "libmdbx", ...flushModeIds],
  ...["pread", "pwrite", "open", "fsync", "fdatasync", "fcntl", "fd"],
  // Counters by the names that the drives' tools have for them
  ...["critical_warning", ...Object.values(rawNames.nvme), ...Object.values(rawNames.ata)],
  ...["F_BARRIERFSYNC", "F_FULLFSYNC"],
  ...["O_RDWR", "O_DIRECT", "O_DSYNC", "O_SYNC"],
  ...Object.values(productNames),
  ...[...referenceDrives, ...Object.values(referenceCurves).flat()].map(({ name }) => name),
  // What React Aria says by itself, in the system's language
  "Dismiss",
];

/** Those, and the texts of the data; an error known by its text alone stands within a sentence, too. */
export function leftOf(data: unknown): string[] {
  return [...namesEverywhere, ...textsIn(data).flatMap((text) => [text, text.replace(/\.$/, "")])];
}

interface Exceptions {
  /** Names, and texts that do not come from the room of text. */
  readonly left: readonly string[];
  /** Selectors of parts of the page that are not looked at. */
  readonly parts?: readonly string[];
}

/**
 * What is read on the page, or read out, in plain letters. In the pseudo-language that is what
 * bypassed the room of text.
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
  return texts.filter((text) => plainEnglish(text, left).length > 0);
}

/** Texts that do not fit where they stand. What scrolls by itself is not cut off. */
function cutOff(page: Page, { parts = [] }: Exceptions): Promise<string[]> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>("body *")]
        // What is there for screen readers alone is one pixel wide.
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

/** The usual window and the smallest one. */
const windows = [
  [1280, 800],
  [800, 600],
] as const;

/** In windows of these sizes the page shows no English and cuts nothing off. */
export async function expectPseudoPage(
  { page, look }: Pick<MockWindow, "page" | "look">,
  exceptions: Exceptions,
  name: string,
  sizes: readonly (readonly [number, number])[] = windows,
): Promise<void> {
  await plotsDrawn(page);
  for (const [width, height] of sizes) {
    await look({ theme: "light", width, height, zoom: 1 });
    expect(await englishOn(page, exceptions), name).toEqual([]);
    expect(await sidewaysScroll(page), name).toBe(0);
    expect(await cutOff(page, exceptions), name).toEqual([]);
    await picture(page, `${name}-${width}`);
  }
}

/** For looking at; only where a folder for pictures is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.DRIVEPROOF_SCREENSHOTS;
  if (folder) {
    await page.screenshot({
      path: `${folder}/pseudo-${name.replace(/\W+/g, "-")}.png`,
      fullPage: true,
    });
  }
}

/** Fields of the program's data whose words are names also where they are plain lower case. */
const names =
  /^(mode|systemCall|fileSystem|mountOptions|scheduler|arch|bus|virtualMachine|os|osVersion|engine|syscall)$/;

/** Texts that are shown in words made from the statements beside them. */
const told = /^(headline|meaning|advice|word|reason|title|detail|message)$/;

/**
 * The texts in what main sends: names of drives, paths, and sentences that main has put into words
 * by itself. Identifiers, which no page may show, are not among them.
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
