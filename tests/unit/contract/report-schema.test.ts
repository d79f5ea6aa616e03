import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operatingSystems } from "#contract/flush-mode";
import { type Report, reportSchema } from "#contract/report";
import { sampleReport } from "../../helpers/sample-report";

const file = new URL("../../../assets/report.schema.json", import.meta.url);
const published: unknown = JSON.parse(readFileSync(file, "utf8"));

// Accepts every "date-time", because ajv alone knows no formats; a pattern beside the format checks
// the same.
const ajv = new Ajv2020({ allowUnionTypes: true, formats: { "date-time": true } }).compile(
  published as object,
);

function accepts(document: unknown): { ajv: boolean; zod: boolean } {
  return { ajv: ajv(document), zod: reportSchema.safeParse(document).success };
}

const sweptReport = sampleReport({ sweep: {}, interval: {} });

function withoutSyncs({ syncIntervals }: Report): unknown {
  return syncIntervals.map((ladder) => ({
    ...ladder,
    strategies: ladder.strategies.map(({ syncs: _, ...rest }) => rest),
  }));
}

const committedReport = sampleReport({ commits: {} });

function withoutRecordsFound({ commits }: Report): unknown {
  return commits?.map(({ durable, ...rest }) => {
    const { recordsFound: _, ...side } = durable ?? {};
    return { ...rest, durable: side };
  });
}

/** The report as a reader of the JSON file gets it. */
const stored = (report: Report): Report => JSON.parse(JSON.stringify(report));

describe("assets/report.schema.json", () => {
  it("equals the JSON schema that zod makes of reportSchema", () => {
    expect(published).toEqual(z.toJSONSchema(reportSchema, { io: "input" }));
  });

  it.each(operatingSystems)("accepts a report from %s, which reportSchema accepts too", (os) => {
    expect(accepts(stored(sampleReport({ os })))).toEqual({ ajv: true, zod: true });
  });

  it.each(operatingSystems)(
    "accepts a report from %s with write sizes, save intervals, chunks and databases",
    (os) => {
      const report = sampleReport({
        os,
        sweep: {},
        interval: {},
        chunked: "ordinary",
        commits: {},
      });
      expect(report.bufferSweeps[0]?.points.length).toBeGreaterThan(0);
      expect(report.syncIntervals[0]?.strategies.length).toBeGreaterThan(0);
      expect(report.chunked?.modes.length).toBeGreaterThan(0);
      expect(report.commits?.length).toBeGreaterThan(0);
      expect(accepts(stored(report))).toEqual({ ajv: true, zod: true });
    },
  );

  it("accepts a report with a field that the schema does not contain", () => {
    const later = { ...stored(sampleReport()), addedLater: { value: 1 } };
    expect(accepts(later)).toEqual({ ajv: true, zod: true });
  });

  const mutations: [string, (report: Report) => unknown][] = [
    ["another schema version", (report) => ({ ...report, schemaVersion: 3 })],
    ["a missing verdict", ({ verdict: _, ...rest }) => rest],
    ["a mode that does not exist", (report) => withMode(report, { mode: "sync" })],
    ["a latency that is no integer", (report) => withMode(report, { latencyNs: { p50: 1.5 } })],
    ["a negative count", (report) => ({ ...report, bytesWritten: -1 })],
    [
      "a figure left out instead of null",
      (report) => withMode(report, { deviceFlushesPerSync: undefined }),
    ],
    [
      "an unknown limit of the speed",
      (report) => ({
        ...report,
        bufferSweeps: [{ ...sweptReport.bufferSweeps[0], limit: "cable" }],
      }),
    ],
    [
      "a strategy without its number of syncs",
      (report) => ({ ...report, syncIntervals: withoutSyncs(sweptReport) }),
    ],
    [
      "a database without its number of records found",
      (report) => ({ ...report, commits: withoutRecordsFound(committedReport) }),
    ],
    [
      "a database that does not exist",
      (report) => ({
        ...report,
        commits: committedReport.commits?.map((result) => ({ ...result, engine: "paper" })),
      }),
    ],
    ["a date without a time", (report) => ({ ...report, startedAt: "2025-03-01" })],
    ["an unknown grade", (report) => ({ ...report, verdict: { ...report.verdict, grade: "A+" } })],
    ["text for a number", (report) => ({ ...report, bytesWritten: "4 GB" })],
  ];
  it.each(mutations)("refuses %s, which reportSchema refuses too", (_, mutate) => {
    const mutated = JSON.parse(JSON.stringify(mutate(stored(sampleReport()))));
    expect(accepts(mutated)).toEqual({ ajv: false, zod: false });
  });
});

function withMode(report: Report, change: object): unknown {
  const [first, ...others] = report.flushModes;
  return { ...report, flushModes: [{ ...first, ...change }, ...others] };
}
