import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { referenceDrives } from "#analysis/reference-drives";
import type { Report } from "#contract/report";
import { workloadIds } from "#contract/workloads/index";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { liveStep } from "../../helpers/mock-app/live-workloads";
import { comparedReport, fullMacReport, fullReport } from "../../helpers/mock-app/reports";
import { verdictWindow } from "../../helpers/mock-app/verdict-window";
import { plain } from "../../helpers/mock-app/visible-text";
import { stepTests } from "../../helpers/workloads/index";

/**
 * Screen readers skip the charts and read the hidden tables beside them, which therefore need every
 * series of the charts.
 */

const { verdictOn, liveAt } = verdictWindow();

interface Card {
  readonly title: string;
  /** Names of the series in the chart's legend. */
  readonly keys: readonly string[];
  readonly hasPublished: boolean;
  /** Captions, heads and cells of the tables below the chart. */
  readonly told: readonly string[];
}

function cardsIn(page: Page, selector: string): Promise<Card[]> {
  return page.locator(selector).evaluateAll((cards) =>
    cards.map((card) => {
      const textsOf = (parts: string) =>
        [...card.querySelectorAll(parts)].map((part) => part.textContent ?? "");
      return {
        title: textsOf("h2").join(", "),
        // The explanation of the fill patterns is a list nested in the legend and is no series.
        keys: textsOf(":not(.legend) > ul.legend > li"),
        hasPublished: card.querySelector(".published-mark, .chart-reference-name") !== null,
        told: textsOf(".hidden-visually :is(caption, th, td)"),
      };
    }),
  );
}

/**
 * The series of a chart that none of its tables names, neither in full nor by the term in brackets.
 */
function untold({ title, keys, hasPublished, told }: Card): string[] {
  const texts = told.map((text) => plain(text).toLowerCase());
  const isTold = (words: string | undefined) =>
    words !== undefined && texts.some((text) => text.includes(words));
  const missing = keys.filter((key) => {
    const [, words, term] = /^(.*?)(?: \(([^()]+)\))?$/.exec(plain(key).toLowerCase()) ?? [];
    return !isTold(words) && !isTold(term);
  });
  return [
    ...(texts.length === 0 ? ["table"] : []),
    ...(hasPublished && !isTold("published") ? ["published figures"] : []),
    ...missing,
  ].map((what) => `${title}: ${what}`);
}

const tableNames = async (page: Page) =>
  (await page.locator(".hidden-visually :is(caption, thead th)").allTextContents()).map(plain);

const lives = [
  ["flush-modes", liveMoment(fullReport.runId, { phase: "measuring", round: 1, at: 3 })] as const,
  ...stepTests.map((id) => [id, liveStep(fullReport.runId, id, 2)] as const),
];

describe("the tables beside the charts", () => {
  it.each<[string, Report]>([
    ["Linux", fullReport],
    ["macOS", fullMacReport],
    ["two ways of confirming", comparedReport],
  ])("name every series in the legends of a verdict's charts (%s)", async (_, report) => {
    const cards = await cardsIn(await verdictOn(report), ".figure-card");
    expect(cards.length).toBeGreaterThan(report.plan.tests.length);
    expect(cards.flatMap(untold)).toEqual([]);
  });

  it.each(lives)("name every series in the legend of the live chart (%s)", async (id, frame) => {
    expect(workloadIds).toContain(id);
    const cards = await cardsIn(await liveAt(frame), "main");
    expect(cards.flatMap(untold)).toEqual([]);
  });

  it("name the source of each published figure, and omit published figures if they are switched off", async () => {
    const page = await verdictOn(fullMacReport);
    const names = (await tableNames(page)).filter((name) => /published/i.test(name));
    expect(names).toEqual([
      "Published figures of other drives",
      "published: MacBook Pro of late 2016 (metaobject blog on mkfile(8), February 2017)",
      "published: NVMe SSD Samsung 970 PRO 512 GB (ext4), scaled from 1 GiB to 256 MiB (Wait before you sync, June 2023)",
      "published: A Mac, scaled from 1 GiB to 128 MiB (Post on fsync and F_FULLFSYNC, June 2024)",
      "published: Apple M1 Pro (libmdbx), every batch waited for (MDBX note on macOS, October 2025)",
      "published: Apple M1 Pro (libmdbx), not waited for (MDBX note on macOS, October 2025)",
    ]);
    const others = page.getByRole("table", { name: "Published figures of other drives" });
    await expect.poll(() => others.getByRole("row").count()).toBe(1 + referenceDrives.length);
    const evo = others.getByRole("row", { name: /970 EVO Plus/ }).getByRole("cell");
    expect((await evo.allTextContents()).filter((cell) => /^\d/.test(cell))).not.toEqual([]);
    const chunks = page.getByRole("row", { name: /^Confirm by the drive promises/ });
    expect(plain((await chunks.last().textContent()) ?? "")).toContain("377 ms");
    await page.getByText("Show published figures").click();
    await expect
      .poll(async () => (await tableNames(page)).filter((name) => /published/i.test(name)))
      .toEqual([]);
    await page.getByText("Show published figures").click();
  });
});
