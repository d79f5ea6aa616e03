import { describe, expect, it } from "vitest";
import { planWith } from "../../../helpers/plan-with";
import { answerIn, findingIn, judged, plain } from "../../../helpers/read-verdict";
import { type SampleMode, sampleModes } from "../../../helpers/sample-modes";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { linux } from "./scenario";

const changed = (mode: string, changes: Partial<SampleMode>) =>
  linux(900, 1).map((sample) => (sample.mode === mode ? { ...sample, ...changes } : sample));

describe("the save that the headline of the verdict describes", () => {
  it("is the ordinary save, even if another way of saving is faster", () => {
    const verdict = judged({ modes: changed("o_direct_dsync", { iops: 4000 }) });
    expect(plain(verdict.headline)).toMatch(/900 times a second/);
    expect(answerIn(verdict, "safe-speed").word).toBe("900 saves a second");
    expect(answerIn(verdict, "safe-speed").reason).toContain("fsync");
  });

  it("has its own flushes as evidence, and not those of another mode", () => {
    const verdict = judged({ modes: changed("fsync", { flushesPerSave: 2 }) });
    expect(answerIn(verdict, "honesty").reason).toMatch(/2\.0 flush commands .* \(fsync\)/);
  });

  it("has no evidence when only another mode's flushes were counted", () => {
    const verdict = judged({ modes: changed("fsync", { flushesPerSave: null }) });
    expect(answerIn(verdict, "honesty").word).toBe("No evidence available");
  });

  it("is the data-only save if the system refuses the ordinary save, and the headline names that refusal", () => {
    const verdict = judged({
      modes: [
        { mode: "fsync", refusal: "fsync: EINVAL, Invalid argument" },
        { mode: "fdatasync", iops: 900, flushesPerSave: 1 },
        { mode: "o_direct_dsync", iops: 4000, flushesPerSave: 0 },
      ],
    });
    expect(plain(verdict.headline)).toMatch(/^The ordinary save \(fsync\) is refused here/);
    expect(plain(verdict.headline)).toMatch(/900 times a second/);
  });

  it("is another save, and the headline says so, if the run did not measure the ordinary save", () => {
    const verdict = judged({ modes: [{ mode: "fdatasync", iops: 900, flushesPerSave: 1 }] });
    expect(plain(verdict.headline)).toMatch(
      /^The ordinary save \(fsync\) was not measured; one with fdatasync/,
    );
  });

  it("is said to use force-unit access instead of flushes if the run measured only such saves", () => {
    const verdict = judged({
      modes: sampleModes.linux.filter(({ mode }) => mode === "o_direct_dsync"),
    });
    expect(findingIn(verdict, "no-evidence")?.detail).toMatch(/force-unit-access/);
  });
});

describe("the verdict on a run at a chosen pace", () => {
  const paced = (options: SampleOptions = {}): SampleOptions => {
    const sample = sampleUnjudgedReport({ modes: linux(30, 1), ...options });
    return {
      modes: linux(30, 1),
      append: [{ mode: "fsync", iops: 500, flushesPerSave: 2 }],
      ...options,
      report: {
        plan: planWith(sample.plan, { "flush-modes": { paceOperationsPerSecond: 30 } }),
      },
    };
  };

  it("says how long a save takes and does not compare its rate", () => {
    const verdict = judged(paced());
    const words = plain(JSON.stringify(verdict));
    expect(words).not.toMatch(/as (slow|fast) as|like a |hard disk manages/);
    expect(answerIn(verdict, "safe-speed").word).toBe("33 ms a save");
    expect(plain(verdict.headline)).toMatch(/An ordinary save took 33 ms/);
    const codes = verdict.findings.map(({ code }) => code);
    for (const code of [
      "slow-saves",
      "nearest-published",
      "modes-alike",
      "figures-vary",
      "append-cost",
      "too-fast-for-cache",
      "faster-than-disk-turns",
    ]) {
      expect(codes).not.toContain(code);
    }
  });

  it("does not present the chosen pace as a speed if no flush reached the drive", () => {
    const { word, severity, reason } = answerIn(
      judged(paced({ modes: linux(30, 0) })),
      "safe-speed",
    );
    expect({ word, severity }).toEqual({ word: "Not known", severity: "bad" });
    expect(reason).toBe(
      "Saves were confirmed, but without a flush to the drive they do not count as safe.",
    );
  });

  it("states no plain write speed", () => {
    expect(answerIn(judged(paced()), "plain-speed").word).toBe("Not known");
  });

  it("does not suspect a hard disk of early confirmation because of its save rate", () => {
    const verdict = judged(paced({ drive: { kind: "hard-disk" }, modes: linux(2000, 1) }));
    expect(answerIn(verdict, "honesty").word).toBe("Evidence seen");
  });

  it("does not say how much slower the full flush of a Mac is", () => {
    const verdict = judged(paced({ os: "macos", modes: sampleModes.macos }));
    expect(findingIn(verdict, "ordinary-save-not-safe")?.detail).not.toMatch(/manages/);
  });
});
