import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { homeOf } from "#analysis/workloads/index";
import { workloadIds, workloadResults } from "#contract/workloads/index";
import { importsOf, productFiles, root, targetOf } from "../helpers/product-imports";

/**
 * Code outside the workloads' own folders names no single workload, reads no field that one
 * workload has in the report, and imports from no single workload's folder. It asks all workloads
 * instead.
 */

const one = workloadIds.join("|");
const field = Object.keys(workloadResults).join("|");

/** Names that mean something else than a workload. */
const otherMeanings: Readonly<Record<string, string>> = {
  "electron/analysis/verdict/glance/glance.ts: reading": "a card of the first page",
  "electron/analysis/verdict/glance/paper.ts: reading": "a card of the first page",
  "electron/analysis/verdict/glance/speeds.ts: reading": "a card of the first page",
  "electron/engine-host/bench.ts: reading": "what the engine's thread does",
};

/**
 * Leaves out the registries, which a script writes, the addon's interface, which follows its C++,
 * and a style sheet that imports those of all workloads.
 */
const outside = productFiles.filter(
  (file) =>
    !new RegExp(`/workloads/(${one}|(\\w+-)?registry|workloads.css)\\b`).test(file) &&
    !file.startsWith("native/"),
);

/** The source without its comments. */
function codeIn(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
}

function namesIn(code: string): string[] {
  return [...code.matchAll(new RegExp(`["'\`](${one})["'\`]`, "g"))].map(([, name = ""]) => name);
}

function fieldsIn(code: string): string[] {
  const patterns = [
    `\\b[rR]eport\\??\\.(${field})\\b`,
    `Report(?:\\["|, [^>]*")(${field})"`,
    `\\{[^{}]*?\\b(${field})\\b[^{}]*\\}: (?:Pick<)?(?:\\w*Report|WorkloadResults)\\b`,
    `\\{[^{}]*?\\b(${field})\\b[^{}]*\\} = (?:\\w+\\.)?report\\b`,
  ];
  return patterns.flatMap((pattern) =>
    [...code.matchAll(new RegExp(pattern, "g"))].map(([, name = ""]) => name),
  );
}

describe("code outside the folders that belong to one workload each", () => {
  it("names no workload, except where the word means something else", () => {
    const named = outside.flatMap((file) =>
      namesIn(codeIn(readFileSync(path.join(root, file), "utf8"))).map(
        (name) => `${file}: ${name}`,
      ),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(otherMeanings));
  });

  it("reads no field of the report that belongs to a workload", () => {
    const read = outside.flatMap((file) =>
      fieldsIn(codeIn(readFileSync(path.join(root, file), "utf8"))).map(
        (name) => `${file}: ${name}`,
      ),
    );
    expect(read).toEqual([]);
  });

  it("imports nothing from a folder of one workload", () => {
    const home = new RegExp(`/workloads/(${one})(/|$)`);
    const imported = outside.flatMap((file) =>
      importsOf(file)
        .filter(({ source }) => home.test(targetOf(file, source)))
        .map(({ source }) => `${file}: ${source}`),
    );
    expect(imported).toEqual([]);
  });

  it.each([
    ['if (plan.tests.includes("flush-modes")) {', ["flush-modes"]],
    ["// as in 'capacity'\nconst x = 1;", []],
    ['say("capacity-false.title")', []],
  ])("is searched by namesIn(), which finds only whole names in code: %j", (code, names) => {
    expect(namesIn(codeIn(code))).toEqual(names);
  });

  it.each([
    "report.sustained?.cliff",
    "facts.report.flushModes",
    "function f({ error, flushModes, volume }: UnjudgedReport) {",
    "function f({ capacity }: Pick<Report, 'host'>) {",
    "const { verification, capacity } = report;",
    'function f(report: Pick<Report, "host" | "stream">) {',
    'type Capacity = NonNullable<Report["capacity"]>;',
  ])("is searched by fieldsIn(), which finds the field in %j", (code) => {
    expect(fieldsIn(code)).toHaveLength(1);
  });
});

describe("a finding code", () => {
  it("belongs to no more than one workload", () => {
    const codes = workloadIds.flatMap((id) => homeOf(id).findingCodes);
    expect(codes.length).toBeGreaterThan(20);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
