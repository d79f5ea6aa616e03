import { describe, expect, it } from "vitest";
import { verdictOn } from "../../../helpers/judged";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { sampleOfTests } from "../../../helpers/sample-tests";
import { good, of, said } from "./first-page";
import { linux } from "./scenario";

/** Sentences that speak of every save, every test or every way of saving. */

/** Options in which fdatasync sends this many flushes per save and the other modes send one. */
const otherWay = (flushesPerSave: number): SampleOptions => ({
  modes: linux(900, 1).map((mode) =>
    mode.mode === "fdatasync" ? { ...mode, flushesPerSave } : mode,
  ),
});

describe("every save is said to have reached the drive", () => {
  it('with 0.99 flushes per save in one way of saving, but not with 0.95, which the row about saves calls "nearly all"', () => {
    const { mark, headline, reason, rows } = of(otherWay(0.95));
    expect(mark).toBe("fine");
    expect(`${headline} ${reason}`).not.toMatch(/[Ee]very save reached|Each save was passed on/);
    expect(rows["Saves reach the drive"]).toBe("fine: nearly all");
    expect(of(otherWay(0.99)).headline).toMatch(/every save reached/i);
  });

  it("only if saves that append and saves after a pause also had a flush each", () => {
    const growing = (flushesPerSave: number): SampleOptions => ({
      ...good,
      append: linux(700, flushesPerSave),
    });
    const rested = (flushesPerSave: number): SampleOptions => ({
      ...good,
      spaced: { p50Ns: 2e6, flushesPerSave },
    });
    for (const half of [growing(0.5), rested(0.5)]) {
      expect(of(half).headline).toBe(
        "Doubtful. Not every way of saving was passed on to the drive.",
      );
      expect(of(half).rows["Saves reach the drive"]).toBe("care: not in every way of saving");
    }
    for (const most of [growing(0.95), rested(0.95)]) {
      expect(of(most).headline).not.toMatch(/every save reached/i);
    }
    for (const each of [growing(2), rested(1)]) {
      expect(of(each).headline).toMatch(/every save reached/i);
    }
  });

  it("in the row about saves only if each save of a document had a flush, too", () => {
    const reach = (options: SampleOptions) =>
      of({ ...good, ...options }).rows["Saves reach the drive"];
    expect(reach({ documents: { flushesPerDocument: 0.95 } })).toMatch(/nearly all/);
    const half: SampleOptions = { documents: { flushesPerDocument: 0.5 } };
    expect(reach({ ...half, volume: { writeCache: "unknown" } })).toBe(
      "open: not in every way of saving",
    );
    expect(reach({ documents: { flushesPerDocument: 1 } })).toBe("good: yes, each one");
  });
});

describe("a test that the system refused", () => {
  const refused = (options: SampleOptions) =>
    of({ ...options, reading: { refusal: "EINVAL", refusesAll: true } });
  it("is not counted among the tests that went well", () => {
    expect(refused({ os: "windows" }).headline).toBe(
      "Good. Every test that could be made went well.",
    );
    expect(of({ os: "windows", reading: {} }).headline).toBe(
      "Good. Every test of this computer’s drive went well.",
    );
  });

  it("does not change the headline if the flushes of the saves were counted", () => {
    expect(refused(good).headline).toBe(of({ ...good, reading: {} }).headline);
  });
});

describe("flushes that are missing", () => {
  it("are said to be missing entirely only if none was counted", () => {
    expect(of({ modes: linux(900, 0) }).reason).toMatch(/and nothing asks it to store/);
    expect(of({ modes: linux(900, 0.05) }).reason).toBe(
      "The drive’s own memory is in use, and little asks it to store.",
    );
  });

  it("are not blamed on every way of saving if only one way of saving lacks flushes", () => {
    const { headline, reason } = of(otherWay(0));
    expect(headline).toBe("Not safe. Not every way of saving reaches the drive here.");
    expect(reason).toBe("Some programs may lose what they saved.");
  });
});

it("the headline does not count a test without figures among those that went well", () => {
  const unjudged = sampleUnjudgedReport({ os: "windows", documents: {} });
  const report = { ...unjudged, documentSaves: null };
  expect(said({ ...report, verdict: verdictOn(report) }).headline).toBe(
    "Good. Every test that could be made went well.",
  );
});

describe("the first page of the size test alone", () => {
  const headlineOn = (options: SampleOptions) => {
    const unjudged = sampleOfTests(["capacity"], options);
    return said({ ...unjudged, verdict: verdictOn(unjudged) }).headline;
  };

  it("says that all of the free space is there, and that no way of saving was tested", () => {
    expect(headlineOn({})).toBe(
      "Not judged. All its free space is there; the ways of saving were not tested.",
    );
  });

  it("does not say that all of the free space is there if the volume is only a part of the drive", () => {
    const half = { drive: { capacityBytes: 2e12 } };
    expect(headlineOn(half)).toBe("Not judged. This inspection did not test the ways of saving.");
  });
});
