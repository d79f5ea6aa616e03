import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { powerCutOf } from "#analysis/power-cut/sum";
import type { Report } from "#contract/report";
import { HistoryFolder } from "../../../electron/history-host/history-folder";
import { reportCsv } from "../../../electron/main/export/report-csv";
import { reportJson } from "../../../electron/main/export/report-export";
import { HistoryStore } from "../../../electron/main/window/history-store";
import { csvCells, csvRows } from "../../helpers/csv-rows";
import { folderOfEach } from "../../helpers/folders";
import { powerCutReportOn } from "../../helpers/judged";
import { cutOn } from "../../helpers/sample-power-cut";
import { sampleReport } from "../../helpers/sample-report";

const folder = folderOfEach();

describe("reportCsv", () => {
  it("writes one row per mode and round, and one row for a mode without rounds", () => {
    const report = sampleReport();
    const lines = reportCsv(report).trimEnd().split("\r\n");
    const expected = report.flushModes.reduce(
      (sum, { rounds }) => sum + Math.max(1, rounds.length),
      0,
    );
    expect(lines).toHaveLength(1 + expected);
    const header = lines[0]?.split(",") ?? [];
    expect(header).toContain("elapsedNs");
    expect(new Set(lines.map((line) => csvCells(line).length))).toEqual(new Set([header.length]));
  });

  it("states the layout, direct writes and the sync call of each row, and has a row for each refusal", () => {
    const report = sampleReport({
      append: [{ mode: "fdatasync", iops: 210 }],
      sweep: {},
      direct: {},
      ladders: [
        ["fsync", {}],
        ["f_fullfsync", "fcntl: ENOTSUP"],
      ],
    });
    const rows = csvRows(reportCsv(report));
    const count = (wanted: Record<string, string>) =>
      rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value))
        .length;
    expect(count({ workload: "flush-modes", layout: "append", mode: "fdatasync" })).toBe(5);
    expect(count({ workload: "flush-modes", layout: "rewrite", mode: "fdatasync" })).toBe(5);
    const sizes = report.plan.workloads["buffer-sweep"].bufferBytes.length;
    expect(count({ workload: "buffer-sweep", direct: "false", status: "measured" })).toBe(sizes);
    expect(count({ workload: "buffer-sweep", direct: "true", status: "measured" })).toBe(sizes - 3);
    const reason = "pwrite: EINVAL, Invalid argument";
    expect(count({ direct: "true", status: "unavailable", sizeBytes: "512", reason })).toBe(1);
    expect(count({ workload: "sync-interval", mode: "fsync" })).toBeGreaterThan(0);
    const refused = { workload: "sync-interval", mode: "f_fullfsync", reason: "fcntl: ENOTSUP" };
    expect(count(refused)).toBe(1);
  });

  it("writes one row per round of the saves with pauses and one row for the sequential stream", () => {
    const stream = {
      systemCall: "pwrite(fd, buf, 8388608, end) + fdatasync(fd)",
      unbuffered: false,
      reason: "open: EINVAL",
      bytes: 1000,
      elapsedNs: 2000,
      bytesPerSecond: 5e8,
    };
    const spaced = { p50Ns: 800_000, flushesPerSave: 2 };
    const rows = csvRows(reportCsv(sampleReport({ spaced, report: { stream } })));
    const rested = rows.filter(({ layout }) => layout === "spaced");
    expect(rested.map(({ round, mode }) => `${round} ${mode}`)).toEqual(
      [0, 1, 2, 3, 4].map((round) => `${round} fsync`),
    );
    expect(rested[2]).toMatchObject({
      p50Ns: "800000",
      idleNs: "10000000",
      operations: "20",
      deviceFlushes: "40",
      iops: "",
    });
    expect(rows.filter(({ strategy }) => strategy === "stream")).toMatchObject([
      {
        workload: "buffer-sweep",
        direct: "false",
        reason: "open: EINVAL",
        bytes: "1000",
        elapsedNs: "2000",
      },
    ]);
  });

  it("writes one row per mode and round of the chunked writes, and one row for a mode that was refused", () => {
    const report = sampleReport({
      chunked: [
        ["fdatasync", [1_000_000, 1_200_000]],
        ["o_direct", "open: EINVAL"],
      ],
    });
    const rows = csvRows(reportCsv(report)).filter(({ workload }) => workload === "chunked-writes");
    expect(rows).toMatchObject([
      { mode: "fdatasync", round: "0", elapsedNs: "128000000", extrapolated: "false" },
      { mode: "fdatasync", round: "1", elapsedNs: "153600000", bytes: "134217728" },
      {
        mode: "o_direct",
        status: "unavailable",
        round: "",
        elapsedNs: "",
        bytes: "",
        extrapolated: "",
      },
    ]);
  });

  it("names a flush call for a strategy that flushes, and none for one that does not", () => {
    const rows = csvRows(reportCsv(sampleReport({ interval: {} })));
    const intervals = rows.filter(({ workload }) => workload === "sync-interval");
    const callsOf = (wanted: string) =>
      intervals.filter(({ strategy }) => strategy === wanted).map(({ systemCall }) => systemCall);
    expect(callsOf("never")).toEqual([""]);
    expect(callsOf("end")).toEqual([expect.stringContaining("fdatasync")]);
  });

  it("states in each row whether the inspection ended early, and in a round's row what disturbed the round", () => {
    const { flushModes, ...report } = sampleReport({ interval: {} });
    const [first, ...others] = flushModes;
    const [round, ...rest] = first?.rounds ?? [];
    if (first === undefined || round === undefined) {
      throw new Error("the sample has no rounds");
    }
    const disturbed = { ...round, disturbances: ["other writes: 2 MB", "hot"], repeated: true };
    const rounds = [disturbed, ...rest];
    const partial = { ...report, partial: true, flushModes: [{ ...first, rounds }, ...others] };
    const [row, next] = csvRows(reportCsv(partial));
    expect(row).toMatchObject({ disturbances: "other writes: 2 MB; hot", repeated: "true" });
    expect(next).toMatchObject({ disturbances: "", repeated: "false" });
    const partials = (of: Report) => new Set(csvRows(reportCsv(of)).map((each) => each.partial));
    expect(partials(partial)).toEqual(new Set(["true"]));
    expect(partials({ ...partial, partial: false })).toEqual(new Set(["false"]));
  });

  it("marks only those trials of a flush interval as extrapolated whose time was extrapolated", () => {
    const { syncIntervals, ...report } = sampleReport({ interval: {} });
    const csvOf = (trialsExtrapolated: boolean[] | undefined, trialsNs = [10, 20]) => {
      const strategies = syncIntervals.map(({ strategies: [first, ...others], ...ladder }) => ({
        ...ladder,
        strategies: [
          {
            ...(first ?? expect.fail("the sample has no strategies")),
            trialsNs,
            extrapolated: true,
            trialsExtrapolated,
          },
          ...others,
        ],
      }));
      const rows = csvRows(reportCsv({ ...report, syncIntervals: strategies }));
      const ladder = rows.filter(({ workload }) => workload === "sync-interval");
      return ladder.slice(0, trialsNs.length).map(({ extrapolated }) => extrapolated);
    };
    expect(csvOf([false, true])).toEqual(["false", "true"]);
    // An older report has no field that says which trials are extrapolated.
    expect(csvOf(undefined)).toEqual(["", ""]);
    // With a single trial the older field `extrapolated` says it.
    expect(csvOf(undefined, [10])).toEqual(["true"]);
  });

  it("marks a durability setting of a database as measured only if it was measured", () => {
    const report = sampleReport({ commits: {} });
    const stopped = report.commits?.map((result) => ({ ...result, relaxed: null })) ?? [];
    const rows = csvRows(reportCsv({ ...report, commits: stopped }));
    const relaxed = rows.filter(({ durability }) => durability === "relaxed");
    expect(relaxed.length).toBeGreaterThan(0);
    for (const row of relaxed) {
      expect(row).toMatchObject({ status: "unavailable", operationsPerSecond: "" });
      expect(row.reason).toContain("ended before");
    }
    const durable = rows.filter(({ durability }) => durability === "durable");
    expect(new Set(durable.map(({ status }) => status))).toEqual(new Set(["measured"]));
  });

  it("writes one row per section of the long write, or one row with the reason if the system refused it", () => {
    const report = sampleReport({ sustained: {} });
    const rows = csvRows(reportCsv(report)).filter(
      ({ workload }) => workload === "sustained-write",
    );
    expect(rows.map(({ bytes, elapsedNs }) => [Number(bytes), Number(elapsedNs)])).toEqual(
      report.sustained?.points.map(({ bytes, elapsedNs }) => [bytes, elapsedNs]),
    );
    expect(rows.every(({ status }) => status === "measured")).toBe(true);
    const refused = reportCsv(sampleReport({ sustained: { refusal: "open: EINVAL" } }));
    expect(csvRows(refused).filter(({ workload }) => workload === "sustained-write")).toMatchObject(
      [{ status: "unavailable", reason: "open: EINVAL", systemCall: "open" }],
    );
    expect(reportCsv(sampleReport())).not.toContain("sustained");
  });

  it("writes one row per load and round of the reading test, or one row per load that the system refused", () => {
    const refusal = "fcntl(F_NOCACHE): EINVAL";
    const report = sampleReport({ reading: { refusal } });
    const rows = csvRows(reportCsv(report)).filter(({ workload }) => workload === "reading");
    // The six loads of small blocks are refused, and the six of large blocks have four rounds each.
    expect(rows).toHaveLength(6 + 6 * 4);
    expect(rows[0]).toMatchObject({
      status: "unavailable",
      reason: refusal,
      pattern: "random",
      readShare: "1",
      requests: "1",
      sizeBytes: "4096",
      round: "",
      iops: "",
      answeredBy: "",
    });
    const large = report.reading[6];
    expect(rows[6]).toMatchObject({
      status: "measured",
      pattern: "sequential",
      requests: "1",
      sizeBytes: "1048576",
      round: "0",
      iops: String(large?.rounds[0]?.iops),
      answeredBy: "drive",
      operations: String(large?.rounds[0]?.reads),
    });
    // For every load the bytes are the operations times the size.
    for (const { status, bytes, operations, sizeBytes } of rows) {
      const moved = status === "measured" ? `${Number(operations) * Number(sizeBytes)}` : "";
      expect(bytes).toBe(moved);
    }
    expect(csvRows(reportCsv(sampleReport())).map(({ workload }) => workload)).not.toContain(
      "reading",
    );
  });

  it.each([
    ...[
      "=1",
      "+1",
      "-1",
      "@SUM(1)",
      "\uff1d1",
      "\uff0b1",
      "\uff0d1",
      "\uff201",
      "\u22121",
      "\ufe631",
    ],
    ...[
      "\u200b=1",
      " =1",
      "\u2060\uff1d1",
      "\ufeff@x",
      "\u00ad=1",
      "\u2800=1",
      "\u034f=1",
      "\u3164=1",
    ],
    ...["\t=1", "\r=1", "\n=1", "\tx", "\rx", "\u0000=1", "\u202e=1"],
  ])("escapes a cell that a spreadsheet would run as a formula: %j", (model) => {
    const { volume, ...report } = sampleReport();
    const csv = reportCsv({ ...report, volume: { ...volume, drive: { ...volume.drive, model } } });
    const [, ...cells] = csv.split(model);
    expect(cells.length).toBeGreaterThan(3);
    expect(csv.split(`'${model}`)).toHaveLength(cells.length + 1);
  });

  it.each([
    ...[["x;=1", "x;'=1"] as const, [";\u200b@x", ";'\u200b@x"] as const],
    ...[["=x;\uff1d1", "'=x;'\uff1d1"] as const, ["x\n-1", "x\n'-1"] as const],
    ["x\t+1", "x\t'+1"] as const,
  ])(
    "escapes a formula that follows a character at which a spreadsheet may split a cell: %j",
    (model, escaped) => {
      const csv = reportCsv(sampleReport({ drive: { model } }));
      expect(csv).toContain(escaped);
      expect(csv).not.toContain(model);
    },
  );

  it("returns at most 1000 characters more per row, on average, if the names of system calls have 20 000 characters", () => {
    const { flushModes, ...report } = sampleReport();
    const withCalls = (systemCall: string) =>
      reportCsv({ ...report, flushModes: flushModes.map((one) => ({ ...one, systemCall })) });
    const added = withCalls("x".repeat(20_000)).length - withCalls("x").length;
    expect(added).toBeLessThanOrEqual(1000 * withCalls("x").split("\r\n").length);
  });

  it("leaves a drive model unchanged if a spreadsheet would not run any part of it", () => {
    for (const model of ["WD-1=2 @3", "WD; 1-2"]) {
      expect(csvRows(reportCsv(sampleReport({ drive: { model } })))[0]?.driveModel).toBe(model);
    }
  });

  it("quotes cells that contain a comma, quotation mark or line break, and escapes formulas", () => {
    const report = sampleReport();
    const first = report.flushModes[0];
    if (!first) {
      throw new Error("the sample has modes");
    }
    const odd: Report = {
      ...report,
      flushModes: [{ ...first, rounds: [], systemCall: '=cmd("x"), y', reason: 'said "no",\nwhy' }],
    };
    const row = reportCsv(odd).slice(reportCsv(odd).indexOf("\r\n") + 2);
    expect(row).toContain(`"'=cmd(""x""), y"`);
    expect(row).toContain(`"said ""no"",\nwhy"`);
  });
});

describe("reportJson", () => {
  it("throws for a report that does not fit the schema, and returns a fitting one with its schema version", () => {
    const broken = { ...sampleReport(), bytesWritten: -1 };
    expect(() => reportJson(broken)).toThrow();
    expect(JSON.parse(reportJson(sampleReport()))).toMatchObject({ schemaVersion: 2 });
  });
});

describe("HistoryStore", () => {
  it("lists the newest report first, opens reports and removes them", async () => {
    const store = new HistoryStore(path.join(folder(), "history"), new HistoryFolder());
    expect(await store.list()).toEqual({ entries: [], unreadable: [], problem: null });
    const older = {
      ...sampleReport(),
      runId: "aaaaaaaa-1",
      finishedAt: "2026-01-01T00:00:00.000Z",
    };
    const newer = {
      ...sampleReport(),
      runId: "bbbbbbbb-2",
      finishedAt: "2026-02-01T00:00:00.000Z",
    };
    await store.save(older);
    await store.save(newer);
    expect((await store.list()).entries.map(({ runId }) => runId)).toEqual([
      "bbbbbbbb-2",
      "aaaaaaaa-1",
    ]);
    expect(await store.open("aaaaaaaa-1")).toEqual(older);
    await store.remove("aaaaaaaa-1");
    await expect(store.open("aaaaaaaa-1")).rejects.toThrow(/can no longer be read/);
  });

  it("returns the plug tests of a drive from their reports, until those reports are removed", async () => {
    const store = new HistoryStore(folder(), new HistoryFolder());
    const known = { serial: "S6Z1NJ0TA123", capacityBytes: 1e12 };
    const { app, host, volume } = sampleReport({ drive: known });
    const parts = { app, host, volume, warnings: [] };
    const [first, second] = [cutOn(1, "kept"), cutOn(2, "lost")];
    await store.save(powerCutReportOn({ ...parts, test: first, earlier: [] }));
    await store.save(powerCutReportOn({ ...parts, test: second, earlier: [first] }));
    const inspection = { ...sampleReport(), powerCut: powerCutOf([cutOn(9, "kept")]) };
    await store.save(inspection);
    const ids = async (facts = volume) =>
      (await store.powerCutTests(facts)).tests.map(({ testId }) => testId).sort();
    expect(await ids()).toEqual([first.testId, second.testId]);
    expect(await ids({ ...volume, drive: { ...volume.drive, model: "Other" } })).toEqual([]);
    expect(await ids({ ...volume, mountPoint: "/elsewhere" })).toHaveLength(2);
    expect(await ids({ ...volume, drive: { ...volume.drive, serial: "NONE" } })).toEqual([]);
    expect((await store.list()).entries.map(({ kind }) => kind).sort()).toEqual([
      "inspection",
      "plug-test",
      "plug-test",
    ]);
    await store.remove(first.testId);
    expect(await ids()).toEqual([second.testId]);
  });

  it("omits plug tests with losses from a time when Windows sent no flush, unless Windows still sends none", async () => {
    const store = new HistoryStore(folder(), new HistoryFolder());
    const known = { serial: "S6Z1NJ0TA123", capacityBytes: 1e12 };
    const { app, host, volume } = sampleReport({ drive: known });
    const [kept, lost] = [cutOn(1, "kept"), cutOn(2, "lost")];
    const wasOff = { ...volume, flushesTurnedOff: true };
    for (const test of [kept, lost]) {
      const parts = { app, host, volume: wasOff, warnings: [], test, earlier: [] };
      await store.save(powerCutReportOn(parts));
    }
    const ids = async (facts: typeof volume) =>
      (await store.powerCutTests(facts)).tests.map(({ testId }) => testId).sort();
    expect(await ids({ ...volume, flushesTurnedOff: false })).toEqual([kept.testId]);
    // Null, as for a volume in the list: Windows is queried only when an inspection begins.
    expect(await ids({ ...volume, flushesTurnedOff: null })).toEqual([kept.testId]);
    expect(await ids(wasOff)).toEqual([kept.testId, lost.testId]);
    const { powerCut, verdict } = sampleReport({ report: { powerCut: powerCutOf([kept, lost]) } });
    expect(powerCut?.cutsWithLoss).toBe(1);
    expect(verdict.findings.map(({ code }) => code)).toContain("power-cut-lost");
  });

  it("opens a report from a version without plug tests, with null for them", async () => {
    const store = new HistoryStore(folder(), new HistoryFolder());
    const { powerCut: _, ...older } = sampleReport();
    writeFileSync(path.join(folder(), `${older.runId}.json`), JSON.stringify(older));
    expect(await store.open(older.runId)).toEqual({ ...older, powerCut: null });
  });

  it("opens the newest report even if its file could not be written", async () => {
    writeFileSync(path.join(folder(), "file"), "");
    const store = new HistoryStore(path.join(folder(), "file"), new HistoryFolder());
    const report = sampleReport();
    await expect(store.save(report)).rejects.toThrow();
    await store.whenSaved();
    expect(await store.open(report.runId)).toEqual(report);
  });
});
