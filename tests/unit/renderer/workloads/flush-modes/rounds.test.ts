import { describe, expect, it } from "vitest";
import type { WorstWindow } from "../../../../../electron/contract/measures";
import {
  promisingModes,
  waitSentence,
} from "../../../../../renderer/src/workloads/flush-modes/rounds";
import { worstWords } from "../../../../../renderer/src/workloads/parts/worst-stretch";
import { sampleReport } from "../../../../helpers/sample-report";

const plain = (text: string | null) => text?.replace(/[\u202f\u00a0]/g, " ");

function sentence(slowestNs: number): string | undefined {
  const { flushModes } = sampleReport({
    modes: [
      // What promises nothing may be as slow as it likes.
      { mode: "none", iops: 100, slowestNs: 1_900_000_000 },
      { mode: "fsync", iops: 400, slowestNs: 50_000_000 },
      { mode: "fdatasync", iops: 400, slowestNs },
    ],
  });
  return plain(waitSentence(flushModes));
}

describe("promisingModes", () => {
  it("are those that survive a power cut or might, and were measured", () => {
    const of = (modes: Parameters<typeof sampleReport>[0]) =>
      promisingModes(sampleReport(modes).flushModes).map(({ mode }) => mode);
    expect(of({})).toEqual(["fsync", "fdatasync", "o_dsync", "o_sync", "o_direct_dsync"]);
    expect(of({ os: "macos" })).toEqual(["f_fullfsync"]);
    expect(of({ modes: [{ mode: "fsync", refusal: "EINVAL" }] })).toEqual([]);
  });
});

describe("waitSentence", () => {
  it("names the longest wait of the promising modes, and what it is like", () => {
    expect(sentence(1_400_000_000)).toMatch(/one save took 1\.4 s: a program .* stands still/);
    expect(sentence(410_000_000)).toMatch(/one save took 410 ms, a pause that can just be noticed/);
    expect(sentence(50_000_000)).toMatch(/No save had to wait .* \d+ were through within 200 ms\./);
  });

  it("is not there where nothing was measured", () => {
    expect(waitSentence(sampleReport({ modes: [] }).flushModes)).toBeNull();
  });
});

describe("worstWords", () => {
  const worst: WorstWindow = {
    round: 1,
    startNs: 0,
    elapsedNs: 410e6,
    operations: 1,
    slowestNs: 410e6,
  };

  it("tells a single long operation from a stretch with little done", () => {
    expect(plain(worstWords(worst, "save"))).toBe("one save took 410 ms (round 2)");
    expect(plain(worstWords({ ...worst, operations: 7, slowestNs: 50e6 }, "save"))).toBe(
      "7 saves in 410 ms (round 2)",
    );
    expect(plain(worstWords({ ...worst, operations: 1, slowestNs: 50e6 }, "write", false))).toBe(
      "one write in 410 ms",
    );
    expect(plain(worstWords({ ...worst, operations: 0, slowestNs: null }, "save", false))).toBe(
      "0 saves in 410 ms",
    );
  });
});
