import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { formatDuration, formatRate } from "#text/format";
import { chartTitles } from "../../helpers/chart-titles";
import { liveStep } from "../../helpers/mock-app/live-workloads";
import { commitsReport, comparedReport, fullMacReport } from "../../helpers/mock-app/reports";
import { turnTo } from "../../helpers/mock-app/verdict-page";
import { verdictWindow } from "../../helpers/mock-app/verdict-window";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";

const { verdictOn, liveAt } = verdictWindow();
const { runId } = commitsReport;
const plan = planFor("quick", "linux", ["commits"]);
const title = plain(chartTitles(plan).commits);

const panelOf = (page: Page, name: string) =>
  page.locator(".commit-panel").filter({ has: page.getByText(name, { exact: true }) });

/** Widths of the bars with the CSS class `side`, in pixels, row by row. */
async function widths(page: Page, panel: string, side: string): Promise<number[]> {
  return panelOf(page, panel)
    .locator(`.commit-bar.${side} .guarantee-frame`)
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
}

describe("the live screen of the database test", () => {
  it("shows every database and batch size, a bar for each finished step, the current step and the last step's figures", async () => {
    // 14 steps are done: the 9 of the first batch size, and two databases of the second. SQLite's
    // write-ahead log has three sync settings.
    const frame = liveStep(runId, "commits", 9 + 5, { plan });
    const page = await liveAt(frame);
    await page.getByText("Databases, step 15 of 36", { exact: true }).waitFor();
    await expect.poll(() => page.locator(".commit-bar .chart-value").count()).toBe(14);
    expect(await page.locator(".commit-panel h3").allInnerTexts()).toEqual([
      ...["Plain log file", "SQLite (write-ahead log)", "SQLite (rollback journal)", "libmdbx"],
    ]);
    const rows = 4 * plan.workloads.commits.shapes.length;
    expect(await page.locator(".commit-panel .chart-row").count()).toBe(rows);
    const table = page.getByRole("table", { name: `${title}, so far` });
    expect(await visibleText(table)).toContain("Not measured");
    const current = page.locator(".commit-panel", { has: page.locator(".chart-row.current") });
    expect(await visibleText(current.locator("h3"))).toBe("libmdbx");
    expect(await visibleText(current.locator(".chart-row.current"))).toBe("100 at a time");
    const last = (frame.commits ?? []).find(
      ({ variant, recordsPerTransaction }) =>
        variant === "rollback" && recordsPerTransaction === 100,
    );
    await page.getByText("Last step: SQLite (rollback journal), 100 at a time").waitFor();
    const numbers = await visibleText(page.locator(".inspection-numbers"));
    expect(numbers).toContain(
      plain(`Records, waited for ${formatRate(last?.durable?.operationsPerSecond ?? 0)} /s`),
    );
    expect(numbers).toContain(
      plain(`Records, not waited for ${formatRate(last?.relaxed?.operationsPerSecond ?? 0)} /s`),
    );
    const status = await visibleText(page.getByRole("status"));
    expect(status).toMatch(/^Databases\. Saving records with real databases/);
  });
});

describe("the database section of a verdict", () => {
  it("draws a durable and a relaxed bar per batch size of SQLite's log, whose lengths follow the logarithm of their rates", async () => {
    const page = await verdictOn(commitsReport);
    const wal = (commitsReport.commits ?? []).filter(({ variant }) => variant === "wal");
    const decades = (perSecond: number) => Math.log10(perSecond / 100);
    for (const side of ["durable", "relaxed"] as const) {
      const drawn = await widths(page, "SQLite (write-ahead log)", side);
      const rates = wal.map((result) => result[side]?.operationsPerSecond ?? 0);
      expect(drawn).toHaveLength(rates.length);
      for (const [index, rate] of rates.entries()) {
        expect((drawn[index] ?? 0) / (drawn[0] ?? 1)).toBeCloseTo(
          decades(rate) / decades(rates[0] ?? 0),
          1,
        );
      }
    }
  });

  it("has the same axis for every database", async () => {
    const page = await verdictOn(commitsReport);
    const ticks = await page
      .locator(".commit-panel")
      .evaluateAll((panels) =>
        panels.map((panel) =>
          [...panel.querySelectorAll(".chart-tick")].map((it) => it.textContent),
        ),
      );
    expect(ticks).toHaveLength(4);
    for (const tick of ticks) {
      expect(tick).toEqual(ticks[0]);
    }
  });

  it("has a table of the rates with and without a flush and of their ratio", async () => {
    const page = await verdictOn(commitsReport);
    const table = page.getByRole("table", { name: plain(chartTitles(commitsReport.plan).commits) });
    const smallest = (commitsReport.commits ?? []).find(({ variant }) => variant === "wal");
    const row = table.getByRole("row", { name: /write-ahead log\), 10 at a time/ });
    const text = await visibleText(row);
    expect(text).toContain(plain(formatRate(smallest?.durable?.operationsPerSecond ?? 0)));
    expect(text).toContain(plain(formatRate(smallest?.relaxed?.operationsPerSecond ?? 0)));
    expect(text).toContain("15 times");
  });

  it("shows published rates beside the measured rates of the same engine", async () => {
    const page = await verdictOn(commitsReport);
    const marks = page.locator(".commit-panel .published-mark");
    await expect.poll(() => marks.count()).toBe(2 * 4);
    await expect
      .poll(() => panelOf(page, "libmdbx").locator(".published-mark").count())
      .toBe(2 * 4);
    expect(await visibleText(page.locator(".figure-card"))).toContain("published: Apple M1 Pro");
  });

  it("shows in the chart and in the figures why a database is unavailable", async () => {
    const page = await verdictOn(comparedReport);
    expect(await visibleText(panelOf(page, "libmdbx"))).toContain(
      "Not available (built without libmdbx)",
    );
    await turnTo(page, "Figures");
    const table = page.getByRole("table", { name: "Saved records: libmdbx" });
    await table.waitFor();
    expect(await visibleText(table)).toContain(
      "Every batch size Not available (built without libmdbx)",
    );
  });

  it("has a table of a database's settings, times, flushes and records found again, with a dash for unknown percentiles", async () => {
    const page = await verdictOn(commitsReport);
    await turnTo(page, "Figures");
    const table = page.getByRole("table", { name: /^Saved records: SQLite \(write-ahead log/ });
    await table.waitFor();
    const text = await visibleText(table);
    expect(text).toContain("durable: journal_mode=WAL, synchronous=FULL");
    expect(text).toContain("relaxed: journal_mode=WAL, synchronous=OFF");
    const results = (commitsReport.commits ?? []).filter(({ variant }) => variant === "wal");
    await expect.poll(() => table.getByRole("row").count()).toBe(1 + 3 * results.length);
    const [smallest] = results;
    const cells = await visibleText(table.getByRole("row", { name: /^10 at a time durable/ }));
    const { commitLatencyNs, recordsFound } = smallest?.durable ?? {};
    expect(cells).toContain(plain(formatDuration(commitLatencyNs?.p50 ?? 0)));
    expect(cells).toContain(plain(formatDuration(commitLatencyNs?.p99 ?? 0)));
    expect(cells).toContain("1.00");
    expect(cells.replace(/ /g, "")).toContain(String(recordsFound));
    // A single commit has no percentiles: the cell shows a dash instead of an invented figure.
    const single = table.getByRole("row", { name: /^100\s000 at a time durable/ });
    expect(await visibleText(single.getByRole("cell").nth(3))).toContain("–");
  });

  it("has a table that reports missing records", async () => {
    const [first, ...others] = commitsReport.commits ?? [];
    if (!first?.durable) {
      throw new Error("the sample has no durable run");
    }
    const reason = "Of 10 000 records that were confirmed, 9 990 were found again.";
    const durable = { ...first.durable, recordsFound: first.durable.records - 10 };
    const commits = [{ ...first, status: "failed" as const, reason, durable }, ...others];
    const page = await verdictOn({ ...commitsReport, commits });
    await turnTo(page, "Figures");
    const table = page.getByRole("table", { name: /^Saved records: Plain log file/ });
    await table.waitFor();
    expect(await visibleText(table)).toContain(`failed: ${reason}`);
    expect(await visibleText(table)).toMatch(/9 990 of 10 000/);
  });

  it("says and draws for a Mac that SQLite waits for the drive only with a full flush", async () => {
    const page = await verdictOn(fullMacReport);
    await expect.poll(() => page.locator(".commit-panel").count()).toBe(6);
    const figure = page.locator(".figure-card", { has: page.locator(".commit-panels") });
    expect(await visibleText(figure)).toContain(
      "On a Mac SQLite waits for the drive only with a full flush",
    );
    expect(await visibleText(figure)).toContain("SQLite (rollback journal, full flush)");
    const fills = async (name: string) =>
      panelOf(page, name)
        .locator(".commit-bar.durable")
        .first()
        .evaluate((bar) => {
          const height = (part: string) => bar.querySelector(part)?.getBoundingClientRect().height;
          return (height(".guarantee-fill") ?? 0) / (height(".guarantee-frame") ?? 1);
        });
    expect(await fills("SQLite (write-ahead log)")).toBeLessThan(0.6);
    expect(await fills("SQLite (write-ahead log, full flush)")).toBeGreaterThan(0.7);
    expect(await visibleText(figure.locator(".legend"))).toContain("handed over to the drive");
  });
});
