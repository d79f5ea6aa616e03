import { describe, expect, it } from "vitest";
import { planFor, withChanges } from "#analysis/plan";
import { sweepOf } from "#analysis/workloads/buffer-sweep/results";
import type { LiveState } from "#contract/live-state";
import { usualWorkloads } from "#contract/workloads/index";
import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatRate,
  formatRatio,
} from "#text/format";
import { shortLoadLabel } from "#text/workloads/reading";
import { chartTitles } from "../../helpers/chart-titles";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { liveStep, testSteps } from "../../helpers/mock-app/live-workloads";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { goodReport } from "../../helpers/mock-app/reports";
import { settled } from "../../helpers/mock-app/settled";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";
import { stepTests } from "../../helpers/workloads/index";

let mock: MockWindow;
const { runId } = goodReport;
const plan = planFor("quick", "linux");
const titles = chartTitles(plan);
const comparing = withChanges(plan, { syncModes: ["fsync", "fdatasync"] });

closeAfterEach(() => mock);

async function open(...frames: LiveState[]): Promise<MockWindow["page"]> {
  // With 2 s between frames the window has time to draw the first of them.
  mock = await openMock({ runId, startsRunning: true, frames, frameMs: 2000 });
  await mock.page.getByRole("progressbar").waitFor();
  await settled(mock.page);
  return mock.page;
}

/** Returns the value, or fails the test if a frame does not contain one. */
function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) {
    throw new Error("the picture lacks a value");
  }
  return value;
}

/** Expects a row for each label from the start, with values in the first `done` rows. */
async function expectRows(step: string, labels: readonly string[], done: number) {
  const { page } = mock;
  await page.getByText(step, { exact: true }).waitFor();
  const shown = async () => (await page.locator(".chart-label-name").allInnerTexts()).map(plain);
  await expect.poll(shown).toEqual(labels);
  await expect.poll(() => page.locator(".value-bar .chart-value").count()).toBe(done);
  expect(await visibleText(page.locator(".chart-row.current"))).toBe(labels[done]);
}

const soFar = (title: string) => mock.page.getByRole("table", { name: `${plain(title)}, so far` });

const numbers = (page: MockWindow["page"]) => visibleText(page.locator(".inspection-numbers"));

describe("the live screen of the test of write sizes", () => {
  it("draws two curves so far and marks the current size, but not yet where larger writes gain little", async () => {
    const frame = liveStep(runId, "buffer-sweep", 11);
    const last = required(sweepOf(frame, false)?.points[10]);
    const memory = plain(formatBytesPerSecond(last.bytesPerSecond));
    const drive = plain(formatBytesPerSecond(last.settledBytesPerSecond));
    const page = await open(frame);
    await page.getByText("Write size, step 12 of 33", { exact: true }).waitFor();
    await expect.poll(() => page.locator(".chart-field .dot-memory").count()).toBe(11);
    await expect.poll(() => page.locator(".chart-field .dot-drive").count()).toBe(11);
    await expect.poll(() => page.locator(".recharts-reference-line").count()).toBe(1);
    expect(await page.locator(".knee-name").count()).toBe(0);
    const table = soFar(titles["buffer-sweep"]);
    await expect.poll(() => table.getByRole("row").count()).toBe(1 + 11);
    expect(await visibleText(table)).toContain(`512 KiB ${memory} ${drive} 98 %`);
    const shown = await numbers(page);
    expect(shown).toContain(`Into memory ${memory}`);
    expect(shown).toContain(`With the flush after it ${drive}`);
    expect(shown).toContain(`Written so far ${plain(formatBytes(frame.bytesWritten))}`);
    await page.getByText("Last step: 512 KiB").waitFor();
  });

  it("shows all its axes before the first step ends", async () => {
    const page = await open(liveStep(runId, "buffer-sweep", 0));
    await page.locator(".chart-field svg").first().waitFor();
    const ticks = async () =>
      (await page.locator(".chart-field .chart-tick").allTextContents()).map((tick) =>
        tick.replace(/\s/g, " "),
      );
    await expect
      .poll(ticks)
      .toEqual(expect.arrayContaining(["512 B", "16 MiB", "10 MB/s", "10 GB/s", "0 %", "100 %"]));
    expect(await numbers(page)).toContain("not known yet");
  });
});

describe("the live screen of the test of save intervals", () => {
  const steps = testSteps("sync-interval").length;

  it("shows after four steps a row for every strategy, with values in the first four rows and the fifth as the current one", async () => {
    const page = await open(liveStep(runId, "sync-interval", 4));
    const { intervalsBytes } = plan.workloads["sync-interval"];
    const labels = [
      ...["Never", "Once at the end", "In the background"],
      ...intervalsBytes.map((bytes) => plain(`Every ${formatBlockBytes(bytes)}`)),
    ];
    await expectRows(`How often to save, step 5 of ${steps}`, labels, 4);
    // The published reference drive has no values for background syncs and for 4 KiB, so two of the
    // rows have no mark.
    await expect.poll(() => page.locator(".value-bar .published-mark").count()).toBe(steps - 2);
  });

  it("marks extrapolated values in the chart and for screen readers", async () => {
    const page = await open(liveStep(runId, "sync-interval", steps));
    await page.locator(".hatched").first().waitFor();
    const measured = await page.locator(".value-bar").evaluateAll((bars) =>
      bars.map((bar) => ({
        hatched: bar.querySelector(".hatched") !== null,
        text: bar.querySelector("text")?.textContent ?? "",
      })),
    );
    expect(measured.some(({ hatched }) => hatched)).toBe(true);
    for (const { hatched, text } of measured) {
      expect(text.includes("extrapolated")).toBe(hatched);
      expect(text.startsWith("≈")).toBe(hatched);
    }
    const table = soFar(titles["sync-interval"]);
    expect(await visibleText(table.getByRole("row", { name: /Every 4 KiB/ }))).toContain(
      "extrapolated",
    );
    expect(await visibleText(table.getByRole("row", { name: /Never/ }))).toContain("measured");
  });
});

describe("the live screen of saving in chunks", () => {
  const valuesOf = async (page: MockWindow["page"]) =>
    (await page.locator(".value-bar .chart-value").allTextContents()).map((value) =>
      value.replace(/\s+/g, " "),
    );

  it("shows each mode's time but no ratio in the first pass, and marks the current mode", async () => {
    const frame = liveStep(runId, "chunked-writes", 3);
    const page = await open(frame);
    await page.getByText("Saving in chunks, step 4 of 14", { exact: true }).waitFor();
    expect(await valuesOf(page)).toEqual(
      frame.chunked?.modes.map(({ elapsedNs }) => plain(formatDuration(required(elapsedNs)))),
    );
    expect(await visibleText(page.locator(".chart-row.current"))).toContain("Confirm every write");
    await expect.poll(() => page.locator(".chart-row").count()).toBe(7);
    const table = soFar(titles["chunked-writes"]);
    expect(await visibleText(table.getByRole("row", { name: /Write, not confirmed/ }))).toContain(
      "no promise",
    );
    expect(await visibleText(table.getByRole("row", { name: /Confirm the whole file/ }))).toContain(
      "promises to survive a power cut",
    );
  });

  it("shows the ratios of the modes after two passes that agree", async () => {
    const frame = liveStep(runId, "chunked-writes", 14);
    await open(frame);
    const ratios = frame.chunked?.modes.map(({ ratioToFastest }) => ratioToFastest) ?? [];
    expect(ratios.every((ratio) => ratio !== null)).toBe(true);
    expect(await valuesOf(mock.page)).toEqual(
      frame.chunked?.modes.map(({ elapsedNs, ratioToFastest: ratio }) =>
        plain(
          `${formatDuration(required(elapsedNs))}${ratio === null ? "" : ratio === 1 ? "quickest" : formatRatio(ratio)}`,
        ),
      ),
    );
  });
});

describe("the live screen of the reading test", () => {
  const { loads } = plan.workloads.reading;

  it("has a row for every load, single small reads first, with values in five rows after five steps", async () => {
    const frame = liveStep(runId, "reading", 5);
    const page = await open(frame);
    const labels = loads.map((load) => plain(shortLoadLabel(load)));
    expect(labels[0]).toBe("Random 4 KiB, one by one: read");
    await expectRows("Reading, step 6 of 48", labels, 5);
    const leading = required(frame.reading[0]);
    const rate = plain(formatRate(required(leading.iops)));
    const table = soFar(titles.reading);
    await expect.poll(() => table.getByRole("row").count()).toBe(1 + 12);
    expect(await visibleText(table.getByRole("row").nth(1))).toContain(
      `${rate} ${plain(formatBytesPerSecond(required(leading.bytesPerSecond)))}`,
    );
    expect(await visibleText(table.getByRole("row").nth(6))).toContain("Not measured");
    const shown = await numbers(page);
    expect(shown).toContain(`Small reads, one at a time ${rate} /s`);
    expect(shown).toContain(
      `Typical request ${plain(formatDuration(required(leading.latencyNs).p50))}`,
    );
  });
});

describe("the live screen of saving documents", () => {
  it("has a row for every size and way of saving, and values in the rows of the five finished steps", async () => {
    const frame = liveStep(runId, "document-saves", 5);
    const page = await open(frame);
    const labels = ["4 KiB", "64 KiB", "256 KiB", "1 MiB"].flatMap((size) =>
      ["not confirmed", "confirmed"].map((way) => `${size}, ${way}`),
    );
    await expectRows("Saving documents, step 6 of 24", labels, 5);
    const last = required(frame.documentSaves?.find((save) => save.documentBytes === 262_144));
    const shown = await numbers(page);
    expect(shown).toContain(
      `Documents a second ${plain(formatRate(required(last.documentsPerSecond)))} /s`,
    );
    expect(shown).toContain(`Typical time ${plain(formatDuration(required(last.latencyNs?.p50)))}`);
    await expect.poll(() => soFar(titles["document-saves"]).getByRole("row").count()).toBe(1 + 8);
    await page.getByText("Last step: 256 KiB, not confirmed").waitFor();
  });
});

describe("the live screen of the test with several writers", () => {
  it("has a row for each number of writers, and values in the rows of the three finished steps", async () => {
    const frame = liveStep(runId, "parallel-saves", 3);
    const page = await open(frame);
    const labels = ["1 writer", ...[2, 4, 8, 16].map((writers) => `${writers} writers`)];
    await expectRows("Several programs at once, step 4 of 15", labels, 3);
    const last = required(frame.parallelSaves?.find(({ writers }) => writers === 4));
    expect(await numbers(page)).toContain(
      `Saves a second in all ${plain(formatRate(required(last.iops)))} /s`,
    );
    await expect.poll(() => soFar(titles["parallel-saves"]).getByRole("row").count()).toBe(1 + 5);
    await page.getByText("Last step: 4 writers").waitFor();
  });
});

describe("from test to test, the live screen", () => {
  it("keeps its frame and its numbers in the same place", async () => {
    const places: unknown[] = [];
    const frames = [
      liveMoment(runId, { phase: "measuring", round: 1, at: 2 }),
      liveStep(runId, "buffer-sweep", 9),
      liveStep(runId, "sync-interval", 9),
      liveStep(runId, "chunked-writes", 4),
      liveMoment(runId, { phase: "measuring", layout: "append", round: 1, at: 2 }),
      liveStep(runId, "sync-interval", 9, { plan: comparing }),
      // After steps of the write-ahead log, which has three sync settings, and after steps of other
      // databases with two.
      liveStep(runId, "commits", 3),
      liveStep(runId, "commits", 19),
      liveStep(runId, "reading", 14),
      liveStep(runId, "document-saves", 5),
      liveStep(runId, "parallel-saves", 3),
      // A workload on request shows one more number, which moves the elements below it, so only the
      // usual workloads are compared.
      ...stepTests
        .filter((test) => usualWorkloads.includes(test))
        .map((test) => liveStep(runId, test, 0)),
    ];
    for (const frame of frames) {
      const page = await open(frame);
      await page.locator(".inspection-chart svg").first().waitFor();
      places.push(
        await page
          .locator(".inspection-chart, .inspection-strip, .inspection-number")
          .evaluateAll((parts) =>
            parts.map((part) => {
              const { x, y, width, height } = part.getBoundingClientRect();
              return [x, y, width, height].map(Math.round);
            }),
          ),
      );
      if (frame !== frames[frames.length - 1]) {
        await mock.close();
      }
    }
    for (const place of places) {
      expect(place).toEqual(places[0]);
    }
  });

  it("keeps the last test visible after it has ended", async () => {
    const last = liveStep(runId, "chunked-writes", 7);
    const page = await open(last, { ...last, currentWorkload: null, phase: "finished" });
    await page.getByText("Finished. The verdict is being written.").first().waitFor();
    await page.getByRole("heading", { name: plain(titles["chunked-writes"]) }).waitFor();
  });

  it("announces a test in the same words at two of its steps", async () => {
    const page = await open(liveStep(runId, "buffer-sweep", 3));
    const status = page.getByRole("status");
    const before = await visibleText(status);
    expect(before).toMatch(/^Write size\. Writing with growing pieces/);
    await mock.close();
    const later = await open(liveStep(runId, "buffer-sweep", 4, { phase: "draining" }));
    expect(await visibleText(later.getByRole("status"))).toBe(before);
  });
});
