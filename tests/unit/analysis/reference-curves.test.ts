import { describe, expect, it } from "vitest";
import { z } from "zod";
import { planFor } from "#analysis/plan";
import referenceCurves from "#assets/reference-curves.json";
import { flushModeIds } from "#contract/flush-mode";
import { commitDatabases } from "#contract/workloads/commits";

const bytes = z.number().int().positive();
const published = {
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  sourceName: z.string().min(1),
  sourceUrl: z.url({ protocol: /^https?$/ }).nullable(),
  note: z.string().optional(),
};
const curvesSchema = z.strictObject({
  bufferSweeps: z.array(
    z.strictObject({
      ...published,
      points: z.array(z.strictObject({ bufferBytes: bytes, bytesPerSecond: bytes })).min(2),
    }),
  ),
  syncIntervals: z.array(
    z.strictObject({
      ...published,
      totalBytes: bytes,
      blockBytes: bytes,
      mode: z.enum(flushModeIds),
      points: z.array(
        z.strictObject({
          strategy: z.enum(["never", "end", "every", "background"]),
          intervalBytes: bytes.nullable(),
          p50Ns: bytes,
        }),
      ),
    }),
  ),
  commits: z.array(
    z.strictObject({
      ...published,
      engine: z.enum(commitDatabases),
      durableSettings: z.string().min(1),
      relaxedSettings: z.string().min(1),
      points: z.array(
        z.strictObject({
          recordsPerTransaction: bytes,
          transactions: bytes,
          durableOperationsPerSecond: bytes,
          relaxedOperationsPerSecond: bytes,
        }),
      ),
    }),
  ),
  chunked: z.array(
    z.strictObject({
      ...published,
      totalBytes: bytes,
      chunkBytes: bytes,
      points: z.array(z.strictObject({ mode: z.enum(flushModeIds), elapsedNs: bytes })).min(2),
    }),
  ),
});

describe("referenceCurves", () => {
  it("match their schema", () => {
    expect(curvesSchema.parse(referenceCurves)).toEqual(referenceCurves);
  });

  it("hold eleven published sync-interval times in ascending order, 168.8 times as long with saves every 16 KiB as with one at the end", () => {
    const points = referenceCurves.syncIntervals[0]?.points ?? [];
    expect(points).toHaveLength(11);
    expect(points.map(({ p50Ns }) => p50Ns)).toEqual(
      points.map(({ p50Ns }) => p50Ns).sort((a, b) => a - b),
    );
    const of = (intervalBytes: number | null, strategy: string) =>
      points.find((each) => each.intervalBytes === intervalBytes && each.strategy === strategy)
        ?.p50Ns ?? 0;
    expect(of(16_384, "every") / of(null, "end")).toBeCloseTo(168.8, 1);
  });

  it("give an interval size only to the strategy that saves at intervals", () => {
    for (const { points } of referenceCurves.syncIntervals) {
      for (const { strategy, intervalBytes } of points) {
        expect(intervalBytes !== null).toBe(strategy === "every");
      }
    }
  });

  it("hold rates for each standard batch size, less than 15 % higher with fast than with safe database settings", () => {
    const points = referenceCurves.commits[0]?.points ?? [];
    expect(
      points.map(({ recordsPerTransaction, transactions }) => ({
        recordsPerTransaction,
        transactions,
      })),
    ).toEqual(planFor("standard", "linux").workloads.commits.shapes);
    for (const { durableOperationsPerSecond, relaxedOperationsPerSecond } of points) {
      const ratio = relaxedOperationsPerSecond / durableOperationsPerSecond;
      expect(ratio).toBeGreaterThan(1);
      expect(ratio).toBeLessThan(1.15);
    }
  });

  it("show that writes with a Mac's full flush take ten times as long as with its ordinary flush", () => {
    const [ordinary, full] = referenceCurves.chunked[0]?.points ?? [];
    expect([ordinary?.mode, full?.mode]).toEqual(["fsync", "f_fullfsync"]);
    expect((full?.elapsedNs ?? 0) / (ordinary?.elapsedNs ?? 1)).toBeCloseTo(10, 1);
  });
});
