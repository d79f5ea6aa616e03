import { describe, expect, it } from "vitest";
import { planFor, withChanges } from "#analysis/plan";
import { sweepOf } from "#analysis/workloads/buffer-sweep/results";
import { formatBytesPerSecond, formatDuration, formatRate } from "#text/format";
import { chartTitles } from "../../helpers/chart-titles";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { liveStep, testSteps } from "../../helpers/mock-app/live-workloads";
import { comparedReport, fullReport } from "../../helpers/mock-app/reports";
import { turnTo } from "../../helpers/mock-app/verdict-page";
import { verdictWindow } from "../../helpers/mock-app/verdict-window";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";

/**
 * Optional series of a report: writes that extend the file, direct writes around the page cache,
 * and several sync calls.
 */

const { verdictOn, liveAt } = verdictWindow();
const { runId } = fullReport;

describe("the test of appending to a file", () => {
  const title = chartTitles(fullReport.plan)["flush-modes"];

  it("is named on the live screen, and adds a second bar to the row of each measured mode", async () => {
    const page = await liveAt(
      liveMoment(runId, { phase: "measuring", layout: "append", round: 0, at: 3 }),
    );
    await page
      .getByText("Making a file longer piece by piece, asking the drive to confirm each one.")
      .first()
      .waitFor();
    await page
      .getByText("Ways of saving, making a file longer, round 1 of 3", { exact: true })
      .waitFor();
    await expect.poll(() => page.locator(".chart-plot .series-2 .rate-bar").count()).toBe(3);
    await expect.poll(() => page.locator(".chart-plot .series-1 .rate-bar").count()).toBe(6);
    const table = page.getByRole("table", { name: "Saves per second so far" });
    expect(await visibleText(table.getByRole("columnheader"))).toContain("Making a file longer");
    expect(await visibleText(page.getByRole("status"))).toMatch(
      /^Making a file longer, round 1 of 3\./,
    );
  });

  it("is named in the live chart before it begins if the plan includes it, and not otherwise", async () => {
    const page = await liveAt(liveMoment(runId, { phase: "measuring", round: 0, at: 2 }));
    await page.getByText("making a file longer").first().waitFor();
    expect(await page.locator(".chart-plot .series-2 .rate-bar").count()).toBe(0);
    const frame = liveMoment(runId, { phase: "measuring", round: 0, at: 2 });
    const alone = await liveAt({ ...frame, plan: withChanges(frame.plan, { append: false }) });
    expect(await alone.getByText("making a file longer").count()).toBe(0);
  });

  it("appears beside the test of overwriting a file in the chart, with shorter bars, and in the tables", async () => {
    const page = await verdictOn(fullReport);
    const figure = page.locator(".figure-card", { hasText: title }).first();
    const names = ["changing a file", "making a file longer"];
    const legend = await visibleText(figure.locator(".legend").first());
    for (const name of names) {
      expect(legend).toContain(name);
    }
    const [rewrite, append] = await Promise.all(
      [1, 2].map((series) =>
        figure
          .locator(`.chart-plot .series-${series} .guarantee-frame`)
          .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width)),
      ),
    );
    const rates = fullReport.appendModes?.map(({ iops }) => iops ?? 0) ?? [];
    expect(append).toHaveLength(rates.length);
    for (const [index, width] of (append ?? []).entries()) {
      expect(width).toBeLessThan(rewrite?.[index] ?? 0);
    }
    const hidden = page.getByRole("table", { name: title });
    const row = hidden.getByRole("row", { name: /Confirm the data only/ });
    const fdatasync = fullReport.appendModes?.find(({ mode }) => mode === "fdatasync");
    expect(await visibleText(row)).toContain(plain(formatRate(fdatasync?.iops ?? 0)));
    await turnTo(page, "Figures");
    const table = page.getByRole("table", { name: "Ways of saving: making a file longer" });
    await table.waitFor();
    // An append costs twice the device flushes of a rewrite, since the file system also stores the
    // new length.
    expect(await visibleText(table.getByRole("row", { name: /fdatasync/ }))).toMatch(/2\.00$/);
  });
});

describe("writes that bypass the page cache", () => {
  const plan = planFor("standard", "linux");
  const sizes = plan.workloads["buffer-sweep"].bufferBytes.length;
  const title = chartTitles(plan)["buffer-sweep"];

  it("form a second curve in the live chart, and their last size is named with its speed", async () => {
    const done = plan.workloads["buffer-sweep"].passes * sizes + 5;
    const frame = liveStep(runId, "buffer-sweep", done, { plan });
    const page = await liveAt(frame);
    await page.getByText(`Write size, step ${done + 1} of 97`, { exact: true }).waitFor();
    await expect.poll(() => page.locator(".chart-field .dot-direct").count()).toBe(5);
    await expect.poll(() => page.locator(".chart-field .dot-drive").count()).toBe(sizes);
    await page.getByText("Last step: 1 MiB, around memory (direct)").waitFor();
    const point = sweepOf(frame, true)?.points.find(({ bufferBytes }) => bufferBytes === 1_048_576);
    expect(await visibleText(page.locator(".inspection-numbers"))).toContain(
      plain(`Around memory ${formatBytesPerSecond(point?.bytesPerSecond ?? 0)}`),
    );
  });

  it("have a curve, a table and a note on refused sizes in the verdict", async () => {
    const page = await verdictOn(fullReport);
    const figure = page.locator(".figure-card", { hasText: title });
    const direct = sweepOf(fullReport, true);
    await expect
      .poll(() => figure.locator(".chart-field .dot-direct").count())
      .toBe(direct?.points.length);
    expect(await visibleText(figure)).toContain(
      "The system takes no writes of 512 B to 2 KiB there.",
    );
    await turnTo(page, "Figures");
    const table = page.getByRole("table", { name: /^Write size: around memory \(direct\)/ });
    await table.waitFor();
    const text = await visibleText(table);
    expect(text).toContain(direct?.systemCall);
    expect(text).toContain("512 B Not available (pwrite: EINVAL, Invalid argument)");
    // Direct writes bypass the page cache, so their table has no column “Into memory”.
    expect(text).not.toContain("Into memory");
    await expect.poll(() => table.getByRole("row").count()).toBe(1 + sizes);
  });
});

describe("several sync calls in one test", () => {
  const plan = withChanges(planFor("quick", "linux"), { syncModes: ["fsync", "fdatasync"] });
  const steps = testSteps("sync-interval", plan).length / 2;
  const title = plain(chartTitles(plan)["sync-interval"]);

  it("each have a point shape and a table of their own in the live chart", async () => {
    const frame = liveStep(runId, "sync-interval", steps + 4, { plan });
    const page = await liveAt(frame);
    await expect.poll(() => page.locator(".chart-plot .series-1 .series-mark").count()).toBe(steps);
    await expect.poll(() => page.locator(".chart-plot .series-2 .series-mark").count()).toBe(4);
    const shapes = await page
      .locator(".legend .series-mark")
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute("d")));
    expect(new Set(shapes.slice(0, 2)).size).toBe(2);
    // The second sync call measures the ladder of intervals in the reverse order.
    await page.getByText("Last step: Every 64 KiB: Confirm the data only").waitFor();
    for (const label of ["Confirm the whole file", "Confirm the data only"]) {
      await page
        .getByRole("table", { name: `${title}, so far: ${label}` })
        .waitFor({ state: "attached" });
    }
  });

  it("have one point for each time, which is hollow if the time is extrapolated", async () => {
    const page = await verdictOn(comparedReport);
    const figure = page.locator(".figure-card", { hasText: title });
    const ladders = comparedReport.syncIntervals;
    for (const [series, ladder] of ladders.entries()) {
      const marks = figure.locator(`.chart-plot .series-${series + 1} .series-mark`);
      const cut = (ladder?.strategies ?? []).filter(({ extrapolated }) => extrapolated).length;
      await expect.poll(() => marks.count()).toBe(ladder?.strategies.length);
      await expect
        .poll(() => figure.locator(`.chart-plot .series-${series + 1} .hollow`).count())
        .toBe(cut);
      const places = await marks.evaluateAll((all) =>
        all.map((mark) => mark.getBoundingClientRect().x),
      );
      const order = (values: readonly number[]) =>
        values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
      expect(order(places)).toEqual(
        order((ladder?.strategies ?? []).map(({ p50Ns }) => p50Ns ?? 0)),
      );
    }
  });

  it("give a table the name of its sync call", async () => {
    const page = await verdictOn(comparedReport);
    await turnTo(page, "Figures");
    const [, other] = comparedReport.syncIntervals;
    const table = page.getByRole("table", { name: /^How often to save: Confirm the data only/ });
    await table.waitFor();
    const text = await visibleText(table);
    expect(text).toContain(other?.systemCall);
    const finest = other?.strategies[other.strategies.length - 1];
    expect(text).toContain(plain(formatDuration(finest?.p50Ns ?? 0)));
  });

  it("are shown as bars instead of points if one of them was refused, with the reason of the refusal", async () => {
    const [first, other] = comparedReport.syncIntervals;
    if (first === undefined || other === undefined) {
      throw new Error("the sample compares nothing");
    }
    const reason = "fdatasync: EINVAL, Invalid argument";
    const refused = { ...other, reason, strategies: [] };
    const report = { ...comparedReport, syncIntervals: [first, refused] };
    const page = await verdictOn(report);
    const figure = page.locator(".figure-card", { hasText: title });
    await expect.poll(() => figure.locator(".value-bar").count()).toBeGreaterThan(0);
    expect(await figure.locator(".series-mark").count()).toBe(0);
    expect(await visibleText(figure)).toContain(
      `Confirm the data only: not available (${reason}).`,
    );
    await turnTo(page, "Figures");
    const table = page.getByRole("table", { name: /^How often to save: Confirm the data only/ });
    expect(await visibleText(table)).toContain(`Not available (${reason})`);
  });
});
