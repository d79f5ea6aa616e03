import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { resultTable } from "../../../electron/main/cli/terminal-table";
import { reportCsv } from "../../../electron/main/export/report-csv";
import { csvRows } from "../../helpers/csv-rows";
import { plain } from "../../helpers/read-verdict";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVariants } from "../../helpers/workloads/commits";

const plan = planFor("quick", "linux", ["commits"]);
const variants = sampleVariants.map((variant) =>
  variant.engine === "mdbx" ? { ...variant, refusal: "built without libmdbx" } : variant,
);
const report = sampleReport({
  modes: [],
  commits: { variants },
  report: { plan, verification: null },
});

describe("the database rows of the CSV", () => {
  const rows = csvRows(reportCsv(report)).filter(({ workload }) => workload === "commits");

  it("list every database, batch size and setting, and the number of checkpoints of SQLite's WAL", () => {
    const { length: results } = report.commits ?? [];
    const normal = rows.filter(({ durability }) => durability === "normal");
    expect(normal.map(({ variant }) => variant)).toEqual(Array(4).fill("wal"));
    expect(normal.map(({ checkpoints }) => checkpoints)).toEqual(["2", "0", "0", "0"]);
    expect(rows).toHaveLength(2 * results + normal.length);
    expect(rows.filter(({ durability }) => durability === "relaxed")).toHaveLength(
      report.commits?.length ?? 0,
    );
  });

  it("contain the same figures and exact settings as the report", () => {
    for (const result of report.commits ?? []) {
      for (const durability of ["durable", "normal", "relaxed"] as const) {
        const side = result[durability];
        if (durability === "normal" && side === null) {
          continue;
        }
        const row = rows.find(
          (each) =>
            each.engine === result.engine &&
            each.variant === result.variant &&
            each.durability === durability &&
            Number(each.recordsPerTransaction) === result.recordsPerTransaction,
        );
        expect(row?.status).toBe(result.status);
        expect(row?.settings).toBe(side?.settings ?? "");
        expect(row?.operationsPerSecond).toBe(side ? String(side.operationsPerSecond) : "");
        expect(row?.recordsFound).toBe(side ? String(side.recordsFound) : "");
        expect(row?.elapsedNs).toBe(side ? String(side.elapsedNs) : "");
      }
    }
  });

  it("give the reason if a database is not available", () => {
    const mdbx = rows.filter(({ engine }) => engine === "mdbx");
    expect(new Set(mdbx.map(({ reason }) => reason))).toEqual(new Set(["built without libmdbx"]));
    expect(mdbx.every(({ records }) => records === "")).toBe(true);
  });
});

describe("the database table on the terminal", () => {
  const lines = resultTable(report).map(plain);

  it("shows the durable, normal and relaxed rate, the time per save and how much larger batches gain", () => {
    const row = lines.find((line) => /^sqlite wal +10 /.test(line));
    // The time of a commit is 10 records of 2.5 µs, 25 µs for the commit itself and 700 µs for its
    // flush.
    expect(row).toMatch(/^sqlite wal +10 +13 300 +725 µs +– +1\.00 +200 000 +200 000 +15$/);
  });

  it("shows once per batch size that a database is unavailable, and why", () => {
    expect(
      lines.filter((line) => /^mdbx mdbx .*Not available \(built without libmdbx\)/.test(line)),
    ).toHaveLength(plan.workloads.commits.shapes.length);
  });

  it("is at most 100 columns wide", () => {
    const start = lines.findIndex((line) => line.startsWith("records a second"));
    expect(start).toBeGreaterThan(0);
    for (const line of lines.slice(start, start + 1 + (report.commits?.length ?? 0))) {
      expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  it("is absent if the run did not measure databases", () => {
    expect(resultTable(sampleReport()).join("\n")).not.toContain("records a second");
  });
});
