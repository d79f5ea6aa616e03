import { describe, expect, it } from "vitest";
import { spacedSavesSchema } from "#contract/workloads/flush-modes";
import { verdictOn } from "../../../../helpers/judged";
import { plain } from "../../../../helpers/read-verdict";
import { type SampleOptions, sampleUnjudgedReport } from "../../../../helpers/sample-report";
import { linux } from "../../verdict/scenario";

/** Latencies as seen on ext4 on a fast drive: 170 µs in a row, 800 µs after a rest of 10 ms. */
const ext4: SampleOptions = {
  modes: linux(5880, 1.1),
  spaced: { p50Ns: 800_000, flushesPerSave: 2 },
};
const spacedOf = (options: SampleOptions) => {
  const verdict = verdictOn(sampleUnjudgedReport(options));
  const found = verdict.findings.find(({ code }) => code === "spaced-saves");
  const answer = verdict.answers.find(({ question }) => question === "safe-speed");
  return {
    finding: found && { ...found, detail: plain(found.detail) },
    answer: plain(answer?.reason ?? ""),
  };
};

describe("saves after a pause", () => {
  it("appear in the answer about speed and in a finding that compares them with saves in a row", () => {
    const { finding, answer } = spacedOf(ext4);
    expect(answer).toContain("After a rest of 10 ms a single save took 800 µs, typically.");
    expect(finding?.title).toBe("A save now and then takes longer than one of many in a row");
    expect(finding?.detail).toContain(
      "After a rest of 10 ms a save took 800 µs, typically; one right after the other they took 170 µs each (fsync).",
    );
    expect(finding?.detail).toContain(
      "counted 2.0 flush commands to the drive for each of the first and 1.1 for each of the others",
    );
    expect(finding?.severity).toBe("info");
  });

  it("get a finding only if they differ clearly from saves in a row and by more than the rounds vary", () => {
    const report = sampleUnjudgedReport(ext4);
    const codes = (p50Ns: readonly number[]) => {
      const spaced = spacedSavesSchema.parse(report.spacedSaves);
      const rounds = spaced.rounds.map((round, at) => ({ ...round, p50Ns: p50Ns[at] ?? null }));
      return verdictOn({ ...report, spacedSaves: { ...spaced, rounds } }).findings.map(
        ({ code }) => code,
      );
    };
    expect(codes([800e3, 810e3, 790e3, 805e3, 795e3])).toContain("spaced-saves");
    // A round without a timed save does not count.
    const [first] = spacedSavesSchema.parse(report.spacedSaves).rounds;
    const spaced = spacedSavesSchema.parse(report.spacedSaves);
    const untimed = first ? [...spaced.rounds, { ...first, round: 5, p50Ns: null }] : [];
    const judged = verdictOn({ ...report, spacedSaves: { ...spaced, rounds: untimed } });
    expect(judged.findings.map(({ code }) => code)).toContain("spaced-saves");
    // One round is as fast as saves in a row. The confidence interval of five rounds reaches from
    // the fastest to the slowest, so the difference is not shown.
    expect(codes([800e3, 810e3, 170e3, 805e3, 795e3])).not.toContain("spaced-saves");
    expect(spacedOf({ ...ext4, spaced: { p50Ns: 205_000 } }).finding).toBeUndefined();
  });

  it("are not said to take long because of flushes if even one round counted 90 flushes per save", () => {
    const report = sampleUnjudgedReport(ext4);
    const spaced = spacedSavesSchema.parse(report.spacedSaves);
    const rounds = spaced.rounds.map((round, at) =>
      at === 1 ? { ...round, deviceFlushes: 90 * round.operations } : round,
    );
    const judged = verdictOn({
      ...report,
      spacedSaves: { ...spaced, rounds, deviceFlushesPerSync: 19.6 },
    });
    const finding = judged.findings.find(({ code }) => code === "spaced-saves");
    expect(finding?.detail).toContain("After a rest");
    expect(finding?.detail).not.toMatch(/flush/);
  });

  it("do not appear in the answer about speed if they were not measured or were measured in a mode other than the answer's", () => {
    const { finding, answer } = spacedOf({ modes: linux(5880, 1.1) });
    expect(finding).toBeUndefined();
    expect(answer).not.toMatch(/rest/);
    // On a Mac the ordinary save is not the safe one whose rate the answer states.
    expect(spacedOf({ os: "macos", spaced: { p50Ns: 90_000 } }).answer).not.toMatch(/rest/);
  });
});
