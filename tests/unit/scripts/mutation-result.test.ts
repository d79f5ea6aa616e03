import { describe, expect, it } from "vitest";
import {
  describeResult,
  isGood,
  mutationResult,
} from "../../../scripts/mutation/mutation-result.mjs";

const source = "const a = 1;\nconst b =\n  2;\n";
const at = (startLine: number, start: number, endLine: number, end: number) => ({
  start: { line: startLine, column: start },
  end: { line: endLine, column: end },
});
const mutant = (status: string, location = at(1, 11, 1, 12), replacement = "0") => ({
  mutatorName: "Literal",
  replacement,
  status,
  location,
});
const report = (...mutants: ReturnType<typeof mutant>[]) => ({
  files: { "electron/analysis/verdict/facts.ts": { source, mutants } },
});
const many = (count: number, status: string) => Array.from({ length: count }, () => mutant(status));
const first = {
  file: "electron/analysis/verdict/facts.ts",
  mutator: "Literal",
  code: "1",
  replacement: "0",
};

describe("mutationResult()", () => {
  it("counts mutants by folder or file and omits mutants that did not compile", () => {
    const other = { source, mutants: [mutant("Timeout"), mutant("NoCoverage")] };
    const { scores, all } = mutationResult(
      {
        files: {
          ...report(mutant("Killed"), mutant("Survived"), mutant("CompileError")).files,
          "electron/analysis/verdict.ts": other,
          "electron/analysis/statistics.ts": other,
        },
      },
      [],
    );
    expect(scores).toEqual([
      { part: "verdict", killed: 2, all: 4 },
      { part: "statistics", killed: 1, all: 2 },
    ]);
    expect(all).toEqual({ killed: 3, all: 6 });
  });

  it("counts the capacity test separately from the other workloads", () => {
    const of = (...mutants: ReturnType<typeof mutant>[]) => ({ source, mutants });
    const workloads = "electron/analysis/workloads";
    const { scores } = mutationResult(
      {
        files: {
          [`${workloads}/capacity/judge.ts`]: of(mutant("Survived")),
          [`${workloads}/capacity/findings.ts`]: of(mutant("Killed")),
          [`${workloads}/commits/findings.ts`]: of(mutant("Killed")),
          [`${workloads}/buffer-sweep/findings.ts`]: of(mutant("Killed")),
        },
      },
      [],
    );
    expect(scores).toEqual([
      { part: "capacity", killed: 1, all: 2 },
      { part: "workloads", killed: 2, all: 2 },
    ]);
  });

  it("identifies a survivor by the changed code, even if the code spans several lines", () => {
    const { unexplained } = mutationResult(
      report(mutant("Survived"), mutant("NoCoverage", at(2, 7, 3, 4), "")),
      [],
    );
    expect(unexplained).toEqual([first, { ...first, code: "b =\n  2", replacement: "" }]);
  });

  it("accepts a survivor's reason only if it names the same code and is not empty", () => {
    const survived = report(mutant("Survived"));
    expect(mutationResult(survived, [{ ...first, reason: "Same." }]).unexplained).toEqual([]);
    expect(mutationResult(survived, [{ ...first, reason: " " }]).unexplained).toHaveLength(1);
    const elsewhere = { ...first, code: "2", reason: "Same." };
    expect(mutationResult(survived, [elsewhere]).unexplained).toHaveLength(1);
  });

  it("lists as outdated each reason whose mutant was killed, except in files that were not mutated", () => {
    const reasons = [
      { ...first, reason: "Same." },
      { ...first, file: "electron/analysis/guarantee.ts", reason: "Same." },
    ];
    expect(mutationResult(report(mutant("Killed")), reasons).outdated).toEqual([reasons[0]]);
  });
});

describe("the judgement of a mutation run", () => {
  const reasons = [{ ...first, reason: "Same." }];
  const result = (killed: number, survived: number, explained = reasons) =>
    mutationResult(report(...many(killed, "Killed"), ...many(survived, "Survived")), explained);

  it("counts a timed-out mutant with a reason as alive", () => {
    const result = mutationResult(report(mutant("Timeout"), mutant("Killed")), [
      { ...first, reason: "Same." },
    ]);
    expect(result.all).toEqual({ killed: 1, all: 2 });
    expect(result).toMatchObject({ timedOut: [], unexplained: [], outdated: [] });
  });

  it("requires that nine tenths of the mutants are dead, each survivor has a reason, and no reason is outdated", () => {
    expect(isGood(result(9, 1))).toBe(true);
    expect(isGood(result(8, 1))).toBe(false);
    expect(isGood(result(9, 1, []))).toBe(false);
    expect(isGood(result(10, 0, []))).toBe(true);
    expect(isGood(result(10, 0))).toBe(false);
    expect(isGood(result(0, 0, []))).toBe(false);
  });

  it("requires that nine tenths of the mutants in each counted folder are dead", () => {
    const weak = { source, mutants: [...many(8, "Killed"), ...many(2, "Survived")] };
    const files = {
      ...report(...many(90, "Killed")).files,
      "electron/analysis/statistics.ts": weak,
    };
    const of = { ...first, file: "electron/analysis/statistics.ts", reason: "Same." };
    expect(isGood(mutationResult({ files }, [of]))).toBe(false);
  });

  it("lists mutants that are dead only because they timed out", () => {
    expect(describeResult(mutationResult(report(mutant("Timeout")), []))).toMatch(
      /verdict +1 of +1 .*\n.*\nDead because it did not end in time: .*"code":"1"/,
    );
  });

  it("contains the table of scores, survivors without a reason and outdated reasons", () => {
    expect(describeResult(result(8, 2, []))).toMatch(
      /verdict +8 of +10 +80\.0 %\nall +8 of +10 +80\.0 %\nSurvived without a reason: .*"code":"1"/,
    );
    expect(describeResult(result(1, 0))).toContain("Explained, but not among the survivors");
  });
});
