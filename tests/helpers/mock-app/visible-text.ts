import type { Locator } from "playwright-core";

/** What can be read there, with every kind and run of white space as one space. */
export async function visibleText(locator: Locator): Promise<string> {
  await locator.first().waitFor({ state: "attached" });
  const texts = await locator.allInnerTexts();
  return plain(texts.join("\n"));
}

/** The same for text that is compared with it: figures carry no-break spaces. */
export function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
