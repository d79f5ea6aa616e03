import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operationsIn } from "#analysis/statistics";
import {
  blockBytes,
  prepareOptions,
  sum,
  testFileDescriptors,
  until,
  withSession,
} from "../helpers/native-engine";
import { fileBytes, withFile } from "../helpers/native-sequential";

const gibibyte = 2 ** 30;
const round = { mode: "none", durationNs: 3600e9, maxBytes: 1e15 } as const;

describe("stop()", () => {
  it("makes prepare() reject with ABORTED and leaves no file, and the session can be prepared again", async () => {
    await withSession(async (session, directory) => {
      const prepared = session.prepare(prepareOptions(directory, { fileBytes: 4 * gibibyte }));
      await until("filling has begun", () => session.snapshot().bytes > 0);
      session.stop();
      await expect(prepared).rejects.toMatchObject({ code: "ABORTED" });
      expect(session.snapshot().bytes).toBeLessThan(4 * gibibyte);
      expect(readdirSync(directory)).toEqual([]);
      if (process.platform === "linux") {
        expect(testFileDescriptors()).toEqual([]);
      }
      // After stop() the session can be prepared again, as if it were new.
      expect((await session.prepare(prepareOptions(directory))).bytesWritten).toBeGreaterThan(0);
    });
  });

  it("ends a round with the counts so far, and the next round runs", async () => {
    await withFile(fileBytes, async (session) => {
      const counting = session.measure(round);
      await until("some operations are done", () => session.snapshot().operations > 10);
      session.stop();
      session.stop();
      const counts = await counting;
      expect(counts).toMatchObject({ endedBy: "stopped", fault: null });
      expect(counts.operations).toBeGreaterThan(10);
      expect(counts.bytes).toBe(counts.operations * blockBytes);
      expect(sum(counts.latency.counts)).toBe(counts.operations);
      const next = await session.measure({ ...round, maxBytes: 5 * blockBytes });
      expect(next).toMatchObject({ endedBy: "bytes", operations: 5 });
      expect(await session.verify()).toMatchObject({ endedBy: "complete", mismatchCount: 0 });
    });
  });

  it("ends verify() before it has checked all blocks", async () => {
    const largeBytes = gibibyte / 2;
    await withFile(largeBytes, async (session) => {
      const checking = session.verify();
      // Before the thread has begun the task, a snapshot shows the state after prepare().
      await until("some blocks are read", () => {
        const { task, bytes } = session.snapshot();
        return task === "verifying" && bytes > 0;
      });
      session.stop();
      const checked = await checking;
      expect(checked).toMatchObject({ endedBy: "stopped", mismatchCount: 0, fault: null });
      expect(checked.blocksChecked).toBeGreaterThan(0);
      expect(checked.blocksChecked).toBeLessThan(largeBytes / blockBytes);
    });
  });

  it("does not affect an idle session or its next task", async () => {
    await withSession(async (session, directory) => {
      session.stop();
      await session.prepare(prepareOptions(directory));
      session.stop();
      const counts = await session.measure({ ...round, maxBytes: 3 * blockBytes });
      expect(counts).toMatchObject({ endedBy: "bytes", operations: 3 });
    });
  });
});

describe("snapshot()", () => {
  it("shows growing bytes while prepare() fills a file, because prepare() does not block the JavaScript thread", async () => {
    await withSession(async (session, directory) => {
      const largeBytes = gibibyte / 2;
      expect(session.snapshot()).toMatchObject({ task: "idle", operations: 0, bytes: 0 });
      const seen: number[] = [];
      const ticking = setInterval(() => {
        const { task, bytes, totalBytes } = session.snapshot();
        if (task === "preparing" && totalBytes === largeBytes) {
          seen.push(bytes);
        }
      }, 1);
      await session.prepare(prepareOptions(directory, { fileBytes: largeBytes }));
      clearInterval(ticking);
      // If prepare() blocked the main thread, the timer would not have run before the end.
      const between = seen.filter((bytes) => bytes > 0 && bytes < largeBytes);
      expect(new Set(between).size).toBeGreaterThan(5);
      expect(seen).toEqual([...seen].sort((a, b) => a - b));
    });
  });

  it("shows the counts, latencies and time of a running round, and its final counts after its end", async () => {
    await withFile(fileBytes, async (session) => {
      const counting = session.measure({ ...round, maxBytes: 1e14 });
      await until("operations are counted", () => session.snapshot().operations > 1000);
      const early = session.snapshot();
      await until("more are", () => session.snapshot().operations > early.operations);
      const late = session.snapshot();
      expect(late).toMatchObject({ task: "measuring", totalBytes: 1e14 });
      expect(late.elapsedNs).toBeGreaterThan(early.elapsedNs);
      expect(late.bytes).toBeGreaterThan(early.bytes);
      // The snapshot is read while the writer continues, so its parts may differ by a few
      // operations.
      expect(operationsIn(late.latency)).toBeGreaterThanOrEqual(late.operations - 1);
      expect(late.latency.minNs).toBeGreaterThan(0);
      expect(ArrayBuffer.isView(late.latency.counts)).toBe(true);
      session.stop();
      const counts = await counting;
      const after = session.snapshot();
      expect(after).toMatchObject({ task: "idle", operations: counts.operations });
      expect(operationsIn(after.latency)).toBe(counts.operations);
    });
  });
});
