import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { flushModesOf } from "../../../electron/contract/flush-mode";
import { parseReport } from "../../../electron/contract/stored-report";
import type { Verdict } from "../../../electron/contract/verdict";
import { type WorkloadId, workloadIds } from "../../../electron/contract/workloads";
import { verdictOn } from "../../helpers/judged";
import { sampleReport } from "../../helpers/sample-report";

/** Reports that version 1 of the format wrote, of real inspections. See README.md beside them. */
const folder = new URL("../../fixtures/kept-reports/version-1/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".json.gz"));
const stored = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString()) as FirstVersion;

interface FirstVersion {
  readonly plan: Readonly<Record<string, unknown>> & { readonly tests: readonly string[] };
  readonly verdict: Pick<Verdict, "grade" | "answers" | "findings">;
  readonly [field: string]: unknown;
}

/** What version 1 called a workload. */
const firstNames: Readonly<Partial<Record<WorkloadId, string>>> = {
  "flush-modes": "flush",
  "buffer-sweep": "buffer",
  "sync-interval": "interval",
  "chunked-writes": "chunked",
  commits: "commits",
  "sustained-write": "sustained",
};

/** What a verdict amounts to, without its sentences. */
function outlineOf({ grade, answers, findings }: Pick<Verdict, "grade" | "answers" | "findings">) {
  return {
    grade,
    answers: answers.map(({ question, severity }) => [question, severity]),
    findings: findings.map(({ code, severity }) => [code, severity]),
  };
}

describe("a report of a version without the test of reading", () => {
  it("opens, and says that nothing of it was planned or measured", () => {
    const { reading: _reading, plan, ...report } = sampleReport();
    const { reading: _planned, ...workloads } = plan.workloads;
    const { data, error } = parseReport({ ...report, plan: { ...plan, workloads } });
    expect(error).toBeUndefined();
    expect(data?.reading).toEqual([]);
    expect(data?.plan.workloads.reading.loads).toEqual([]);
    // And again, once it was stored anew.
    expect(parseReport(data).data).toEqual(data);
  });
});

describe("a report of version 1", () => {
  it("is kept of every workload", () => {
    const kept = new Set(names.flatMap((name) => stored(name).plan.tests));
    expect([...kept].sort()).toEqual(Object.values(firstNames).sort());
  });

  it("tells what was not reached from a refusal, which it did by a sentence", () => {
    const [name = ""] = names;
    const first = stored(name);
    const [mode, ...others] = first.flushModes as object[];
    const ended = "The inspection ended before this mode was measured.";
    const opened = (reason: string) =>
      parseReport({
        ...first,
        flushModes: [{ ...mode, status: "unavailable", reason }, ...others],
      }).data?.flushModes[0];
    expect(opened(ended)).toMatchObject({
      reason: ended,
      statements: [{ code: "reason.mode-not-reached", params: {} }],
    });
    expect(opened("EINVAL")).not.toHaveProperty("statements");
  });

  it.each(names)("opens with every figure: %s", (name) => {
    const { plan, schemaVersion, ...first } = stored(name);
    const { bufferSweep, bufferSweepDirect, syncInterval, syncIntervalOtherModes, ...figures } =
      first;
    const { data: report, error } = parseReport(stored(name));
    expect(error).toBeUndefined();
    expect(schemaVersion).toBe(1);
    expect(report).toMatchObject({ schemaVersion: 2, ...figures });
    const sweeps = [bufferSweep, bufferSweepDirect].filter((sweep) => sweep !== null);
    expect(report?.bufferSweeps).toMatchObject(sweeps);
    expect(report?.bufferSweeps.map(({ direct }) => direct)).toEqual(
      [false, true].slice(0, sweeps.length),
    );
    const ladders = [syncInterval, syncIntervalOtherModes]
      .flat()
      .filter((ladder) => ladder !== null);
    expect(report?.syncIntervals).toEqual(ladders);
    expect(report?.plan.tests.map((id) => firstNames[id])).toEqual(plan.tests);
    // Modes that version 1 left to the system are named; all of these were made on Linux.
    const usual: Readonly<Record<string, unknown>> = {
      "flush-modes": flushModesOf("linux"),
      "sync-interval": ["fdatasync"],
    };
    for (const id of workloadIds) {
      const before = plan[firstNames[id] ?? ""] as { modes?: unknown } | undefined;
      if (before === undefined) {
        continue; // It came later.
      }
      const named = before.modes === null ? { ...before, modes: usual[id] } : before;
      expect(report?.plan.workloads[id]).toMatchObject(named);
    }
  });

  it.each(names)("is judged as it was: %s", (name) => {
    const { data: report } = parseReport(stored(name));
    // Its sentences may have been corrected since; what they amount to is the same.
    expect(report && outlineOf(verdictOn(report))).toEqual(outlineOf(stored(name).verdict));
  });

  it("names the workload that an error ended", () => {
    const first = stored(names[0] ?? "");
    const error = { code: "drive-error", syscall: null, osCode: 5, message: "", offset: null };
    const told = parseReport({ ...first, error: { ...error, during: "interval" } });
    expect(told.data?.error?.during).toBe("sync-interval");
    expect(parseReport({ ...first, error }).data?.error?.during).toBeNull();
  });

  it("is refused where it is none", () => {
    expect(parseReport({ ...stored(names[0] ?? ""), bytesWritten: -1 }).success).toBe(false);
    expect(parseReport({ schemaVersion: 1 }).success).toBe(false);
  });
});

describe("a report of this version", () => {
  it("opens as it is, and one of a later version does not", () => {
    const report = sampleReport();
    expect(parseReport(report).data).toEqual(report);
    expect(parseReport({ ...report, schemaVersion: 3 }).success).toBe(false);
  });
});
