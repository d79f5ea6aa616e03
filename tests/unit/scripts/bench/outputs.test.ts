import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  ddFigures,
  engineFigures,
  fioFigures,
  fioMixFigures,
  loopFigures,
  mixFigures,
  pgMethods,
  refilledFigures,
} from "../../../../scripts/bench/outputs.mjs";
import { sampleReport } from "../../../helpers/sample-report";

/** The output of a real program, stored as a fixture. */
const captured = (name: string) =>
  readFileSync(new URL(`../../../fixtures/bench/${name}`, import.meta.url), "utf8");

describe("pgMethods()", () => {
  const output = captured("pg_test_fsync-15.txt");

  it("returns the rates of the sync methods for one 8 kB write, and none of pg_test_fsync's other figures", () => {
    expect(pgMethods(output)).toEqual([
      { method: "open_datasync", state: "measured", operationsPerSecond: 17669.735 },
      { method: "fdatasync", state: "measured", operationsPerSecond: 18652.534 },
      { method: "fsync", state: "measured", operationsPerSecond: 20247.947 },
      { method: "fsync_writethrough", state: "unavailable", operationsPerSecond: null },
      { method: "open_sync", state: "measured", operationsPerSecond: 21175.068 },
    ]);
  });

  it('returns the state "running" for the sync method that pg_test_fsync is measuring', () => {
    const label = "        fsync                    ";
    const soFar = output.slice(0, output.indexOf(label) + label.length);
    expect(pgMethods(soFar).map(({ method, state }) => `${method} ${state}`)).toEqual([
      "open_datasync measured",
      "fdatasync measured",
      "fsync running",
    ]);
  });

  it("returns no rate from a line that pg_test_fsync has not finished", () => {
    const half = output.slice(0, output.indexOf("17669.735") + 5);
    expect(pgMethods(half)).toEqual([
      { method: "open_datasync", state: "running", operationsPerSecond: null },
    ]);
    expect(pgMethods("5 seconds per test\n")).toEqual([]);
  });
});

describe("fioFigures()", () => {
  const output = captured("fio-3.33-fsync.txt");

  it("returns the rate, the duration and the CPU time per write", () => {
    // fio made 16 384 writes in 1169 ms and used 16.438356 % of a processor for 1168 ms.
    const figures = fioFigures(output);
    expect(figures.operationsPerSecond).toBeCloseTo(14015.4, 1);
    expect(figures.cpuNsPerOperation).toBeCloseTo((0.16438356 * 1168e6) / 16384, 0);
    expect(figures.measuredNs).toBe(1_169_000_000);
  });

  it("skips the notes that fio prints first", () => {
    expect(fioFigures(`note: both iodepth >= 1 and synchronous I/O\n${output}`)).toEqual(
      fioFigures(output),
    );
  });

  it("throws for a failed job", () => {
    expect(() => fioFigures(output.replace('"error" : 0', '"error" : 28'))).toThrow("error 28");
  });
});

it("loopFigures() returns the median rate of the rounds and the CPU time per operation over all rounds", () => {
  const round = (operations: number, cpuUserNs: number) => ({
    operations,
    elapsedNs: 1e9,
    cpuUserNs,
    cpuSystemNs: 2000,
  });
  expect(loopFigures(JSON.stringify([round(100, 1000), round(500, 3000), round(200, 0)]))).toEqual({
    operationsPerSecond: 200,
    cpuNsPerOperation: 10_000 / 800,
    measuredNs: 3e9,
  });
});

describe("the figures of several threads", () => {
  it("contain the rate of all threads, their operations divided by a thread's mean time, and need at least one operation", () => {
    const counts = { reads: 60, writes: 20, threadsNs: 4e9, elapsedNs: 1.2e9 };
    expect(mixFigures(counts, 4)).toEqual({
      operationsPerSecond: 80,
      cpuNsPerOperation: null,
      measuredNs: 1.2e9,
    });
    expect(() => mixFigures({ ...counts, reads: 0, writes: 0 }, 4)).toThrow("no figures");
  });

  it("contain the sum of fio's reads and writes, and a failed job group throws an error", () => {
    const job = { error: 0, read: { iops: 70, runtime: 2001 }, write: { iops: 30, runtime: 2003 } };
    const output = (jobs: object) => `note: psync\n${JSON.stringify({ jobs: [jobs] })}`;
    expect(fioMixFigures(output(job))).toEqual({
      operationsPerSecond: 100,
      cpuNsPerOperation: null,
      measuredNs: 2_003_000_000,
    });
    expect(() => fioMixFigures(output({ ...job, error: 5 }))).toThrow("error 5");
  });
});

describe("engineFigures()", () => {
  const report = sampleReport({ modes: [{ mode: "fsync", iops: 500 }] });

  it("returns the median rate of a mode and the CPU time and duration of the mode's rounds", () => {
    const [mode] = report.flushModes;
    const cpuNs = mode?.rounds.reduce(
      (sum, { cpuUserNs, cpuSystemNs }) => sum + (cpuUserNs ?? 0) + (cpuSystemNs ?? 0),
      0,
    );
    const figures = engineFigures(report, "fsync");
    expect(figures.operationsPerSecond).toBe(mode?.iops);
    expect(figures.cpuNsPerOperation).toBe((cpuNs ?? 0) / (mode?.operations ?? 0));
    expect(figures.cpuNsPerOperation).toBeGreaterThan(0);
    expect(figures.measuredNs).toBe(mode?.rounds.reduce((sum, round) => sum + round.elapsedNs, 0));
  });

  it("throws for a mode that is missing or unavailable", () => {
    expect(() => engineFigures(report, "fdatasync")).toThrow("not in the report");
    const refused = sampleReport({ modes: [{ mode: "fsync", refusal: "EINVAL" }] });
    expect(() => engineFigures(refused, "fsync")).toThrow("EINVAL");
  });
});

describe("ddFigures()", () => {
  it("returns writes per second and the CPU time per write", () => {
    const figures = ddFigures(captured("dd-9.1.txt"), 1024 * 1024);
    expect(figures.operationsPerSecond).toBeCloseTo(256 / 0.943398, 3);
    expect(figures.cpuNsPerOperation).toBeCloseTo(0.24e9 / 256, 3);
    expect(figures.measuredNs).toBeCloseTo(943_398_000, 0);
  });

  it("throws if dd did not finish", () => {
    expect(() => ddFigures("dd: error writing: No space left\n", 512)).toThrow("no figures");
  });
});

describe("refilledFigures()", () => {
  it("returns the median rate of the rounds on the refilled file, and throws if no round ran on that file", () => {
    const report = sampleReport({ plainRatios: [2, 2] });
    const rounds = report.plainWrites?.refilledRounds ?? [];
    expect(rounds).toHaveLength(2);
    const [low = 0, high = 0] = rounds.map(({ iops }) => iops).sort((a, b) => a - b);
    expect(refilledFigures(report).operationsPerSecond).toBeCloseTo((low + high) / 2);
    expect(() => refilledFigures(sampleReport())).toThrow(/pages stay cached/);
  });
});
