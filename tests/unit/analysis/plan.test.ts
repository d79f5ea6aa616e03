import { describe, expect, it } from "vitest";
import { largestFileBytes, planFor, requiredFreeBytes, withinFileSystem } from "#analysis/plan";
import { referenceCommits } from "#analysis/workloads/commits/published";
import { profileNames, type RunPlan, runPlanSchema } from "#contract/run-plan";
import { commitDatabases } from "#contract/workloads/commits";
import { usualWorkloads, workloadIds } from "#contract/workloads/index";

describe("planFor()", () => {
  it.each(profileNames)(
    "makes a valid plan of the usual tests, with a flush file of whole blocks, for the profile %s",
    (profile) => {
      const plan = planFor(profile, "linux");
      expect(runPlanSchema.parse(plan)).toEqual(plan);
      expect(
        plan.workloads["flush-modes"].fileBytes % plan.workloads["flush-modes"].blockBytes,
      ).toBe(0);
      expect(plan.tests).toEqual(usualWorkloads);
    },
  );

  it("plans exactly the tests that the caller names", () => {
    expect(planFor("quick", "linux", ["chunked-writes", "buffer-sweep"]).tests).toEqual([
      "chunked-writes",
      "buffer-sweep",
    ]);
  });

  it.each(profileNames)(
    "plans a sweep of 512 B to 16 MiB in powers of two in the profile %s",
    (profile) => {
      const { bufferBytes } = planFor(profile, "linux").workloads["buffer-sweep"];
      expect(bufferBytes[0]).toBe(512);
      expect(bufferBytes[bufferBytes.length - 1]).toBe(16 * 1024 * 1024);
      bufferBytes.slice(1).forEach((size, index) => {
        expect(size).toBe(2 * (bufferBytes[index] ?? 0));
      });
    },
  );

  it.each(profileNames)(
    "plans in the profile %s descending sync intervals of whole blocks, 1 MiB and 16 KiB among them, that fit twice into the total bytes",
    (profile) => {
      const { totalBytes, blockBytes, intervalsBytes } = planFor(profile, "linux").workloads[
        "sync-interval"
      ];
      expect(intervalsBytes).toEqual([...intervalsBytes].sort((a, b) => b - a));
      expect(intervalsBytes).toEqual(expect.arrayContaining([1024 * 1024, 16 * 1024]));
      for (const bytes of intervalsBytes) {
        expect(totalBytes / bytes).toBeGreaterThanOrEqual(2);
        expect(bytes % blockBytes).toBe(0);
      }
    },
  );

  it.each(profileNames)(
    "plans in the profile %s, for all databases, batches of 10, 100 and 1000 records and a single large one, within the published measurement's sizes",
    (profile) => {
      const { shapes, engines } = planFor(profile, "linux").workloads.commits;
      expect(engines).toEqual(commitDatabases);
      expect(shapes.map(({ recordsPerTransaction }) => recordsPerTransaction).slice(0, 3)).toEqual([
        10, 100, 1000,
      ]);
      expect(shapes[3]).toMatchObject({ transactions: 1 });
      const published = referenceCommits[0]?.points ?? [];
      shapes.forEach(({ recordsPerTransaction, transactions }, index) => {
        expect(transactions).toBeLessThanOrEqual(published[index]?.transactions ?? 0);
        expect(recordsPerTransaction).toBeLessThanOrEqual(
          published[index]?.recordsPerTransaction ?? 0,
        );
      });
    },
  );

  it("returns a separate plan each time, which no change to an earlier plan affects", () => {
    const plan = planFor("quick", "linux");
    plan.workloads["flush-modes"].rounds += 99;
    plan.workloads["buffer-sweep"].bufferBytes.push(1);
    plan.workloads["sync-interval"].intervalsBytes.length = 0;
    plan.tests.length = 0;
    const next = planFor("quick", "linux");
    expect(next.workloads["flush-modes"].rounds).not.toBe(plan.workloads["flush-modes"].rounds);
    expect(next.workloads["buffer-sweep"].bufferBytes).not.toContain(1);
    expect(next.workloads["sync-interval"].intervalsBytes.length).toBeGreaterThan(0);
    expect(next.tests).toEqual(usualWorkloads);
  });

  it("plans at least as much time for the flush modes in each more thorough profile", () => {
    const measuredNs = profileNames.map((profile) => {
      const { rounds, roundNs } = planFor(profile, "linux").workloads["flush-modes"];
      return rounds * roundNs;
    });
    expect(measuredNs).toEqual([...measuredNs].sort((a, b) => a - b));
  });
});

/** Bytes of the records of the largest database, without its pages and its journal. */
function recordBytesOf({ workloads }: RunPlan): number {
  const { shapes, keyBytes, valueBytes } = workloads.commits;
  const records = shapes.map((shape) => shape.recordsPerTransaction * shape.transactions);
  return Math.max(...records) * (keyBytes + valueBytes);
}

describe("requiredFreeBytes()", () => {
  it("reserves more than five times the bytes of its records for a database", () => {
    const plan = planFor("thorough", "linux", ["commits"]);
    expect(requiredFreeBytes(plan)).toBeGreaterThan(5 * recordBytesOf(plan));
  });

  it.each(profileNames)(
    "reserves at least 64 MiB and at least 10 % beyond the largest file of the profile %s",
    (profile) => {
      const plan = planFor(profile, "linux");
      for (const fileBytes of [
        plan.workloads["flush-modes"].fileBytes,
        plan.workloads["buffer-sweep"].maxStepBytes,
        plan.workloads["sync-interval"].totalBytes,
        plan.workloads["chunked-writes"].totalBytes,
        recordBytesOf(plan),
      ]) {
        const spare = requiredFreeBytes(plan) - fileBytes;
        expect(spare).toBeGreaterThanOrEqual(64 * 1024 * 1024);
        expect(spare).toBeGreaterThanOrEqual(fileBytes / 10);
      }
    },
  );

  it.each(profileNames)(
    "reserves for the profile %s on a copy-on-write file system 2.2 times the file that a test rewrites, but no more for the long write",
    (profile) => {
      for (const test of ["flush-modes", "sync-interval", "chunked-writes"] as const) {
        const plan = planFor(profile, "linux", [test]);
        const fileBytes = largestFileBytes(plan);
        expect(requiredFreeBytes(plan, true)).toBeGreaterThanOrEqual(2.2 * fileBytes);
      }
      // A file that only grows is never rewritten, so it needs its space once.
      const long = planFor(profile, "linux", ["sustained-write"]);
      expect(requiredFreeBytes(long, true)).toBe(requiredFreeBytes(long));
    },
  );

  it("reserves less room if the largest file of the planned tests, as largestFileBytes() returns it, is smaller", () => {
    const large = planFor("thorough", "linux", ["sync-interval"]);
    const small = planFor("thorough", "linux", ["flush-modes"]);
    expect(largestFileBytes(small)).toBe(small.workloads["flush-modes"].fileBytes);
    expect(largestFileBytes(large)).toBe(large.workloads["sync-interval"].totalBytes);
    expect(requiredFreeBytes(small)).toBeLessThan(requiredFreeBytes(large));
    const long = planFor("quick", "linux", ["flush-modes", "sustained-write"]);
    expect(largestFileBytes(long)).toBe(long.workloads["sustained-write"].maxBytes);
  });
});

describe("withinFileSystem()", () => {
  it.each(["vfat", "msdos", "FAT32"])(
    "keeps the largest file of every profile below 4 GiB on %s, and leaves the smaller plan of the profile smoke unchanged",
    (fat) => {
      for (const profile of profileNames) {
        const plan = withinFileSystem(planFor(profile, "linux", workloadIds), fat);
        expect(runPlanSchema.parse(plan)).toEqual(plan);
        expect(largestFileBytes(plan)).toBeLessThan(4 * 1024 ** 3);
      }
      const smoke = planFor("smoke", "linux", workloadIds);
      expect(withinFileSystem(smoke, fat)).toEqual(smoke);
    },
  );

  it.each(["exfat", "ext4", null])(
    "leaves the plan unchanged if the file system is %s",
    (fileSystem) => {
      const plan = planFor("standard", "linux", workloadIds);
      expect(withinFileSystem(plan, fileSystem)).toEqual(plan);
    },
  );
});
