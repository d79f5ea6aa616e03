import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { flushModes, operatingSystemOf, syncCallModeIds } from "../../electron/contract/flush-mode";
import type { Report } from "../../electron/contract/report";
import type { TestName } from "../../electron/contract/run-plan";
import { chartTitles } from "../../renderer/src/features/chart-titles";
import { InspectedWindow, wordsOfPdf } from "../helpers/inspected-window";
import type { PageWithApi } from "../helpers/real-app";

let inspected: InspectedWindow;
let page: Page;

beforeEach(async () => {
  inspected = await InspectedWindow.open();
  page = inspected.page;
});

afterEach(() => inspected.close());

/** What each test leaves on the screen, in the report and on paper. */
interface Expectation {
  readonly test: TestName;
  /** A figure of the chart, running or finished. */
  readonly figure: string;
  /** How many of them the verdict has to show. */
  readonly figures: (report: Report) => number;
  /** What has to be readable in the PDF beside headline and title: calls, settings, sizes. */
  readonly printed: (report: Report) => readonly string[];
  readonly csvRows: (report: Report) => number;
}

const expectations: readonly Expectation[] = [
  {
    test: "flush",
    figure: ".rate-bar",
    figures: ({ flushModes, appendModes }) =>
      [...flushModes, ...(appendModes ?? [])].filter(({ iops }) => iops !== null).length,
    printed: ({ appendModes }) => [
      "Ways of saving: making a file longer",
      ...(appendModes ?? [])
        .filter(({ status }) => status === "measured")
        // The end of a long call may stand on the next line of the table.
        .map(({ systemCall }) => systemCall.slice(0, 20)),
    ],
    csvRows: ({ flushModes, appendModes }) =>
      [...flushModes, ...(appendModes ?? [])].reduce(
        (sum, { rounds }) => sum + Math.max(1, rounds.length),
        0,
      ),
  },
  {
    test: "buffer",
    figure: ".chart-field .dot-drive",
    figures: ({ plan }) => plan.buffer.bufferBytes.length,
    printed: ({ bufferSweep }) => [
      bufferSweep?.systemCall ?? "missing",
      bufferSweep?.settleSystemCall ?? "missing",
      "16 MiB",
    ],
    csvRows: ({ plan }) => plan.buffer.bufferBytes.length,
  },
  {
    test: "interval",
    figure: ".time-bar .chart-value",
    figures: ({ syncInterval }) => syncInterval?.strategies.length ?? 0,
    printed: ({ syncInterval }) => [
      syncInterval?.systemCall ?? "missing",
      "In the background",
      "Every 4 KiB",
    ],
    csvRows: ({ syncInterval }) =>
      (syncInterval?.strategies ?? []).reduce((sum, { trialsNs }) => sum + trialsNs.length, 0),
  },
  {
    test: "chunked",
    figure: ".time-bar .chart-value",
    figures: ({ chunked }) =>
      (chunked?.modes ?? []).filter(({ elapsedNs }) => elapsedNs !== null).length,
    printed: ({ chunked }) =>
      (chunked?.modes ?? [])
        .filter(({ status }) => status === "measured")
        .map(({ systemCall }) => systemCall.slice(0, 20)),
    csvRows: ({ chunked }) => chunked?.modes.length ?? 0,
  },
  {
    test: "commits",
    figure: ".commit-bar .chart-value",
    figures: ({ commits }) =>
      (commits ?? []).flatMap(({ durable, relaxed }) => [durable, relaxed]).filter(Boolean).length,
    printed: ({ commits }) =>
      (commits ?? []).flatMap(({ durable, relaxed }) => [
        `durable: ${durable?.settings.slice(0, 24)}`,
        `relaxed: ${relaxed?.settings.slice(0, 24)}`,
      ]),
    csvRows: ({ commits }) => 2 * (commits?.length ?? 0),
  },
];

describe("each test alone, from the tick to the paper", () => {
  it.for(expectations)("$test", async (expectation, context) => {
    const { test, figure, figures, printed, csvRows } = expectation;
    await inspected.startQuick([test]);
    await page.locator(figure).first().waitFor({ timeout: 60_000 });
    expect(await page.getByRole("button", { name: "Stop" }).isVisible()).toBe(true);
    expect(await page.getByRole("heading", { level: 2 }).first().innerText()).not.toBe("");

    await inspected.verdictShown();
    const report = inspected.onlyReportKept();
    expect(report).toMatchObject({ partial: false, error: null, plan: { tests: [test] } });
    const title = chartTitles(report.plan)[test].replace(/\s+/g, " ");
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByText(report.verdict.headline, { exact: true }).waitFor();
    expect(figures(report)).toBeGreaterThan(2);
    expect(await page.locator(figure).count()).toBe(figures(report));

    const pdf = await inspected.savePdf();
    const csv = await inspected.saveAs("Table (CSV)", "report.csv");
    const [header = "", ...rows] = csv.toString().trimEnd().split("\r\n");
    expect(header).toMatch(/^runId,startedAt,test,/);
    expect(rows).toHaveLength(csvRows(report));
    expect(rows.every((row) => row.split(",")[2] === test)).toBe(true);

    const words = wordsOfPdf(pdf, context);
    for (const said of [report.verdict.headline, title, report.runId, ...printed(report)]) {
      expect(words).toContain(said.replace(/\s+/g, " "));
    }
  });
});

describe("more options", () => {
  it("reach the engine: around memory, two ways of confirming, one database", async () => {
    const os = operatingSystemOf(process.platform);
    const syncModes = syncCallModeIds.filter((mode) => flushModes[mode][os] !== undefined);
    const [first, second] = syncModes;
    if (first === undefined || second === undefined) {
      throw new Error("every system has two ways of confirming");
    }
    await inspected.startSmoke({
      tests: ["buffer", "interval", "commits"],
      changes: { direct: true, syncModes: [first, second], engines: ["sqlite"] },
    });
    await page.reload();
    await inspected.verdictShown();
    const report = inspected.onlyReportKept();
    expect(report).toMatchObject({ partial: false, error: null });
    const { bufferSweepDirect, syncInterval, syncIntervalOtherModes, commits, plan } = report;
    const sizes = [...(bufferSweepDirect?.points ?? []), ...(bufferSweepDirect?.skipped ?? [])];
    expect(new Set(sizes.map(({ bufferBytes }) => bufferBytes)).size).toBe(
      plan.buffer.bufferBytes.length,
    );
    expect([syncInterval?.flushMode, ...syncIntervalOtherModes.map((it) => it.flushMode)]).toEqual([
      first,
      second,
    ]);
    expect(new Set(commits?.map(({ engine }) => engine))).toEqual(new Set(["sqlite"]));
    expect(await page.locator(".series-mark").count()).toBeGreaterThan(0);
  });

  it("of another system are refused with a sentence", async () => {
    const answer = await page.evaluate(async () => {
      const api = (globalThis as unknown as PageWithApi).driveproof;
      const chosen = await api.chooseFolder();
      return api.startInspection({
        volumeId: chosen.ok ? (chosen.value?.id ?? "") : "",
        profile: "smoke",
        tests: ["interval"],
        changes: { syncModes: ["f_fullfsync", "flush_file_buffers"] },
        allowNetwork: false,
      });
    });
    expect(answer).toMatchObject({ ok: false, error: { code: "internal" } });
  });
});
