import { describe, expect, it } from "vitest";
import { homeOf, workloadsWithFigures } from "#analysis/workloads/index";
import type { Verdict } from "#contract/verdict";
import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import { homeOf as textOf } from "#text/workloads/index";
import { verdictOn } from "../../../helpers/judged";
import type { SampleOptions, UnjudgedReport } from "../../../helpers/sample-report";
import { sampleOfTests } from "../../../helpers/sample-tests";

/**
 * Every workload alone and with each other one, on drives that promise much and on drives that
 * promise little.
 */

const alone = workloadIds.map((id): WorkloadId[] => [id]);
const pairs = workloadIds.flatMap((one, place) =>
  workloadIds.slice(place + 1).map((other): WorkloadId[] => [one, other]),
);

/** Drives of which nothing is known that a headline names before the tests. */
const unremarkable: Readonly<Record<string, SampleOptions>> = {
  "an ordinary laptop": {},
  "a hard disk": { drive: { kind: "hard-disk" } },
  "a virtual machine": { host: { virtualMachine: "KVM" } },
  "a Mac": { os: "macos" },
  "a PC with Windows": { os: "windows" },
};
const drives: Readonly<Record<string, SampleOptions>> = {
  ...unremarkable,
  "a folder in memory": { drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } },
  "a network drive": { drive: { kind: "network" } },
  "a mount without barriers": { volume: { mountOptions: "rw,nobarrier" } },
  "a folder in a container": { volume: { fileSystem: "overlay", lowerMounts: null } },
};

function everythingSaid({ headline, answers, findings, meaning, advice }: Verdict): string {
  const parts = [
    headline,
    ...answers.flatMap(({ word, reason }) => [word, reason]),
    ...findings.flatMap(({ title, detail }) => [title, detail]),
    ...meaning,
    ...advice,
  ];
  return parts.join("\n").replace(/[\u202f\u00a0]/g, " ");
}

const codesOf = ({ findings }: Verdict) => findings.map(({ code }) => code);

const inspections = Object.entries(drives).flatMap(([drive, options]) =>
  [...alone, ...pairs].map((tests) => {
    const report = sampleOfTests(tests, options);
    const verdict = verdictOn(report);
    const name = `${drive} with ${tests.join(" + ")}`;
    return [name, { drive, tests, report, verdict, text: everythingSaid(verdict) }] as const;
  }),
);
const withoutSaves = inspections.filter(([, { tests }]) => !tests.includes("flush-modes"));

describe.each(inspections)(
  "the verdict on an inspection of %s",
  (_, { tests, report, verdict, text }) => {
    it("rests on a report that has figures of exactly the tests that ran", () => {
      expect([...workloadsWithFigures(report)].sort()).toEqual([...tests].sort());
    });

    it("does not report that nothing was measured", () => {
      expect(text).not.toMatch(/before anything could be measured|Nothing could be measured/);
    });

    it("makes no finding about a test that did not run", () => {
      const foreign = workloadIds
        .filter((id) => !tests.includes(id))
        .flatMap((id) => homeOf(id).findingCodes);
      expect(codesOf(verdict).filter((code) => foreign.includes(code))).toEqual([]);
    });

    it("does not report saves or plain writes as missing", () => {
      expect(text).not.toMatch(/Saves were not part|Writing without saving was not measured/);
    });

    it('does not report with the finding "not-verified" that the data was not read back', () => {
      expect(codesOf(verdict)).not.toContain("not-verified");
    });
  },
);

describe.each(withoutSaves)(
  "the verdict on an inspection without flush modes, of %s,",
  (_, { verdict, text }) => {
    it("states no rate of safe saves", () => {
      expect(verdict.headline).not.toMatch(/times a second|as fast as|as slow as/);
      expect(verdict.answers.find(({ question }) => question === "safe-speed")?.word).toBe(
        "Not known",
      );
    });

    it("does not report that no way of saving was measured", () => {
      expect(text).not.toMatch(/No way of saving .* was measured/);
    });
  },
);

it.each(withoutSaves.filter(([, { drive }]) => drive in unremarkable))(
  "the headline about an inspection without flush modes lists exactly the tests that ran: %s",
  (_, { tests, verdict: { headline } }) => {
    expect(headline).toMatch(/^This inspection tested/);
    expect(workloadIds.filter((id) => headline.includes(textOf(id).subject()))).toEqual(
      workloadIds.filter((id) => tests.includes(id)),
    );
  },
);

describe("the verdict on a single test", () => {
  const untold = { report: { verification: null } };

  it.each(alone.map(([id]) => id as WorkloadId))(
    "says that nothing was measured when %s stopped before its first figure",
    (id) => {
      const report = sampleOfTests([], { ...untold, modes: [] });
      const stopped = { ...report, plan: sampleOfTests([id]).plan, partial: true };
      expect(homeOf(id).hasFigures(stopped)).toBe(false);
      expect(verdictOn(stopped).headline).toBe(
        "The inspection ended before anything could be measured.",
      );
    },
  );

  it('says "Nothing could be measured in this folder" if the system refused the long write, the reading or the parallel saves', () => {
    const refusal = "open: EINVAL, Invalid argument";
    const headlineOf = (report: UnjudgedReport) => verdictOn(report).headline;
    const nothing = /^Nothing could be measured in this folder/;
    expect(headlineOf(sampleOfTests(["sustained-write"], { sustained: { refusal } }))).toMatch(
      nothing,
    );
    const reading = { refusal, refusesAll: true };
    expect(headlineOf(sampleOfTests(["reading"], { reading }))).toMatch(nothing);
    expect(headlineOf(sampleOfTests(["parallel-saves"], { parallel: { refusal } }))).toMatch(
      nothing,
    );
  });

  it("calls a drive suspicious if the size test, alone or after the flush modes, found a false size or damaged data", () => {
    for (const tests of [["capacity"], ["flush-modes", "capacity"]] as const) {
      for (const result of ["false", "false-or-damaged", "damaged"] as const) {
        const { answers } = verdictOn(sampleOfTests(tests, { capacity: result }));
        const honesty = answers.find(({ question }) => question === "honesty");
        expect(honesty).toMatchObject({ word: "Suspicious", severity: "bad" });
      }
    }
  });
});
