import { expect, it } from "vitest";
import { buildReading } from "#analysis/workloads/reading/results";
import { type CsvRow, csvColumns, laterCsvColumns } from "#tables/csv";
import { powerCutCsvColumns, powerCutCsvRows } from "#tables/power-cut";
import { homeOf, workloadsInCsv } from "#tables/workloads/index";
import { reportCsv } from "../../../electron/main/export/report-csv";
import { lostPowerCutReport } from "../../helpers/mock-app/power-cut-reports";
import { allReports, workloadReports } from "../../helpers/mock-app/reports";
import { sampleReport } from "../../helpers/sample-report";
import { sampleReadingCounts } from "../../helpers/workloads/reading";

const reports = [...allReports, ...workloadReports];

/** The first columns in the order that programs have relied on since the first plug test. */
const firstColumns = `
  runId startedAt workload mode strategy sizeBytes systemCall guarantee status reason round
  iops operations bytes elapsedNs extrapolated settleNs cpuUserNs cpuSystemNs deviceFlushes
  engine variant durability settings recordsPerTransaction transactions records recordsFound
  operationsPerSecond deviceFlushesPerCommit cutShort layout direct p50Ns idleNs pattern
  readShare requests answeredBy writers testId finishedAt cutEvidence shownBy lostPower deed
  computerRestarted driveLost unsafeShutdownsBefore unsafeShutdownsAfter othersFlushesPerSecond
  acknowledged replaced inFlight survived lost stale torn corrupted misplaced unreadable
  nameMissing nameOld nameBoth failed reordered unaided provenBy windowNs lostSpanNs driveModel
`;

it("the first CSV columns keep their names and order, and no column appears twice", () => {
  const first = firstColumns.trim().split(/\s+/);
  const [header = ""] = reportCsv(lostPowerCutReport).split("\r\n");
  const columns = header.split(",");
  expect(columns.slice(0, first.length)).toEqual(first);
  expect(new Set(columns).size).toBe(columns.length);
});

it.each(workloadsInCsv)("the CSV has a column for every value in the rows of %s", (workload) => {
  const named: readonly string[] = [...csvColumns, ...laterCsvColumns];
  const rows = reports.flatMap((report) => homeOf(workload).csvRows(report));
  expect(rows.length).toBeGreaterThan(0);
  // A value without a column would be missing from the CSV without an error.
  expect(rows.flatMap(Object.keys).filter((name) => !named.includes(name))).toEqual([]);
});

it("the CSV has a column for every value in the rows of the plug test", () => {
  const named: readonly string[] = [...csvColumns, ...powerCutCsvColumns, ...laterCsvColumns];
  const rows = powerCutCsvRows(lostPowerCutReport);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.flatMap(Object.keys).filter((name) => !named.includes(name))).toEqual([]);
});

it("the CSV rows of the write sizes contain the rate of system calls that the report states", () => {
  const points = reports.flatMap(({ bufferSweeps }) =>
    bufferSweeps.flatMap((sweep) => sweep.points),
  );
  const rates = reports
    .flatMap((report) => homeOf("buffer-sweep").csvRows(report))
    .flatMap(({ operationsPerSecond }) => operationsPerSecond ?? []);
  expect(points.length).toBeGreaterThan(0);
  expect(rates).toEqual(points.map(({ systemCallsPerSecond }) => systemCallsPerSecond));
});

/** The operations per second that each row with a rate should have by its other columns. */
const quotients = (rows: readonly CsvRow[]) =>
  rows
    .filter(({ iops, operations }) => iops !== null && iops !== undefined && Number(operations) > 0)
    .map(({ iops, operations, elapsedNs, iopsElapsedNs }) => ({
      iops: Number(iops),
      quotient: (Number(operations) * 1e9) / Number(iopsElapsedNs ?? elapsedNs),
    }));

it("the rate of every CSV row is the row's operations divided by the row's time", () => {
  const rows = reports.flatMap((report) =>
    workloadsInCsv.flatMap((workload) => homeOf(workload).csvRows(report)),
  );
  expect(quotients(rows).length).toBeGreaterThan(100);
  for (const { iops, quotient } of quotients(rows)) {
    expect(quotient / iops).toBeCloseTo(1, 3);
  }
});

it("the rate of a CSV row of the reading test uses the mean time of the threads, even if one thread ended late", () => {
  const load = { pattern: "sequential", readShare: 1, blockBytes: 1_048_576, requests: 8 } as const;
  const counts = sampleReadingCounts(load, 40_000_000, 5_000_000);
  const late = { ...counts, elapsedNs: 52_000_000 };
  const turn = { round: 0, systemCall: "pread", refusal: null, counts: late };
  const [row] = homeOf("reading").csvRows({
    ...sampleReport(),
    reading: [buildReading(load, [turn])],
  });
  expect(row).toMatchObject({ iops: 1600, operations: 64, elapsedNs: 52_000_000 });
  expect(row).toMatchObject({ iopsElapsedNs: 40_000_000 });
});
