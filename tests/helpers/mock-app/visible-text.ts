import type { Locator } from "playwright-core";

/** The visible text, with every run of white space, of any kind, as one space. */
export async function visibleText(locator: Locator): Promise<string> {
  await locator.first().waitFor({ state: "attached" });
  const texts = await locator.allInnerTexts();
  return plain(texts.join("\n"));
}

/**
 * Turns each run of white space into one space; texts to compare need it, too, because figures
 * contain no-break spaces.
 */
export function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
