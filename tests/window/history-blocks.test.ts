import { readdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { beforeAll, describe, expect, it } from "vitest";
import type { HistoryRequest } from "#contract/history";
import { reportSchema } from "#contract/report";
import { nodeEngine } from "../../electron/main/hosts/engine-process";
import { HistoryProcess } from "../../electron/main/window/history-reader";
import { HistoryStore } from "../../electron/main/window/history-store";
import { folderOfAll } from "../helpers/folders";
import { sampleReport } from "../helpers/sample-report";

/**
 * How long the main process is blocked while a long history is read: by a separate process and, for
 * comparison, by the main process itself.
 */

const host = path.resolve(__dirname, "../../out/main/history-host.cjs");
const folder = folderOfAll();
/** Above 200 reports the time per report does not grow, whichever process reads them. */
const count = 200;

/** A report as large as that of a quick inspection. */
function realSize(runId: string) {
  const report = { ...sampleReport(), runId };
  const [first] = report.flushModes;
  const round = first?.rounds[0];
  const rounds = Math.ceil(600_000 / JSON.stringify(round, null, 2).length);
  return {
    ...report,
    flushModes: report.flushModes.map((mode) =>
      mode === first && round ? { ...mode, rounds: Array(rounds).fill(round) } : mode,
    ),
  };
}

beforeAll(() => {
  const text = JSON.stringify(realSize("RUN"), null, 2);
  expect(text.length).toBeGreaterThan(600_000);
  for (let number = 0; number < count; number += 1) {
    const runId = `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, "0")}`;
    writeFileSync(path.join(folder(), `${runId}.json`), text.replace('"RUN"', `"${runId}"`));
  }
});

/**
 * Runs the action; `longestMs` is the longest time for which no timer of this process could run,
 * `busyMs` how long its event loop was busy in all.
 */
async function blocks(action: () => Promise<unknown>) {
  let longestMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const before = performance.eventLoopUtilization();
  await action();
  const busyMs = performance.eventLoopUtilization(before).active;
  clearInterval(timer);
  return { longestMs: Math.max(longestMs, performance.now() - last), busyMs };
}

/** How an earlier version read the history: all reports at once, in the main process. */
async function allAtOnce(place: string): Promise<number> {
  const reports = await Promise.all(
    readdirSync(place).map(async (name) =>
      reportSchema.parse(JSON.parse(await readFile(path.join(place, name), "utf8"))),
    ),
  );
  return reports.length;
}

describe("reading a history of 200 reports in a separate process", () => {
  it("keeps the main process busy for less than a quarter as long as reading there, with shorter blocks", async () => {
    const reader = new HistoryProcess(nodeEngine<HistoryRequest>(host));
    const store = new HistoryStore(folder(), reader);
    const beside = await blocks(async () => {
      expect((await store.list()).entries).toHaveLength(count);
    });
    const again = await blocks(() => store.list());
    reader.close();
    const inMain = await blocks(async () => {
      expect(await allAtOnce(folder())).toBe(count);
    });
    const words = ({ longestMs, busyMs }: typeof beside) =>
      `longest block ${longestMs.toFixed(1)} ms, busy ${busyMs.toFixed(0)} ms`;
    console.info(
      `${count} reports. Beside main: ${words(beside)}; again: ${words(again)}. In main: ${words(inMain)}`,
    );
    expect(beside.busyMs).toBeLessThan(inMain.busyMs / 4);
    expect(beside.longestMs).toBeLessThan(inMain.longestMs);
  });
});
