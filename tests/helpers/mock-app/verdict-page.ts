import type { Page } from "playwright-core";
import { glanceOf } from "#analysis/verdict/glance/glance";
import type { Report } from "#contract/report";
import { tell } from "#text/statements";
import { plain } from "./visible-text";

/** The page's first heading for this report: the verdict's word and sentence, with plain spaces. */
export function headlineOf(report: Report): string {
  const { word, sentence } = glanceOf(report);
  return plain(`${tell(word)} ${tell(sentence)}`);
}

/**
 * Waits until the page shows the verdict on this report, and the charts that are drawn after it.
 */
export async function verdictShown(page: Page, report: Report): Promise<void> {
  await page.getByRole("heading", { level: 1, name: headlineOf(report) }).waitFor();
  await page.getByRole("tabpanel", { name: "Charts" }).waitFor();
}

/** Opens a tab of the evidence below the verdict. */
export async function turnTo(page: Page, part: "Charts" | "Figures" | "Method"): Promise<void> {
  await page.getByRole("tab", { name: part }).click();
  await page.getByRole("tabpanel", { name: part }).waitFor();
}
