import { describe, expect, it } from "vitest";
import { lossRateBound, powerCutOf } from "../../../../electron/analysis/power-cut/sum";
import { powerCutSchema } from "../../../../electron/contract/power-cut-report";
import { counted, cutOn, cuts } from "../../../helpers/sample-power-cut";

describe("the rule of three", () => {
  it("is close above the exact bound of 95 %", () => {
    for (const n of [4, 10, 30, 60, 300]) {
      const exact = 1 - 0.05 ** (1 / n);
      const bound = lossRateBound(n, 0) ?? Number.NaN;
      expect(bound).toBeCloseTo(3 / n, 12);
      expect(bound).toBeGreaterThan(exact);
      // The chance to see no loss in n cuts, if the rate were at the bound, is 5 % at most.
      expect((1 - bound) ** n).toBeLessThanOrEqual(0.05);
    }
  });

  it("bounds nothing after three cuts, and does not apply after none or after a loss", () => {
    expect([1, 2, 3].map((n) => lossRateBound(n, 0))).toEqual([1, 1, 1]);
    expect(lossRateBound(0, 0)).toBeNull();
    expect(lossRateBound(10, 1)).toBeNull();
  });
});

describe("several plug tests of one drive", () => {
  const fsync = (sum: ReturnType<typeof cuts>) => sum.modes.find(({ mode }) => mode === "fsync");

  it("are nothing when there is none", () => {
    expect(powerCutOf([])).toBeNull();
  });

  it("add up, oldest first, each test once", () => {
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

  it("have no figures of a way that was never available", () => {
    expect(cuts(["kept"]).modes.map(({ mode }) => mode)).toEqual(["none", "fsync"]);
  });

  it("count a loss among them for good", () => {
    const sum = cuts(["kept", "lost", "kept"]);
    expect(sum).toMatchObject({ cuts: 3, cutsWithLoss: 1, lossRateBound: null });
    expect(fsync(sum)).toMatchObject({ cutsWithLoss: 1, failed: 17, lostSpanNs: 38_000_000 });
  });

  it("leave out what proves nothing", () => {
    const sum = cuts(["kept", "not-proven"]);
    expect(sum).toMatchObject({ cuts: 1, notProven: 1, lossRateBound: 1 });
    expect(fsync(sum)).toMatchObject({
      cuts: 1,
      notProven: 1,
      counts: { acknowledged: 12_345 },
    });
    expect(cuts(["not-proven"])).toMatchObject({ cuts: 0, lossRateBound: null });
  });

  it("know which cuts the drive has counted itself", () => {
    expect(cuts(["kept", "kept"], counted).confirmedCuts).toBe(2);
    expect(cuts(["kept"]).confirmedCuts).toBe(0);
    const same = { unsafeShutdowns: { before: 57, after: 57 } };
    expect(cuts(["kept"], same).confirmedCuts).toBe(0);
  });
});
