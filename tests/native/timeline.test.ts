import { describe, expect, it } from "vitest";
import type { LatencyCounts } from "#contract/engine-counts";
import type { TimelineCounts } from "#contract/round-evidence";
import { blockBytes, prepareOptions, sum, withSession } from "../helpers/native-engine";

const onWindows = process.platform === "win32";
const flushing = onWindows ? "flush_file_buffers" : "fdatasync";
const writingThrough = onWindows ? "write_through" : "o_dsync";

/** What must hold of every timeline, whatever the drive did. */
function expectWhole(
  timeline: TimelineCounts,
  counts: { operations: number; bytes: number; elapsedNs: number; latency: LatencyCounts },
): void {
  const { windowNs, operations, bytes, slowestNs, slowestAtNs } = timeline;
  expect(sum(operations)).toBe(counts.operations);
  expect(sum(bytes)).toBe(counts.bytes);
  expect(Math.max(...slowestNs)).toBe(counts.latency.maxNs);
  expect(operations.length).toBeLessThanOrEqual(256);
  expect(operations.length).toBe(Math.floor(counts.elapsedNs / windowNs) + 1);
  slowestNs.forEach((ns, window) => {
    const endNs = (slowestAtNs[window] ?? 0) + ns;
    expect(ns === 0 || Math.floor(endNs / windowNs) === window).toBe(true);
  });
}

describe("the timeline", () => {
  it.each(["none", flushing, writingThrough] as const)(
    "of a round adds up to the round's counts: %s",
    async (mode) => {
      await withSession(async (session, directory) => {
        await session.prepare(prepareOptions(directory));
        const counts = await session.measure({ mode, durationNs: 150e6, maxBytes: 1e12 });
        expect(counts.operations).toBeGreaterThan(0);
        expectWhole(counts.timeline, counts);
        // The next round begins a new one.
        const next = await session.measure({ mode, durationNs: 1e9, maxBytes: 3 * blockBytes });
        expectWhole(next.timeline, next);
      });
    },
  );

  it("of a sequential write adds up to its counts", async () => {
    await withSession(async (session, directory) => {
      await session.prepare(prepareOptions(directory));
      const counts = await session.sequential({
        mode: flushing,
        writeBytes: blockBytes,
        totalBytes: 300 * blockBytes,
        maxNs: 60e9,
        layout: "rewrite",
        syncEveryBytes: 10 * blockBytes,
        syncAtEnd: true,
        backgroundSyncNs: null,
        unbuffered: false,
      });
      expectWhole(counts.timeline, { ...counts, operations: counts.writeCalls });
    });
  });
});

describe("a paced round", () => {
  it("runs no operation before it is due", async () => {
    await withSession(async (session, directory) => {
      await session.prepare(prepareOptions(directory));
      const paced = { mode: "none", durationNs: 400e6, maxBytes: 1e12, paceNs: 20e6 } as const;
      const counts = await session.measure(paced);
      expect(counts.endedBy).toBe("time");
      expect(counts.operations).toBeLessThanOrEqual(20);
      // Fewer only where the computer was so busy that one ended after the time was over.
      expect(counts.operations).toBeGreaterThanOrEqual(counts.elapsedNs < 400e6 ? 20 : 2);
      // The last one was due at 380 ms, and what follows is only its own time.
      expect(counts.elapsedNs).toBeGreaterThan(380e6);
      const begun = counts.timeline.slowestAtNs.filter((_, at) => counts.timeline.operations[at]);
      expect(begun.every((ns) => ns % 20e6 === 0)).toBe(true);
    });
  });

  it("ends on stop() between two operations", async () => {
    await withSession(async (session, directory) => {
      await session.prepare(prepareOptions(directory));
      const waiting = session.measure({
        mode: "none",
        durationNs: 3600e9,
        maxBytes: 1e12,
        paceNs: 1800e9,
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      session.stop();
      expect(await waiting).toMatchObject({ endedBy: "stopped", operations: 1 });
    });
  });

  it("with idleNs rests before every operation and leaves the rest out of the latency", async () => {
    await withSession(async (session, directory) => {
      await session.prepare(prepareOptions(directory));
      const resting = { mode: "none", durationNs: 400e6, maxBytes: 1e12, idleNs: 20e6 } as const;
      const counts = await session.measure(resting);
      expect(counts.endedBy).toBe("time");
      expect(counts.operations).toBeGreaterThan(1);
      // 20 ms before each, so that the twentieth would begin when the time is over.
      expect(counts.operations).toBeLessThanOrEqual(19);
      const { latency, operations, elapsedNs } = counts;
      expect(elapsedNs - latency.sumNs).toBeGreaterThanOrEqual(operations * 20e6);
      expectWhole(counts.timeline, counts);
    });
  });

  it("refuses paceNs together with idleNs", async () => {
    await withSession(async (session, directory) => {
      await session.prepare(prepareOptions(directory));
      const both = { mode: "none", durationNs: 1e6, maxBytes: 4096, paceNs: 1e6, idleNs: 1e6 };
      expect(() => session.measure(both as never)).toThrow(/paceNs and idleNs/);
    });
  });

  it.each([0, -1, 1.5, "fast"])("refuses a pace of %s", async (paceNs) => {
    await withSession(async (session, directory) => {
      await session.prepare(prepareOptions(directory));
      const options = { mode: "none", durationNs: 1e6, maxBytes: 4096, paceNs } as never;
      expect(() => session.measure(options)).toThrow(/paceNs/);
    });
  });
});
