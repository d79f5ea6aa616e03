import { describe, expect, it } from "vitest";
import { blockBytes, sum, until } from "../helpers/native-engine";
import { fileBytes, withFile } from "../helpers/native-sequential";

const onWindows = process.platform === "win32";
const flushing = onWindows ? "flush_file_buffers" : "fdatasync";
const writingThrough = onWindows ? "write_through" : "o_dsync";

describe("a warm-up", () => {
  it.each([
    { mode: "none", paceNs: null },
    { mode: "none", paceNs: 1e6 },
    { mode: flushing, paceNs: null },
    { mode: writingThrough, paceNs: null },
  ] as const)(
    "writes to the file, and its writes are counted apart from the measured writes: %o",
    async (way) => {
      await withFile(fileBytes, async (session) => {
        const counts = await session.measure({
          ...way,
          durationNs: 60e9,
          maxBytes: 300 * blockBytes,
          warmupNs: 60e9,
        });
        // The warm-up ends for the same reasons as a round, here because of maxBytes.
        expect(counts).toMatchObject({
          warmupBytes: 300 * blockBytes,
          operations: 300,
          bytes: 300 * blockBytes,
          endedBy: "bytes",
          fault: null,
        });
        expect(sum(counts.latency.counts)).toBe(300);
        expect(sum(counts.timeline.operations)).toBe(300);
        expect(sum(counts.timeline.bytes)).toBe(300 * blockBytes);
        // verify() accepts the blocks that the warm-up wrote, most of which the round left alone.
        expect(await session.verify()).toMatchObject({ blocksChecked: 1024, mismatchCount: 0 });
      });
    },
  );

  it("ends after its planned time, and a later round without warmupNs has no warm-up", async () => {
    await withFile(fileBytes, async (session) => {
      const round = { mode: "none", durationNs: 30e6, maxBytes: 1e15 } as const;
      const counts = await session.measure({ ...round, warmupNs: 5e6 });
      expect(counts.warmupBytes).toBeGreaterThan(0);
      expect(counts.elapsedNs).toBeGreaterThanOrEqual(30e6);
      expect(counts.endedBy).toBe("time");
      expect(sum(counts.timeline.operations)).toBe(counts.operations);
      expect(await session.measure(round)).toMatchObject({ warmupBytes: 0 });
    });
  });

  it("counts no measured operation if it is stopped, and the next round runs", async () => {
    await withFile(fileBytes, async (session) => {
      const round = { mode: "none", durationNs: 60e9, maxBytes: 1e15 } as const;
      const waiting = session.measure({ ...round, warmupNs: 3600e9 });
      await until("it is warming up", () => {
        const { task, operations } = session.snapshot();
        return task === "warming-up" && operations > 10;
      });
      session.stop();
      const counts = await waiting;
      expect(counts).toMatchObject({
        endedBy: "stopped",
        operations: 0,
        bytes: 0,
        elapsedNs: 0,
        cpuUserNs: null,
        latency: { counts: [] },
        timeline: { operations: [] },
        fault: null,
      });
      expect(counts.warmupBytes).toBeGreaterThan(10 * blockBytes);
      const next = await session.measure({ ...round, maxBytes: 5 * blockBytes });
      expect(next).toMatchObject({ endedBy: "bytes", operations: 5, warmupBytes: 0 });
      expect(await session.verify()).toMatchObject({ endedBy: "complete", mismatchCount: 0 });
    });
  });
});
