import { readSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type FlushModeId,
  flushModesOf,
  type OperatingSystem,
  syncCallModeIds,
} from "#contract/flush-mode";
import {
  blockBytes,
  engine,
  prepareOptions,
  sum,
  withOpenTestFile,
  withSession,
} from "../helpers/native-engine";
import { expectWhole, fileBytes, withFile } from "../helpers/native-sequential";

const systems: Partial<Record<NodeJS.Platform, OperatingSystem>> = {
  linux: "linux",
  darwin: "macos",
  win32: "windows",
};
const system = systems[process.platform];
const syncCalls: readonly FlushModeId[] = syncCallModeIds;

describe("the engine", () => {
  it("names its version and, in the same order, exactly the modes that flush-mode.ts lists for this system", () => {
    expect(engine.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(engine.modes.map(({ mode }) => mode)).toEqual(system && flushModesOf(system));
  });

  it.skipIf(system !== "linux")("names the exact calls of every mode", async () => {
    const expected = {
      none: "pwrite(fd, buf, 8192, offset)",
      fsync: "pwrite(fd, buf, 8192, offset) + fsync(fd)",
      fdatasync: "pwrite(fd, buf, 8192, offset) + fdatasync(fd)",
      o_dsync: "open(O_RDWR|O_DSYNC), pwrite(fd, buf, 8192, offset)",
      o_sync: "open(O_RDWR|O_SYNC), pwrite(fd, buf, 8192, offset)",
      o_direct: "open(O_RDWR|O_DIRECT), pwrite(fd, buf, 8192, offset)",
      o_direct_dsync: "open(O_RDWR|O_DIRECT|O_DSYNC), pwrite(fd, buf, 8192, offset)",
    };
    const prepared = await withSession((session, directory) =>
      session.prepare(prepareOptions(directory, { blockBytes: 8192 })),
    );
    const named = Object.fromEntries(prepared.modes.map((mode) => [mode.mode, mode.systemCall]));
    expect(named).toEqual(expected);
    for (const { mode, systemCall } of engine.modes) {
      expect(systemCall).toBe(named[mode]?.replace("8192", "blockBytes"));
    }
  });

  it("makes a separate sync call in exactly the modes for which flush-mode.ts lists a sync call", () => {
    const separate = engine.modes.filter(({ systemCall }) => systemCall.includes(" + "));
    expect(separate.map(({ mode }) => mode)).toEqual(
      engine.modes.map(({ mode }) => mode).filter((mode) => syncCalls.includes(mode)),
    );
  });
});

describe.each(engine.modes.map(({ mode }) => mode))("the engine in the mode %s", (mode) => {
  it("measures a round, or reports why the mode is unavailable", async () => {
    await withFile(fileBytes, async (session, _directory, prepared) => {
      const refusal = prepared.modes.find((offered) => offered.mode === mode)?.refusal;
      if (refusal) {
        expect(refusal.osCode).toBeGreaterThan(0);
        expect(() => session.measure({ mode, durationNs: 1, maxBytes: 1 })).toThrow(
          expect.objectContaining({ code: "ERR_MODE_UNAVAILABLE" }),
        );
        return;
      }
      const counts = await session.measure({ mode, durationNs: 100_000_000, maxBytes: 1e12 });
      const { latency } = counts;
      expect(counts).toMatchObject({ endedBy: "time", fault: null });
      expect(counts.operations).toBeGreaterThan(0);
      expect(counts.bytes).toBe(counts.operations * blockBytes);
      expect(counts.elapsedNs).toBeGreaterThanOrEqual(100_000_000);
      const { cpuUserNs, cpuSystemNs } = counts;
      if (process.platform === "win32") {
        // Windows counts CPU time in steps of 15.6 ms, too coarse for a round of a tenth of a
        // second.
        expect({ cpuUserNs, cpuSystemNs }).toEqual({ cpuUserNs: null, cpuSystemNs: null });
      } else {
        expect(cpuUserNs).toBeGreaterThanOrEqual(0);
        expect(cpuSystemNs).toBeGreaterThanOrEqual(0);
        expect((cpuUserNs ?? 0) + (cpuSystemNs ?? 0)).toBeLessThanOrEqual(counts.elapsedNs * 1.5);
      }
      expect(sum(latency.counts)).toBe(counts.operations);
      expectWhole(counts.timeline, counts);
      expect(latency.valuesNs).toEqual([...latency.valuesNs].sort((a, b) => a - b));
      expect(latency.valuesNs[0]).toBeGreaterThanOrEqual(latency.minNs);
      expect(latency.valuesNs.at(-1)).toBeGreaterThanOrEqual(latency.maxNs);
      // Operations follow each other without a gap, so together they are the elapsed time.
      expect(latency.sumNs).toBe(counts.elapsedNs);
    });
  });
});

describe("a round", () => {
  it("ends after the planned bytes", async () => {
    const counts = await withFile(fileBytes, async (session) => {
      return session.measure({
        mode: "none",
        durationNs: 60e9,
        maxBytes: 10 * blockBytes - 1,
      });
    });
    expect(counts).toMatchObject({ endedBy: "bytes", operations: 10, bytes: 10 * blockBytes });
  });

  it("starts its counts at zero", async () => {
    await withFile(fileBytes, async (session) => {
      const round = { mode: "none", durationNs: 60e9, maxBytes: 100 * blockBytes } as const;
      const first = await session.measure(round);
      const second = await session.measure(round);
      expect([first.operations, second.operations]).toEqual([100, 100]);
      expect(sum(second.latency.counts)).toBe(100);
      expect(second.latency.sumNs).toBe(second.elapsedNs);
      expectWhole(second.timeline, second);
    });
  });

  it("of 2,000 writes reaches each of the 64 blocks of the file", async () => {
    // With 2000 random writes the probability that one of 64 blocks is missed is below 1e-12.
    // Verification compares sequence numbers, so the content shows which blocks were rewritten.
    await withFile(64 * blockBytes, async (session) => {
      await session.measure({ mode: "none", durationNs: 60e9, maxBytes: 2000 * blockBytes });
      const sequences = withOpenTestFile((fd) =>
        Array.from({ length: 64 }, (_, block) => {
          const stamp = Buffer.alloc(40);
          readSync(fd, stamp, 0, 40, block * blockBytes);
          expect(stamp.readBigUInt64LE(16)).toBe(BigInt(block));
          return stamp.readBigUInt64LE(24);
        }),
      );
      expect(Math.min(...sequences.map(Number))).toBeGreaterThan(0);
      expect(new Set(sequences).size).toBe(64);
    });
  });
});
