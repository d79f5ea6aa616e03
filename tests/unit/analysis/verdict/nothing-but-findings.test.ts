import { expect, it } from "vitest";
import { healthFindings } from "#analysis/health/findings";
import { planFor } from "#analysis/plan";
import { factsOf } from "#analysis/verdict/facts";
import { failureFindings } from "#analysis/verdict/failures";
import { honestyFindings } from "#analysis/verdict/honesty";
import { measurementFindings } from "#analysis/verdict/measurement";
import { powerCutFindings } from "#analysis/verdict/power-cut";
import { promiseFindings } from "#analysis/verdict/promises";
import { homeOf } from "#analysis/workloads/index";
import { driveError } from "#contract/drive-error";
import { workloadIds } from "#contract/workloads/index";
import { everyFindingCode } from "../../../helpers/finding-codes";
import { said } from "../../../helpers/judged";
import { planWith } from "../../../helpers/plan-with";
import { cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { clean, linux } from "./scenario";

const paced = planFor("quick", "linux", ["flush-modes"]);
const slowing = linux(1900, 1).map((mode) => ({ ...mode, slowsTo: 45 }));
const everything: SampleOptions = {
  sweep: {},
  direct: {},
  interval: {},
  chunked: "ordinary",
  commits: {},
  sustained: {},
  reading: {},
  documents: {},
  parallel: {},
  capacity: "whole",
};

/** Each part of the verdict by itself: what is no finding would be dropped on the way to the list. */
it.each<[string, SampleOptions]>([
  ["an ordinary inspection", {}],
  ["every test", everything],
  ["every test on a Mac", { os: "macos", ...everything }],
  ["every test on Windows", { os: "windows", ...everything }],
  ["every test in memory", { ...everything, drive: { kind: "memory" } }],
  ["a save after a rest that takes as long", { spaced: { p50Ns: 1_450_000 } }],
  ["a run without figures", { modes: [] }],
  ["a single mode", { modes: linux(900, 1).slice(1, 2) }],
  [
    "a paced run",
    {
      append: linux(900, 1),
      report: { plan: planWith(paced, { "flush-modes": { paceOperationsPerSecond: 30 } }) },
    },
  ],
  ["a drive that was removed", { report: { error: driveError("volume-gone", "It was removed.") } }],
  [
    "differing blocks that ended the inspection",
    {
      report: {
        verification: { ...clean, mismatchCount: 1 },
        error: driveError("wrong-data", "Blocks differ."),
      },
    },
  ],
  ["saves that became slow", { modes: slowing }],
  [
    "saves that became slow by heat",
    {
      modes: slowing,
      report: {
        // All rounds of a sample begin at noon.
        startedAt: "2026-01-01T11:59:40.000Z",
        temperatures: [
          { ns: 0, celsius: 41 },
          { ns: 10e9, celsius: 72 },
          { ns: 20e9, celsius: 84 },
        ],
        temperatureLimitCelsius: 84,
      },
    },
  ],
  ["a test that was stopped", { report: { partial: true, verification: null } }],
  ["power cuts", { report: { powerCut: cuts(["kept", "lost"]) } }],
  ["chunked writes in one mode", { chunked: [["fsync", 1_000_000]] }],
  [
    "chunked writes in two refused modes",
    {
      chunked: [
        ["fsync", "EINVAL"],
        ["o_sync", "EINVAL"],
      ],
    },
  ],
])(
  "every part of the verdict on %s returns only known findings, each with a title and texts",
  (_, options) => {
    const report = sampleUnjudgedReport(options);
    const facts = factsOf(report);
    const made = [
      ...failureFindings(report),
      ...powerCutFindings(facts),
      ...promiseFindings(facts),
      ...honestyFindings(facts),
      ...measurementFindings(facts),
      ...healthFindings(report),
      ...workloadIds.flatMap((id) => homeOf(id).findings(facts)),
    ];
    for (const { code, title, seen, means } of made) {
      expect(everyFindingCode).toContain(code);
      expect([title, seen, means].every((part) => said(part).length > 0)).toBe(true);
    }
  },
);
