import { describe, expect, it } from "vitest";
import { sleep } from "../helpers/native-engine";
import { expectWhole, fileBytes, withFile } from "../helpers/native-sequential";

describe("a round", () => {
  it("with paceNs runs no operation before the operation is due", async () => {
    await withFile(fileBytes, async (session) => {
      const paced = { mode: "none", durationNs: 400e6, maxBytes: 1e12, paceNs: 20e6 } as const;
      const counts = await session.measure(paced);
      expect(counts.endedBy).toBe("time");
      expect(counts.operations).toBeLessThanOrEqual(20);
      // There are fewer than 20 operations only if a busy computer delayed one beyond the end of
      // the time.
      expect(counts.operations).toBeGreaterThanOrEqual(counts.elapsedNs < 400e6 ? 20 : 2);
      // The last operation was due at 380 ms, and only its own time follows.
      expect(counts.elapsedNs).toBeGreaterThan(380e6);
      const begun = counts.timeline.slowestAtNs.filter((_, at) => counts.timeline.operations[at]);
      expect(begun.every((ns) => ns % 20e6 === 0)).toBe(true);
    });
  });

  it("with paceNs ends on stop() between two operations", async () => {
    await withFile(fileBytes, async (session) => {
      const waiting = session.measure({
        mode: "none",
        durationNs: 3600e9,
        maxBytes: 1e12,
        paceNs: 1800e9,
      });
      await sleep(50);
      session.stop();
      expect(await waiting).toMatchObject({ endedBy: "stopped", operations: 1 });
    });
  });

  it("with idleNs pauses before every operation and does not count the pause as latency", async () => {
    await withFile(fileBytes, async (session) => {
      const resting = { mode: "none", durationNs: 400e6, maxBytes: 1e12, idleNs: 20e6 } as const;
      const counts = await session.measure(resting);
      expect(counts.endedBy).toBe("time");
      expect(counts.operations).toBeGreaterThan(1);
      // Each operation follows a rest of 20 ms, so the twentieth would begin when the time is over.
      expect(counts.operations).toBeLessThanOrEqual(19);
      const { latency, operations, elapsedNs } = counts;
      expect(elapsedNs - latency.sumNs).toBeGreaterThanOrEqual(operations * 20e6);
      expectWhole(counts.timeline, counts);
    });
  });
});
