import { describe, expect, it } from "vitest";
import { lossRateBound, powerCutOf } from "#analysis/power-cut/sum";
import { type FlushModeId, flushModes, type OperatingSystem } from "#contract/flush-mode";
import { type PowerCutTest, powerCutSchema } from "#contract/power-cut/test";
import { counted, cutOn, cuts } from "../../../helpers/sample-power-cut";

describe("the rule of three", () => {
  it("gives for n cuts the bound 3/n, which lies above the exact 95 % bound", () => {
    for (const n of [4, 10, 30, 60, 300]) {
      const exact = 1 - 0.05 ** (1 / n);
      const bound = lossRateBound(n, 0) ?? Number.NaN;
      expect(bound).toBeCloseTo(3 / n, 12);
      expect(bound).toBeGreaterThan(exact);
      // If the true rate of losses were at the bound, n cuts without a loss would have a
      // probability of at most 5 %.
      expect((1 - bound) ** n).toBeLessThanOrEqual(0.05);
    }
  });

  it("gives the bound 1 for one to three cuts, and null without a cut or after a loss", () => {
    expect([1, 2, 3].map((n) => lossRateBound(n, 0))).toEqual([1, 1, 1]);
    expect(lossRateBound(0, 0)).toBeNull();
    expect(lossRateBound(10, 1)).toBeNull();
  });
});

describe("powerCutOf()", () => {
  const fsync = (sum: ReturnType<typeof cuts>) => sum.modes.find(({ mode }) => mode === "fsync");

  it("returns null without a plug test", () => {
    expect(powerCutOf([])).toBeNull();
  });

  it("sums each test once and sorts the tests oldest first", () => {
    const [first, second] = [cutOn(1, "kept"), cutOn(2, "kept")];
    const sum = powerCutOf([second, first, second]);
    expect(powerCutSchema.parse(sum)).toEqual(sum);
    expect(sum?.tests).toEqual([first, second]);
    expect(sum).toMatchObject({ cuts: 2, cutsWithLoss: 0, notProven: 0, lossRateBound: 1 });
    expect(sum && fsync(sum)).toMatchObject({
      cuts: 2,
      cutsWithLoss: 0,
      counts: { acknowledged: 2 * 12_345, survived: 2 * 1044 },
      unaided: 424,
      failed: 0,
      lossRateBound: 1,
    });
    expect(sum?.modes.find(({ mode }) => mode === "none")).toMatchObject({
      cutsWithLoss: 2,
      failed: 1060,
      lostSpanNs: 4_200_000_000,
      lossRateBound: null,
    });
  });

  it("leaves out a mode that was never available", () => {
    expect(cuts(["kept"]).modes.map(({ mode }) => mode)).toEqual(["none", "fsync"]);
  });

  it("returns no loss bound if any test lost saves", () => {
    const sum = cuts(["kept", "lost", "kept"]);
    expect(sum).toMatchObject({ cuts: 3, cutsWithLoss: 1, lossRateBound: null });
    expect(fsync(sum)).toMatchObject({ cutsWithLoss: 1, failed: 17, lostSpanNs: 38_000_000 });
  });

  it("excludes tests that prove nothing from the sums", () => {
    const sum = cuts(["kept", "not-proven"]);
    expect(sum).toMatchObject({ cuts: 1, notProven: 1, lossRateBound: 1 });
    expect(fsync(sum)).toMatchObject({
      cuts: 1,
      notProven: 1,
      counts: { acknowledged: 12_345 },
    });
    expect(cuts(["not-proven"])).toMatchObject({ cuts: 0, lossRateBound: null });
  });

  it("counts separately the cuts that a system record confirms", () => {
    const all = cuts(["kept", "kept"], counted);
    expect(all).toMatchObject({ cuts: 2, confirmedCuts: 2 });
    expect(fsync(all)?.systemCuts).toBe(2);
    expect(cuts(["kept"])).toMatchObject({ cuts: 1, confirmedCuts: 0 });
    const mixed = powerCutOf([cutOn(1, "kept"), cutOn(2, "kept", counted)]);
    expect(mixed).toMatchObject({ cuts: 2, confirmedCuts: 1 });
    expect(mixed && fsync(mixed)).toMatchObject({ cuts: 2, systemCuts: 1 });
  });

  it('counts no cut for a test that is stored as "kept" or "lost" if no sign in that test shows a cut', () => {
    for (const outcome of ["kept", "lost"] as const) {
      for (const changes of [
        { deed: null },
        { unsafeShutdowns: { before: 57, after: 57, stoodStill: true } },
      ]) {
        const sum = powerCutOf([cutOn(1, outcome, changes)]);
        expect(sum).toMatchObject({ cuts: 0, cutsWithLoss: 0, notProven: 1, lossRateBound: null });
        expect(sum && fsync(sum)).toMatchObject({ cuts: 0, cutsWithLoss: 0, notProven: 1 });
      }
    }
  });

  /**
   * A plug test whose cut came while another mode had its turn, so that it tests only that other
   * mode.
   */
  const ofAnother = (day: number, verdict: "kept" | "lost" = "kept"): PowerCutTest => {
    const test = cutOn(day, "kept", counted);
    const [none, plain] = test.modes;
    if (none === undefined || plain === undefined) {
      throw new Error("the sample has two modes");
    }
    const aided = { ...plain, verdict: "not-proven", doubt: "flushed-by-another" } as const;
    const other = { ...plain, mode: "o_direct_dsync", verdict } as const;
    return { ...test, outcome: verdict, modes: [none, aided, other] };
  };

  it("bounds the loss rate of each mode by the cuts of that mode, and the overall loss rate by the cuts of the ordinary save", () => {
    const six = [
      ...[1, 2, 3, 4].map((day) => cutOn(day, "kept", counted)),
      ofAnother(5),
      ofAnother(6),
    ];
    const sum = powerCutOf(six);
    expect(sum).toMatchObject({ mode: "fsync", cuts: 4, confirmedCuts: 4, lossRateBound: 3 / 4 });
    expect(sum?.notProven).toBe(2);
    expect(
      sum?.modes.map((one) => [one.mode, one.cuts, one.systemCuts, one.lossRateBound]),
    ).toEqual([
      ["none", 6, 6, null],
      ["fsync", 4, 4, 3 / 4],
      ["o_direct_dsync", 2, 2, 1],
    ]);
  });

  it("names the ordinary save, else the first mode that promises safety, else null as the mode of the overall loss rate", () => {
    const answering = (os: OperatingSystem, ...ids: readonly FlushModeId[]) => {
      const test = cutOn(1, "kept");
      const modes = ids.flatMap((mode) =>
        test.modes.slice(1).map((plain) => {
          const guarantee = flushModes[mode][os]?.guarantee ?? "unknown";
          return { ...plain, mode, guarantee, lossExpected: guarantee !== "power-loss" };
        }),
      );
      return powerCutOf([{ ...test, modes }])?.mode;
    };
    expect(answering("linux", "none", "o_dsync", "fsync", "o_sync")).toBe("fsync");
    expect(answering("windows", "nt_flush_data_only", "flush_file_buffers")).toBe(
      "flush_file_buffers",
    );
    expect(answering("macos", "none", "fsync", "f_fullfsync")).toBe("f_fullfsync");
    expect(answering("linux", "none", "o_dsync", "o_sync")).toBe("o_dsync");
    expect(answering("linux", "none", "o_direct")).toBeNull();
  });

  it("counts a power cut as a cut with loss if any mode that promises safety lost a save", () => {
    const sum = powerCutOf([cutOn(1, "kept", counted), ofAnother(2, "lost")]);
    expect(sum).toMatchObject({ mode: "fsync", cuts: 2, cutsWithLoss: 1, lossRateBound: null });
    expect(sum && fsync(sum)).toMatchObject({ cuts: 1, cutsWithLoss: 0, lossRateBound: 1 });
    expect(powerCutOf([ofAnother(1, "lost"), ofAnother(2, "lost")])?.cutsWithLoss).toBe(2);
  });

  it("reports the longest known lost time, or null if none is known", () => {
    const lostFor = (day: number, lostSpanNs: number | null) => {
      const test = cutOn(day, "lost", counted);
      return { ...test, modes: test.modes.map((mode) => ({ ...mode, lostSpanNs })) };
    };
    const spanOf = (...tests: PowerCutTest[]) => {
      const sum = powerCutOf(tests);
      return sum && fsync(sum)?.lostSpanNs;
    };
    expect(spanOf(lostFor(1, 20), lostFor(2, null), lostFor(3, 30), lostFor(4, 10))).toBe(30);
    expect(spanOf(lostFor(1, null))).toBeNull();
    expect(spanOf(cutOn(1, "kept", counted))).toBeNull();
  });

  it("reports the longest age of the newest save at a cut, or null when one age is not known", () => {
    const windowOf = (day: number, windowNs: number | null) => {
      const test = cutOn(day, "kept", counted);
      return { ...test, modes: test.modes.map((mode) => ({ ...mode, windowNs })) };
    };
    const widest = powerCutOf([windowOf(1, 20_000_000), windowOf(2, 45_000_000)]);
    expect(widest && fsync(widest)?.windowNs).toBe(45_000_000);
    const unknown = powerCutOf([windowOf(1, 20_000_000), windowOf(2, null)]);
    expect(unknown && fsync(unknown)?.windowNs).toBeNull();
  });
});
