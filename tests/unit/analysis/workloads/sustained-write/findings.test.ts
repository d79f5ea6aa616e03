import { describe, expect, it } from "vitest";
import { verdictOn } from "../../../../helpers/judged";
import { sampleUnjudgedReport } from "../../../../helpers/sample-report";

/** Texts about a long write whose speed never falls permanently to two thirds. */

const second = 1e9;
function findingOf(lastShare: number) {
  const speedAt = (ns: number) => (ns < 20 * second ? 1e9 : 1e9 * lastShare);
  const sustained = { fastBytes: null, slowNs: 60 * second, speedAt };
  const { findings } = verdictOn(sampleUnjudgedReport({ sustained }));
  return findings.find(({ code }) => code === "sustained-steady");
}

describe("the finding about a long write without a lasting fall", () => {
  it("says that the write did not become much slower if the end is about as fast as the beginning", () => {
    for (const share of [1, 0.9, 0.81, 1.2]) {
      expect(findingOf(share)).toMatchObject({
        severity: "good",
        title: "A long write did not become much slower",
      });
    }
  });

  it("is absent when the run measured the speed at only one or two points", () => {
    const codesOf = (points: number) => {
      const report = sampleUnjudgedReport({ sustained: { fastBytes: null, slowNs: 60 * second } });
      const sustained = report.sustained && {
        ...report.sustained,
        points: report.sustained.points.slice(0, points),
      };
      return verdictOn({ ...report, sustained }).findings.map(({ code }) => code);
    };
    expect(codesOf(3)).toContain("sustained-steady");
    expect(codesOf(2)).not.toContain("sustained-steady");
    expect(codesOf(1)).not.toContain("sustained-steady");
  });

  const ofLength = (seconds: number, endedBy: "bytes" | "time" | "stopped" | "error") => {
    const { sustained, ...rest } = sampleUnjudgedReport({
      sustained: { fastBytes: null, slowNs: seconds * second },
    });
    const { findings } = verdictOn({ ...rest, sustained: sustained && { ...sustained, endedBy } });
    return findings.find(({ code }) => code === "sustained-steady");
  };

  it("is absent if the write lasted less than four seconds, too short to show a lasting fall", () => {
    for (const endedBy of ["bytes", "stopped"] as const) {
      expect(ofLength(2, endedBy)).toBeUndefined();
      expect(ofLength(3.99, endedBy)).toBeUndefined();
      expect(ofLength(4, endedBy)).toBeDefined();
    }
  });

  it("is neutral and not good if the write was stopped or failed before its planned end", () => {
    expect(ofLength(60, "stopped")?.severity).toBe("info");
    expect(ofLength(60, "error")?.severity).toBe("info");
    expect(ofLength(60, "time")?.severity).toBe("good");
    expect(ofLength(60, "bytes")?.severity).toBe("good");
  });

  it("says that the write became slower, and is not good, if the end is over a fifth slower", () => {
    const found = findingOf(0.7);
    expect(found?.severity).toBe("info");
    expect(found?.title.replace(/[\u00a0\u202f]/g, " ")).toMatch(
      /^A long write became slower, from (1(\.0)? GB|99\d MB|1 000 MB)\/s to (69\d|70\d|7\d\d) MB\/s$/,
    );
    expect(found?.detail).not.toContain("no fast cache");
  });

  it('does not say "without a lasting fall" if the speed fell in too short a write', () => {
    const speedAt = (ns: number) => (ns < second ? 2e9 : 4e8);
    const { findings } = verdictOn(
      sampleUnjudgedReport({ sustained: { fastBytes: null, slowNs: 3 * second, speedAt } }),
    );
    const found = findings.find(({ code }) => code === "sustained-steady");
    expect(found?.title).toContain("A long write became slower");
    expect(found?.detail).toContain("on average.");
    expect(found?.detail).not.toContain("without a lasting fall");
  });
});
