import { describe, expect, it } from "vitest";
import { powerCutOf } from "#analysis/power-cut/sum";
import { boundWords, keptIn } from "#analysis/verdict/power-cut";
import { said, verdictOn } from "../../../helpers/judged";
import { plain } from "../../../helpers/read-verdict";
import { sampleModes } from "../../../helpers/sample-modes";
import { counted, cutOn, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

const detailOf = (options: SampleOptions, code: string) =>
  plain(
    verdictOn(sampleUnjudgedReport(options)).findings.find((each) => each.code === code)?.detail ??
      "",
  );

describe("the words about what power cuts prove", () => {
  it("are empty when no cut counts", () => {
    expect(boundWords({ cuts: 0, confirmedCuts: 0, lossRateBound: null })).toEqual([]);
  });

  it("name the way of saving for which the cuts are counted, if there is one", () => {
    const kept = cuts(["kept"], counted);
    expect(said(keptIn(kept))).toBe(
      "Nothing confirmed by ordinary saves was lost in one power cut, as the system shows.",
    );
    expect(said(keptIn({ ...kept, mode: null }))).toBe(
      "Nothing confirmed was lost in one power cut, as the system shows.",
    );
  });

  it("count a loss only if something shows that the power was cut", () => {
    const restart = cutOn(2, "lost", { deed: null });
    const powerCut = powerCutOf([cutOn(1, "lost", counted), restart]);
    expect(detailOf({ report: { powerCut } }, "power-cut-lost")).toMatch(
      /^Saves on this volume that had been confirmed as safe were lost in a power cut, as the system shows\. /,
    );
  });

  it("state each reason why a test proves nothing only once", () => {
    const test = cutOn(1, "not-proven");
    const modes = test.modes.map((mode) =>
      mode.mode === "o_direct_dsync"
        ? { ...mode, verdict: "not-proven" as const, doubt: "flushed-by-another" as const }
        : mode,
    );
    const powerCut = powerCutOf([{ ...test, modes }]);
    const detail = detailOf({ report: { powerCut } }, "power-cut-not-proven");
    expect(detail).toContain(
      "saves were at risk. Another way of saving may have flushed the drive after",
    );
    expect(detail.match(/saves were at risk|Another way of saving may have/g)).toHaveLength(2);
  });
});

describe("the finding about the ordinary save of a Mac", () => {
  const code = "ordinary-save-not-safe";

  it("is absent if no drive is known to keep the data", () => {
    expect(detailOf({ os: "macos" }, code)).not.toBe("");
    expect(detailOf({ os: "macos", drive: { kind: "network" } }, code)).toBe("");
    expect(detailOf({ os: "macos", volume: { lowerMounts: null } }, code)).toBe("");
  });

  it("compares the ordinary save with the full flush only if the ordinary save is at least 1.5 times as fast", () => {
    const factorOf = (ordinary: number, full: number) => {
      const report = sampleUnjudgedReport({ os: "macos", modes: sampleModes.macos });
      const rates: Readonly<Record<string, number>> = { fsync: ordinary, f_fullfsync: full };
      const flushModes = report.flushModes.map((mode) => ({
        ...mode,
        iops: rates[mode.mode] ?? mode.iops,
      }));
      const { findings } = verdictOn({ ...report, flushModes });
      return /: (\S+ \S+) fewer/.exec(
        plain(findings.find((each) => each.code === code)?.detail ?? ""),
      )?.[1];
    };
    expect(factorOf(150, 100)).toBe("1.5 times");
    expect(factorOf(149, 100)).toBeUndefined();
  });
});
