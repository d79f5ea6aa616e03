import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Report } from "#contract/report";
import { inspect, reportOf } from "../helpers/inspect-process";
import { type LoopOptions, loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";
import { skipFor } from "../helpers/skipped";

const problem = loopVolumeProblem("ext4");

/** Adds a test of the report that a smoke inspection of a fresh ext4 volume gives. */
function itReports(
  name: string,
  args: readonly string[],
  check: (report: Report) => void,
  options: LoopOptions = {},
): void {
  it(name, async (context) => {
    skipFor(context.skip, problem);
    const body = async ({ mountPoint }: { mountPoint: string }) => {
      const before = readdirSync(mountPoint);
      const common = ["--path", mountPoint, "--profile", "smoke", "--json", "-"];
      const end = await inspect([...common, ...args]);
      expect(end.code, end.stderr).toBe(0);
      expect(readdirSync(mountPoint)).toEqual(before);
      check(reportOf(end));
    };
    await withLoopVolume("ext4", 512, body, options);
  });
}

const flushesOf = (results: Report["flushModes"] | null) =>
  Object.fromEntries(
    (results ?? []).map(({ mode, deviceFlushesPerSync }) => [mode, deviceFlushesPerSync]),
  );

describe("the command line", () => {
  itReports(
    "counts about two flushes per flushed save to a growing file, about one per rewrite, and none for appends without a flush",
    ["--tests", "flush", "--modes", "none,fdatasync,o_dsync"],
    ({ flushModes, appendModes, plan, verdict }) => {
      const rewriting = flushesOf(flushModes);
      const appending = flushesOf(appendModes);
      expect(Object.keys(appending)).toEqual(["none", "fdatasync", "o_dsync"]);
      for (const mode of ["fdatasync", "o_dsync"]) {
        expect(rewriting[mode]).toBeGreaterThan(0.9);
        expect(rewriting[mode]).toBeLessThan(1.2);
        expect(appending[mode]).toBeGreaterThan(1.8);
        expect(appending[mode]).toBeLessThan(2.2);
      }
      expect(appending.none).toBeLessThan(0.01);
      const saved = appendModes?.find(({ mode }) => mode === "fdatasync");
      expect(saved?.systemCall).toBe("pwrite(fd, buf, 4096, end) + fdatasync(fd)");
      expect(saved?.rounds).toHaveLength(plan.workloads["flush-modes"].append?.rounds ?? -1);
      const finding = verdict.findings.find(({ code }) => code === "append-cost");
      expect(finding?.detail).toContain("counted 2.0 flush commands");
    },
  );

  itReports(
    "measures saves after a rest without the rest itself, counts their flushes, and with --no-append measures no growing file",
    ["--tests", "flush", "--modes", "none,fsync", "--no-append"],
    ({ appendModes, spacedSaves, plan }) => {
      expect(appendModes).toBeNull();
      expect(spacedSaves).toMatchObject({
        mode: "fsync",
        idleNs: plan.workloads["flush-modes"].spaced?.idleNs,
      });
      const { rounds, operations, latencyNs, idleNs, deviceFlushesPerSync } =
        spacedSaves as NonNullable<typeof spacedSaves>;
      expect(rounds).toHaveLength(plan.workloads["flush-modes"].spaced?.rounds ?? -1);
      expect(deviceFlushesPerSync).toBeGreaterThanOrEqual(0.9);
      const elapsedNs = rounds.reduce((sum, round) => sum + round.elapsedNs, 0);
      expect(elapsedNs - latencyNs.mean * operations).toBeGreaterThan(0.99 * operations * idleNs);
    },
  );

  itReports(
    "reports a stream of direct writes that ends with fdatasync(), with the bytes that it wrote and within its byte limit",
    ["--tests", "buffer"],
    ({ stream, plan }) => {
      expect(stream).toMatchObject({ unbuffered: true, reason: null });
      expect(stream?.systemCall).toMatch(/O_DIRECT.*pwrite\(fd, buf, 8388608, end\) \+ fdatasync/);
      expect(stream?.bytes).toBeGreaterThan(0);
      expect(stream?.bytes).toBeLessThanOrEqual(
        plan.workloads["buffer-sweep"].stream?.maxBytes ?? 0,
      );
    },
  );

  itReports(
    "measures cached writes of every size, direct writes from the drive's sector size up, and reports smaller direct writes as refused",
    ["--tests", "buffer", "--direct-sweep"],
    ({ bufferSweeps: [cached, direct], plan }) => {
      const sizes = plan.workloads["buffer-sweep"].bufferBytes;
      expect(cached?.points.map(({ bufferBytes }) => bufferBytes)).toEqual(sizes);
      expect(cached?.skipped).toEqual([]);
      const { points, skipped: refused, systemCall } = direct ?? {};
      expect(refused?.map(({ bufferBytes }) => bufferBytes)).toEqual([512, 1024, 2048]);
      expect(refused?.[0]?.reason).toMatch(/EINVAL/);
      expect(points?.map(({ bufferBytes }) => bufferBytes)).toEqual(sizes.slice(3));
      expect(systemCall).toBe("open(O_RDWR|O_DIRECT), pwrite(fd, buf, bufferBytes, end)");
    },
    { sectorBytes: 4096 },
  );

  itReports(
    "measures save intervals with the modes in --interval-modes, gives a reason for a mode that the system lacks, and finds no bad block",
    ["--tests", "interval", "--interval-modes", "fsync,fdatasync,f_fullfsync"],
    ({ syncIntervals: [first, second, third], verification }) => {
      expect(first).toMatchObject({
        flushMode: "fsync",
        reason: null,
        systemCall: "pwrite(fd, buf, 4096, offset) + fsync(fd)",
      });
      expect(second).toMatchObject({ flushMode: "fdatasync", reason: null });
      expect(second?.strategies).toHaveLength(first?.strategies.length ?? -1);
      expect(third).toMatchObject({ flushMode: "f_fullfsync", strategies: [] });
      expect(third?.reason).toContain("does not have it");
      expect(verification).toMatchObject({ mismatchCount: 0, aroundCache: true });
    },
  );
});
