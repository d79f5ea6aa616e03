import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { formatBytes, formatBytesPerSecond } from "#text/format";
import { liveLongWrite } from "../../helpers/mock-app/live-workloads";
import { busyReport, fullReport, slowReport } from "../../helpers/mock-app/reports";
import { turnTo } from "../../helpers/mock-app/verdict-page";
import { verdictWindow } from "../../helpers/mock-app/verdict-window";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";
import { sampleReport } from "../../helpers/sample-report";

const { verdictOn, liveAt } = verdictWindow();

const { sustained } = fullReport;
const cliff = sustained?.cliff ?? null;

/**
 * Position of the line at the knee of the curve, as a fraction of the plotted width, from 0 to 1.
 */
async function kneeOf(figure: Locator): Promise<number> {
  const boxes = [".recharts-area-area", ".knee line"].map((part) =>
    figure.locator(part).evaluate((it) => it.getBoundingClientRect().toJSON()),
  );
  const [area, knee] = await Promise.all(boxes);
  return (knee.x - area.x) / area.width;
}

describe("the chart of one long write", () => {
  it("marks the point at which the speed fell, at its place on the axis", async () => {
    if (sustained === null || cliff === null) {
      throw new Error("the sample falls");
    }
    const page = await verdictOn(fullReport);
    const figure = page.locator(".figure-card", { hasText: "Speed of one long write" });
    expect(plain((await figure.locator(".knee-name text").textContent()) ?? "")).toBe(
      plain(`slower after ${formatBytes(cliff.afterBytes)}`),
    );
    expect(await kneeOf(figure)).toBeCloseTo(cliff.afterBytes / sustained.bytes, 1);
    const words = await visibleText(figure);
    for (const speed of [cliff.fastBytesPerSecond, cliff.slowBytesPerSecond]) {
      expect(words).toContain(plain(formatBytesPerSecond(speed)));
    }
    expect(words).toContain("Slowest stretch: ");
  });

  it("has the drive's temperature during the write, and its limit, below it", async () => {
    const page = await verdictOn(fullReport);
    const strip = page.locator(".figure-card .chart-field.low + .temperature-strip");
    const path = await strip.locator(".temperature-line path").getAttribute("d");
    const { startNs, elapsedNs } = sustained ?? { startNs: null, elapsedNs: 0 };
    const during = fullReport.temperatures?.filter(
      ({ ns }) => startNs !== null && ns >= startNs && ns <= startNs + elapsedNs,
    );
    expect(during?.length).toBeGreaterThan(2);
    expect(path?.match(/[ML]/g)).toHaveLength(during?.length ?? 0);
    await expect
      .poll(() => strip.locator("text").allTextContents())
      .toContain("its own limit: 84\u00a0°C");
  });

  it("is followed by the temperature over the whole inspection, also in words", async () => {
    const page = await verdictOn(fullReport);
    const figure = page.locator(".figure-card", { hasText: "Temperature of the drive" });
    const words = await visibleText(figure);
    expect(words).toContain("between 38 °C and 66 °C");
    expect(words).toContain("From 84 °C on it calls itself too hot");
    expect(await figure.locator("tbody tr").count()).toBeLessThanOrEqual(10);
  });

  it("has a row in the table of figures that states the system call and the speeds of the chart", async () => {
    const page = await verdictOn(fullReport);
    await turnTo(page, "Figures");
    const table = await visibleText(page.getByRole("table", { name: /^Long write/ }));
    expect(table).toContain(sustained?.systemCall);
    expect(table).toContain("The speed had fallen and settled");
    expect(table).toContain(
      plain(
        `${formatBytesPerSecond(sustained?.bytesPerSecond ?? 0)} ${formatBytesPerSecond(cliff?.fastBytesPerSecond ?? 0)} ${formatBytesPerSecond(cliff?.slowBytesPerSecond ?? 0)}`,
      ),
    );
    await turnTo(page, "Method");
    expect(await visibleText(page.locator(".method").last())).toContain("Long write.");
  });

  it("covers during the write the written share of an axis that ends at the planned number of bytes", async () => {
    const live = liveLongWrite(fullReport.runId, 20);
    const page = await liveAt(live);
    const words = await visibleText(page.getByRole("main"));
    expect(words).toContain(
      plain(
        `Long write, 24 GB of at most ${formatBytes(live.plan.workloads["sustained-write"].maxBytes)}`,
      ),
    );
    expect(words).toContain("Speed now 400 MB/s");
    const [area, line] = await Promise.all(
      [".recharts-area-area", ".recharts-cartesian-grid line"].map((part) =>
        page
          .locator(`.chart-field.low ${part}`)
          .first()
          .evaluate((it) => it.getBoundingClientRect().width),
      ),
    );
    expect((area ?? 0) / (line ?? 1)).toBeCloseTo(
      24e9 / live.plan.workloads["sustained-write"].maxBytes,
      1,
    );
  });
});

describe("the verdict on a drive with a false capacity", () => {
  it("begins with a warning, and marks how much the drive kept", async () => {
    const report = sampleReport({ capacity: "false" });
    const page = await verdictOn(report);
    expect(report.verdict.headline).toMatch(/^Do not store anything on this drive/);
    const figure = page.locator(".figure-card", { hasText: "Is it as large as it says?" });
    expect(await visibleText(figure)).toContain("False capacity");
    expect(await figure.locator(".knee-name text").textContent()).toMatch(/ were kept$/);
    expect(await kneeOf(figure)).toBeCloseTo(80 / 128, 1);
  });
});

describe("the chart of saves per second over time", () => {
  it("has a panel for every measured mode with a flush, and marks the slowest period of that mode", async () => {
    const page = await verdictOn(slowReport);
    const figure = page.locator(".figure-card", { hasText: "Saves per second over time" });
    await expect.poll(() => figure.locator(".rounds-panel").count()).toBe(4);
    await expect
      .poll(() => figure.locator(".rounds-panel .recharts-reference-area").count())
      .toBe(4);
    const words = await visibleText(figure);
    expect(words).toContain("worst: one save took 410 ms (round 1)");
    expect(words).toContain("At its worst one save took 410 ms");
  });

  it("has the disturbances and repetitions of its rounds listed among the figures", async () => {
    const page = await verdictOn(slowReport);
    await turnTo(page, "Figures");
    const list = await visibleText(page.locator(".disturbed-rounds"));
    expect(list).toContain(
      "Confirm the data only (pwrite + fdatasync(fd)): round 3 was disturbed: other programs wrote at least 40.4 MB; rounds 3, 5 were measured again because the first time was disturbed.",
    );
    const table = await visibleText(page.getByRole("table", { name: /^Ways of saving/ }));
    expect(table).toContain("no difference seen: fsync, o_dsync, o_sync");
    expect(table).toMatch(/± 43 to 50 94 % sure/);
    expect(table).toContain("Drive bytes per byte");
    await turnTo(page, "Method");
    expect(await visibleText(page.locator(".method").last())).toContain(
      "confidence interval of the median from order statistics",
    );
  });

  it("has a summary of many disturbances above their list among the figures", async () => {
    const page = await verdictOn(busyReport);
    await turnTo(page, "Figures");
    const part = page.locator("section", { hasText: "What happened beside the rounds" }).last();
    const measured = [busyReport.flushModes, busyReport.appendModes ?? []]
      .flat()
      .flatMap(({ rounds }) => rounds);
    const count = measured.length;
    expect(await visibleText(part)).toMatch(
      new RegExp(
        `^.*${count} of ${count} rounds were disturbed: other programs wrote at least [\\d.]+ MB to [\\d.]+ GB`,
      ),
    );
    await expect.poll(() => part.locator("li").count()).toBe(14);
  });
});
