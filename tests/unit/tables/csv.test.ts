import { expect, it } from "vitest";
import { csvColumns } from "#tables/csv";
import { powerCutCsvColumns, powerCutCsvRows } from "#tables/power-cut";
import { homeOf, workloadsInCsv } from "#tables/workloads/index";
import { lostPowerCutReport } from "../../helpers/mock-app/power-cut-reports";
import { allReports, workloadReports } from "../../helpers/mock-app/reports";

const reports = [...allReports, ...workloadReports];

it.each(workloadsInCsv)("%s names every value of its CSV rows in csvColumns", (workload) => {
  const named: readonly string[] = csvColumns;
  const rows = reports.flatMap((report) => homeOf(workload).csvRows(report));
  expect(rows.length).toBeGreaterThan(0);
  // The CSV would leave it out without a word.
  expect(rows.flatMap(Object.keys).filter((name) => !named.includes(name))).toEqual([]);
});

it("the plug test names every value of its CSV rows in a column", () => {
  const named: readonly string[] = [...csvColumns, ...powerCutCsvColumns];
  const rows = powerCutCsvRows(lostPowerCutReport);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.flatMap(Object.keys).filter((name) => !named.includes(name))).toEqual([]);
});

it("the write sizes give the rate that every other reader shows, which is no quotient of their sums", () => {
  const points = reports.flatMap(({ bufferSweeps }) =>
    bufferSweeps.flatMap((sweep) => sweep.points),
  );
  const rates = reports
    .flatMap((report) => homeOf("buffer-sweep").csvRows(report))
    .flatMap(({ operationsPerSecond }) => operationsPerSecond ?? []);
  expect(points.length).toBeGreaterThan(0);
  expect(rates).toEqual(points.map(({ systemCallsPerSecond }) => systemCallsPerSecond));
});
