import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sweepOf } from "#analysis/workloads/buffer-sweep/results";
import {
  formatBlockBytes,
  formatBytesPerSecond,
  formatDuration,
  formatRate,
  formatRatio,
} from "#text/format";
import { strategyLabel } from "#text/workloads/sync-interval";
import { chartTitles } from "../../helpers/chart-titles";
import { fullMacReport, fullReport, goodReport, sweepReport } from "../../helpers/mock-app/reports";
import { turnTo } from "../../helpers/mock-app/verdict-page";
import { verdictWindow } from "../../helpers/mock-app/verdict-window";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";

const { verdictOn } = verdictWindow();

const { "flush-modes": flush, ...others } = chartTitles(fullReport.plan);
const further = { latency: "How long one save takes", overTime: "Saves per second over time" };
const titles = {
  "flush-modes": flush,
  ...further,
  ...others,
  temperature: "Temperature of the drive while it worked",
};

async function shownTitles(page: Page): Promise<string[]> {
  const texts = await page.locator(".figure-card h2").allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, " "));
}

describe("the charts of a verdict", () => {
  it("show exactly the tests that ran", async () => {
    expect(await shownTitles(await verdictOn(goodReport))).toEqual([
      titles["flush-modes"],
      ...Object.values(further),
    ]);
    expect(await shownTitles(await verdictOn(sweepReport))).toEqual([titles["buffer-sweep"]]);
    expect(await shownTitles(await verdictOn(fullReport))).toEqual(
      Object.values(titles).map(plain),
    );
  });

  it("mark and state the size above which larger writes gain little", async () => {
    const page = await verdictOn(fullReport);
    const figure = page.locator(".figure-card", { hasText: titles["buffer-sweep"] });
    expect(sweepOf(fullReport, false)?.kneeBufferBytes).toBe(65_536);
    expect(await visibleText(figure)).toContain("writes of 64 KiB or more gain next to nothing");
    const knee = figure.locator(".knee-name text");
    expect((await knee.textContent())?.replace(/\s/g, " ")).toBe("flat from 64 KiB on");
    // The line marks the eighth of sixteen write sizes.
    const [x, left, right] = await Promise.all([
      figure.locator(".knee line").evaluate((line) => line.getBoundingClientRect().x),
      figure
        .locator(".chart-field .dot-drive")
        .first()
        .evaluate((dot) => dot.getBoundingClientRect().x),
      figure
        .locator(".chart-field .dot-drive")
        .last()
        .evaluate((dot) => dot.getBoundingClientRect().x),
    ]);
    expect((x - left) / (right - left)).toBeCloseTo(7 / 15, 1);
  });

  it("draw bars whose lengths follow the logarithm of the times", async () => {
    const page = await verdictOn(fullReport);
    const figure = page.locator(".figure-card", { hasText: titles["chunked-writes"] });
    const widths = await figure
      .locator(".value-bar .guarantee-frame")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    const times = (fullReport.chunked?.modes ?? []).flatMap(({ elapsedNs }) => elapsedNs ?? []);
    expect(widths).toHaveLength(times.length);
    const ticks = await figure.locator(".chart-tick").allTextContents();
    expect(ticks[0]?.replace(/\s/g, " ")).toBe("10 ms");
    const decades = (ns: number) => Math.log10(ns / 10_000_000);
    const [fastest = 0, fsync = 0] = times;
    expect((widths[1] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(decades(fsync) / decades(fastest), 1);
  });

  it("show a refused mode with its reason, and no bar for it", async () => {
    const page = await verdictOn(fullReport);
    const figure = page.locator(".figure-card", { hasText: titles["chunked-writes"] });
    expect(await visibleText(figure)).toContain("Not available (open: EINVAL, Invalid argument)");
    await expect.poll(() => figure.locator(".value-bar .chart-value").count()).toBe(6);
  });

  it("show and hide all published figures with one switch", async () => {
    const page = await verdictOn(fullReport);
    const marks = page.locator(".published-mark, .chart-reference-name");
    const shown = await marks.count();
    expect(shown).toBeGreaterThan(10);
    const button = page.getByRole("switch", { name: "Show published figures" });
    expect(await button.isChecked()).toBe(true);
    await page.getByText("Show published figures").click();
    await expect.poll(() => marks.count()).toBe(0);
    expect(await visibleText(page.getByRole("main"))).not.toContain("published: ");
    await page.getByText("Show published figures").click();
    await expect.poll(() => marks.count()).toBe(shown);
  });

  it("compare saving in chunks on a Mac with published figures, and say that these were scaled", async () => {
    const page = await verdictOn(fullMacReport);
    const figure = page.locator(".figure-card", { hasText: "in chunks of" });
    await expect.poll(() => figure.locator(".value-bar .published-mark").count()).toBe(2);
    expect(await visibleText(figure)).toContain(
      plain(
        `published: A Mac, scaled from 1 GiB to ${formatBlockBytes(fullMacReport.plan.workloads["chunked-writes"].totalBytes)}`,
      ),
    );
  });

  it("cut off no text at the edge of their cards", async () => {
    for (const width of [1280, 800]) {
      const page = await verdictOn(fullMacReport, { width });
      const beyond = await page.locator(".figure-card").evaluateAll((cards) =>
        cards.flatMap((card) => {
          const edge = card.getBoundingClientRect().right;
          return [...card.querySelectorAll("text")]
            .filter((text) => text.getBoundingClientRect().right > edge)
            .map((text) => text.textContent);
        }),
      );
      expect(beyond).toEqual([]);
    }
  });
});

describe("the figures of a verdict", () => {
  it("have tables with every figure of the write sizes, save intervals and chunks", async () => {
    const page = await verdictOn(fullReport);
    await turnTo(page, "Figures");
    await page.locator(".figures").first().waitFor();
    const textOf = (name: RegExp) => visibleText(page.getByRole("table", { name }));
    const [buffer, interval, chunked] = await Promise.all([
      textOf(/^Write size (?!.*O_DIRECT)/),
      textOf(/^How often to save/),
      textOf(/^Saving in chunks/),
    ]);
    const { systemCall, settleSystemCall } = sweepOf(fullReport, false) ?? {};
    expect(buffer).toContain(`${systemCall} ${settleSystemCall}`);
    for (const point of sweepOf(fullReport, false)?.points ?? []) {
      expect(buffer).toContain(
        plain(
          `${formatBytesPerSecond(point.bytesPerSecond)} ${formatBytesPerSecond(point.settledBytesPerSecond)} ${formatRate(point.systemCallsPerSecond)}`,
        ),
      );
    }
    expect(buffer.match(/64 KiB flat from here on/g)).toHaveLength(1);
    const strategies = fullReport.syncIntervals[0]?.strategies ?? [];
    expect(strategies.some(({ extrapolated }) => extrapolated)).toBe(true);
    for (const { strategy, intervalBytes, p50Ns, extrapolated } of strategies) {
      const row = `${strategyLabel(strategy, intervalBytes)} ${formatDuration(p50Ns ?? 0)}`;
      expect(interval.includes(plain(`${row} extrapolated`))).toBe(extrapolated);
      expect(interval).toContain(plain(row));
    }
    for (const { elapsedNs, ratioToFastest } of fullReport.chunked?.modes ?? []) {
      if (elapsedNs !== null && ratioToFastest !== null && ratioToFastest > 1.05) {
        expect(chunked).toMatch(
          new RegExp(
            `${plain(formatDuration(elapsedNs))}( extrapolated)? ${plain(formatRatio(ratioToFastest))}`,
          ),
        );
      }
    }
    expect(chunked).toContain("Not available (open: EINVAL, Invalid argument)");
    await turnTo(page, "Method");
    const method = await visibleText(page.locator(".method"));
    const { stepNs, maxStepBytes } = fullReport.plan.workloads["buffer-sweep"];
    expect(method).toContain(
      plain(`A step ends after ${formatDuration(stepNs)} or ${formatBlockBytes(maxStepBytes)}`),
    );
    expect(method).toContain("multiplied by the whole amount over the amount written");
  });

  it("omit the flush modes if these were not tested", async () => {
    const page = await verdictOn(sweepReport);
    await turnTo(page, "Figures");
    await page.locator(".figures").first().waitFor();
    await expect.poll(() => page.locator(".figures").count()).toBe(1);
    expect(await visibleText(page.locator(".environment"))).toContain("Tests Write size");
    await turnTo(page, "Method");
    expect(await visibleText(page.locator(".method"))).not.toContain("Ways of saving.");
  });
});
