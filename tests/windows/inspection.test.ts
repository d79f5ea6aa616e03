import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { flushModesOf } from "#contract/flush-mode";
import { type Report, reportSchema } from "#contract/report";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { inspect, reportOf, startInspect } from "../helpers/inspect-process";
import { until } from "../helpers/native-engine";
import { underWine } from "./windows-setting";

const home = folderOfEach(makeTestDirectory);
let inspected: string;
beforeEach(() => {
  inspected = join(home(), "Ännes Laufwerk 测试");
  mkdirSync(inspected);
});

/**
 * Expects every batch size and database variant to be measured with all its records found, or
 * refused with a reason.
 */
function expectCommits({ commits, plan, warnings }: Report): void {
  const results = commits ?? [];
  expect(results).toHaveLength(4 * plan.workloads.commits.shapes.length);
  for (const { engine, variant, status, reason, durable, relaxed } of results) {
    if (engine === "mdbx" && underWine) {
      expect([variant, status, reason]).toEqual([
        ...["mdbx", "unavailable", expect.stringMatching(/^mdbx_env_open: ERROR_NOT_CAPABLE/)],
      ]);
      continue;
    }
    expect([variant, status]).toEqual([variant, "measured"]);
    for (const side of [durable, relaxed]) {
      expect(side?.records).toBeGreaterThan(0);
      expect(side?.recordsFound).toBe(side?.records);
    }
  }
  expect(warnings.map(({ code }) => code)).toContain("database-bytes-not-counted");
}

describe("an inspection on Windows", () => {
  it("has results of every usual test, measures each mode or says why it is unavailable, and leaves no file behind", async () => {
    const json = join(home(), "report.json");
    const csv = join(home(), "report.csv");
    const end = await inspect([
      ...["--path", inspected, "--profile", "smoke", "--json", json, "--csv", csv],
    ]);
    expect(end.code, end.stderr).toBe(0);
    const text = readFileSync(json, "utf8");
    const report = reportSchema.parse(JSON.parse(text));
    const keep = process.env.DRIVEPROOF_KEEP_REPORT;
    if (keep) {
      writeFileSync(keep, text);
    }
    expect(report).toMatchObject({ partial: false, error: null, host: { os: "windows" } });
    // The addon supplies the name of the file system and the size.
    expect(report.volume.fileSystem).toMatch(/./);
    expect(report.volume.totalBytes).toBeGreaterThan(0);
    expect(report.flushModes.map(({ mode }) => mode)).toEqual(flushModesOf("windows"));
    for (const result of report.flushModes) {
      expect(result.systemCall).toMatch(/WriteFile\(/);
      if (result.status === "measured") {
        expect(result.operations).toBeGreaterThan(0);
        expect(result.rounds.length).toBeGreaterThan(0);
        expect(result.deviceFlushesPerSync).toBeNull();
      } else {
        expect(result.status).toBe("unavailable");
        expect(result.reason ?? "").not.toBe("");
        expect(result.iops).toBeNull();
      }
    }
    const measured = report.flushModes.filter(({ status }) => status === "measured");
    expect(measured.map(({ mode }) => mode)).toEqual(
      expect.arrayContaining([
        ...["none", "flush_file_buffers", "write_through", "no_buffering_write_through"],
      ]),
    );
    expect(report.verification).toMatchObject({ mismatchCount: 0, aroundCache: true });
    expect(report.appendModes?.map(({ mode }) => mode)).toEqual(flushModesOf("windows"));
    for (const { status, operations, reason } of report.appendModes ?? []) {
      expect(status === "measured" ? operations > 0 : (reason ?? "") !== "").toBe(true);
    }
    expect(report.bufferSweeps[0]?.points.length).toBeGreaterThan(10);
    expect(report.syncIntervals[0]?.strategies.length).toBeGreaterThan(1);
    expect(report.chunked?.modes.length).toBe(report.flushModes.length);
    expectCommits(report);
    expect(report.documentSaves?.map(({ way, status }) => `${way} ${status}`)).toEqual(
      expect.arrayContaining(["none measured", "move_file measured"]),
    );
    expect(report.parallelSaves?.every(({ iops }) => (iops ?? 0) > 0)).toBe(true);
    expect(readFileSync(csv, "utf8")).toContain("no_buffering_write_through");
    expect(readdirSync(inspected)).toEqual([]);
  });

  it("leaves no file behind when it is killed", async () => {
    const run = startInspect(["--path", inspected, "--profile", "smoke", "--tests", "flush"]);
    await run.saying(/Measuring, round 1/);
    expect(readdirSync(inspected)).toHaveLength(1);
    run.process.kill("SIGKILL");
    await run.ended;
    await until("the file is gone", () => readdirSync(inspected).length === 0);
  });

  it("refuses to start while another inspection runs", async () => {
    const args = ["--path", inspected, "--profile", "smoke", "--tests", "flush", "--json", "-"];
    const first = startInspect(args);
    await first.saying(/Measuring/);
    const second = await inspect(args);
    expect(second.code).not.toBe(0);
    expect(second.stderr).toMatch(/Another DriveProof inspection is running/);
    const end = await first.ended;
    expect(end.code).toBe(0);
    expect(reportOf(end).partial).toBe(false);
  });

  it.each([
    ["a missing folder", () => join(home(), "missing")],
    ["a file", () => join(home(), "file")],
  ])("refuses %s with a message and without a stack trace", async (_, path) => {
    writeFileSync(join(home(), "file"), "text");
    const { code, stderr } = await inspect(["--path", path(), "--profile", "smoke"]);
    expect([2, 3]).toContain(code);
    expect(stderr.trim()).not.toBe("");
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
