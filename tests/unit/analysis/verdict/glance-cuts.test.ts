import { describe, expect, it } from "vitest";
import { powerCutOf } from "#analysis/power-cut/sum";
import type { PowerCutTest } from "#contract/power-cut/test";
import { tell } from "#text/statements";
import { plain } from "../../../helpers/read-verdict";
import { sampleModes } from "../../../helpers/sample-modes";
import { counted, cutOn, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { guest, noCut, of, onlyOthersKept, plugTest, said, volume, withModes } from "./first-page";
import { clean, linux } from "./scenario";

/** Plug tests for which the first page once had a sentence without evidence. */

describe("the first page of a plug test", () => {
  it("reports missing saves only of modes that promise to survive a power cut, and keeps that doubt after a later cut without a loss", () => {
    const control = withModes(cutOn(1, "not-proven", noCut), ({ mode }) =>
      mode === "none"
        ? { verdict: "not-proven", doubt: "changed-without-cut", failed: 40 }
        : { verdict: mode === "fsync" ? "not-proven" : "unavailable", doubt: "no-power-cut" },
    );
    expect(plugTest(control).headline).toBe("Not judged. This plug test could not prove anything.");
    const promised = withModes(control, ({ mode }) =>
      mode === "fsync" ? { doubt: "changed-without-cut", failed: 3 } : {},
    );
    expect(plugTest(promised).headline).toMatch(/^Doubtful\. Test saves are missing/);
    // The loss still counts after a later test whose cut is known and that lost nothing.
    const later = plugTest(cutOn(2, "kept", counted), [promised]);
    expect(later.mark).toBe("care");
    expect(later.headline).not.toMatch(/no power cut is known/);
    // Somebody may have changed the saved files, so the page does not send the user to a shop.
    expect(later.next).toBeNull();
    expect(later.deeds.join()).not.toMatch(/shop/);
  });

  it("shows a power cut that proved nothing about ordinary saves as open, and does not count it among the survived cuts", () => {
    const only = plugTest(onlyOthersKept(1));
    expect(only.headline).toBe("Not judged. This power cut did not reach the main way of saving.");
    expect(only.rows["Cut 1"]).toBe("open: reached only other ways of saving");
    expect(only.ring).toEqual({ of: "cuts", cuts: ["open"] });

    const two = plugTest(onlyOthersKept(2), [cutOn(1, "kept", counted)]);
    // Says "confirmed", because unconfirmed writes were lost; without such a loss the cut would
    // prove nothing.
    expect(two.headline).toMatch(/All confirmed test saves survived one power cut/);
  });

  it("shows cuts with a loss before newer cuts without a loss", () => {
    const kept = Array.from({ length: 14 }, (_, day) => cutOn(day + 2, "kept", counted));
    const [latest = cutOn(2, "kept"), ...before] = [...kept].reverse();
    const { rows, ring, cards } = plugTest(latest, [cutOn(1, "lost", counted), ...before]);
    expect(Object.keys(rows)).toEqual(["Cut 1", "Cut 14", "Cut 15", "Your own files"]);
    expect(rows["Cut 1"]).toMatch(/^bad/);
    const states = ["lost", ...Array(11).fill("kept")];
    expect(ring).toEqual({ of: "cuts", cuts: states });
    expect(cards[1]?.cuts?.map(({ state }) => state)).toEqual(states);
    expect(cards[1]?.cuts?.map(({ number }) => number).slice(0, 3)).toEqual([1, 5, 6]);
  });

  it.each([
    ["no-power-cut", "not counted: no power cut is known"],
    ["changed-without-cut", "not counted: no power cut is known"],
    ["control-survived", "no result, which can happen"],
    ["drive-kept-power", "not counted: drive was not cut off"],
    ["flushed-by-another", "not counted: another way may have helped"],
    ["nothing-acknowledged", "not counted: no save is known"],
    ["read-from-memory", "not counted: read from the computer’s memory"],
    ["window-not-known", "not counted: age of saves not known"],
    ["window-too-long", "not counted: its saves were too old"],
  ] as const)("gives the reason why a cut proves nothing: %s", (doubt, why) => {
    const cut = withModes(cutOn(1, "not-proven"), ({ mode }) =>
      mode === "none"
        ? { verdict: "lost", doubt: null }
        : mode === "fsync"
          ? { verdict: "not-proven", doubt }
          : { verdict: "unavailable", doubt: null },
    );
    expect(plugTest(cut).rows["Cut 1"]).toBe(`open: ${why}`);
  });

  it("lists the PDF before another power cut among the actions", () => {
    const { deeds } = plugTest(cutOn(3, "kept", counted), [
      cutOn(1, "not-proven", noCut),
      cutOn(2, "not-proven"),
    ]);
    // The page says that the user can stop now, so the button for the PDF comes first.
    expect(deeds.map((deed) => deed.split(":")[0])).toEqual([
      "Save as PDF",
      "Cut the power again",
      "Inspect this drive",
    ]);
    expect(deeds[1]).toContain("explained first");
  });

  it("does not promise a surer result before any cut has counted", () => {
    expect(plugTest(cutOn(1, "not-proven")).deeds[0]).not.toMatch(/surer/);
  });

  it('speaks of "the cuts that count" when an old cut does not count', () => {
    const many = Array.from({ length: 13 }, (_, day) => cutOn(day + 2, "kept", counted));
    const { cards } = plugTest(cutOn(20, "lost", counted), [cutOn(1, "not-proven"), ...many]);
    expect(plain(tell(cards[1]?.figure as never))).toBe("1 of the 14 cuts that count");
  });

  it("calls more cuts optional after five cuts, and asks for none after nine", () => {
    const todoOf = (count: number) =>
      plugTest(
        cutOn(count, "kept", counted),
        Array.from({ length: count - 1 }, (_, day) => cutOn(day + 1, "kept", counted)),
      ).todo;
    expect(todoOf(5)).toMatch(/^You can stop here; more cuts are optional/);
    expect(todoOf(9)).toBeNull();
  });

  it("says that the system shows too few cuts if all thirty cuts are known only from the person", () => {
    const tests = Array.from({ length: 30 }, (_, day) => ({
      ...cutOn(1, "kept"),
      testId: `0b9d4c1e-5a55-4c5e-9a39-0000000001${String(day).padStart(2, "0")}`,
    }));
    const [test, ...earlier] = tests;
    const { headline, caveat } = plugTest(test as PowerCutTest, earlier);
    expect(headline).toBe("Nothing lost so far. The system shows too few of these power cuts.");
    // "That" could refer to the previous sentence, about too few power cuts or a further one, so
    // the text says "No loss".
    expect(caveat).toBe("No loss is a good sign, but no proof.");
  });

  it("states the sum of the saves lost in two cuts and the number of cuts, and that the person's own files were not tested", () => {
    const { headline, todo, steps, rows } = plugTest(cutOn(2, "lost"), [cutOn(1, "lost")]);
    expect(headline).toBe("Not safe. 34 test saves were gone or wrong after 2 power cuts.");
    expect(todo).toMatch(/Until the fault is repaired, save everything in two places\./);
    expect(rows["Your own files"]).toBe("dot: not touched, and not checked");
    expect(plugTest(cutOn(1, "kept")).rows["Your own files"]).toBe("dot: not touched by this test");
    expect(steps[0]).toMatch(
      / open some of the copies: your own files were not tested\. Then keep a second copy of all that you save\.$/,
    );
  });

  it("counts only the saves that must be on the drive, without those that later saves replaced", () => {
    expect(plugTest(cutOn(1, "kept", counted)).rows["Cut 1"]).toBe(
      "proof: all 1 044 test saves were there",
    );
    expect(plugTest(cutOn(1, "lost", counted)).rows["Cut 1"]).toBe(
      "bad: 17 of 1 044 gone or wrong",
    );
  });

  it("marks cuts without a loss as proof only if the system shows every one of them", () => {
    const row = "Survives a power cut";
    const rowOf = (powerCut: typeof bySystem) => of({ report: { powerCut } }).rows[row];
    const bySystem = cuts(["kept", "kept"], counted);
    expect(plugTest(cutOn(1, "kept")).rows["Cut 1"]).toMatch(/^plain: /);
    expect(rowOf(bySystem)).toBe("proof: no loss in 2 cuts");
    expect(rowOf(cuts(["kept", "kept"]))).toBe("plain: no loss in 2 cuts");
    const both = powerCutOf([cutOn(1, "kept", counted), cutOn(2, "kept")]);
    expect(rowOf(both ?? bySystem)).toBe("plain: no loss in 2 cuts");
  });

  it("makes no judgement in a virtual machine", () => {
    const { mark, headline, caveat } = plugTest(cutOn(1, "kept"), [], {
      ...guest,
      volume: { drive: { ...volume.drive, kind: "virtual", model: "QEMU HARDDISK" } },
    });
    expect(mark).toBe("open");
    expect(headline).toBe("Not judged. This is a virtual computer, such as a remote desktop.");
    expect(caveat).toMatch(/^Only the virtual computer was tested/);
  });

  it("does not say in a virtual machine that more cuts would prove more", () => {
    const ids = (around: typeof guest | undefined) =>
      plugTest(cutOn(1, "kept"), [], around).cards.map(({ id }) => id);
    expect(ids(undefined)).toContain("certainty");
    expect(ids(guest)).not.toContain("certainty");
  });

  it("does not ask to test the drive of a virtual machine in another computer", () => {
    expect(plugTest(cutOn(1, "lost")).next).toMatch(/in another computer/);
    expect(plugTest(cutOn(1, "lost"), [], guest).next).toMatch(
      /^Please find out whether the virtual machine, the computer it runs on or its drive/,
    );
  });

  it.each([
    ["cable", "Plug the drive in again, and read the result."],
    ["power-button", "Start the computer, and read the result."],
    ["battery", "When all is on again, read the result."],
  ] as const)("says how to get to the result after a cut by %s", (deed, words) => {
    const test = cutOn(1, "lost");
    expect(plugTest({ ...test, cut: { ...test.cut, deed } }).repeat).toContain(words);
  });

  it("does not blame the drive for losses on a mount without barriers", () => {
    const mount = { mountOptions: "rw,relatime,nobarrier" };
    const { headline, next, caveat } = plugTest(cutOn(1, "lost"), [], { volume: mount });
    expect(headline).toBe("Not safe. This computer is set up not to wait for the drive.");
    expect(next).not.toMatch(/in order loses none|Examine/);
    expect(caveat).toBeNull();
  });
});

describe("the first page of an inspection with earlier plug tests", () => {
  it("does not call a drive defective that received no flushes", () => {
    const { next, caveat, unknown } = of({
      modes: linux(900, 0),
      report: { powerCut: cuts(["lost"], counted) },
    });
    expect(next).not.toMatch(/in order loses none/);
    expect(caveat).toBeNull();
    expect(unknown).not.toContain("Whether the drive or the system is the cause.");
  });

  it("asks after a loss to save nothing new on the drive if data also came back changed", () => {
    const powerCut = cuts(["lost"], counted);
    const alone = of({ report: { powerCut } });
    expect(alone.todo).toMatch(/^Copy your files first\. Until the fault is repaired/);
    const verification = { ...clean, mismatchCount: 2 };
    const both = of({ report: { powerCut, verification } });
    expect(both.headline).toMatch(/^Not safe\./);
    expect(both.todo).toBe("Take it step by step: your files first.");
    expect(both.steps[0]).toMatch(/Save nothing new here\.$/);
  });

  it("mentions a test that proved nothing and still says that a sudden loss of power remains an open question", () => {
    const { rows, caveat } = of({ report: { powerCut: cuts(["not-proven"]) } });
    expect(rows["Survives a power cut"]).toBe("open: tested, but nothing was proven");
    expect(caveat).toMatch(/sudden loss of power/);
  });

  it("does not ask for a first plug test if twelve plug tests without a loss were made", () => {
    const outpacing: SampleOptions = {
      modes: linux(31_000, 1),
      sustained: { fastBytesPerSecond: 44e6, slowBytesPerSecond: 19e6 },
    };
    const report = sampleReport({
      ...outpacing,
      report: { powerCut: cuts(Array(12).fill("kept"), counted) },
    });
    const found = report.verdict.findings.find(({ code }) => code === "saves-outpace-writing");
    expect(found?.detail).not.toMatch(/Run the plug test|take it back/);
    expect(found?.detail).toMatch(/Until then keep a second copy/);
    expect(said(report).deeds[0]).toBe(
      "Run the plug test: Optional · one more cut tells a little more",
    );
    expect(of(outpacing).deeds[1]).toBe("Run the plug test: Optional · once your files are copied");
  });

  it("uses the singular for one cut, as the first page of a plug test does for one save", () => {
    const row = "Survives a power cut";
    expect(of({ report: { powerCut: cuts(["lost"], counted) } }).rows[row]).toBe(
      "bad: lost saves in one cut",
    );
    expect(of({ report: { powerCut: cuts(["lost", "kept"], counted) } }).rows[row]).toBe(
      "bad: lost saves in 1 of 2 cuts",
    );
    const single = (outcome: "kept" | "lost") =>
      plugTest(
        withModes(cutOn(1, outcome, counted), ({ mode, counts }) => {
          const survived = outcome === "kept" && mode === "fsync" ? 1 : 0;
          const failed = outcome === "lost" && mode === "fsync" ? 1 : 0;
          const none = { stale: 0, torn: 0, lost: failed };
          return { failed, counts: { ...counts, ...none, survived } };
        }),
      ).rows["Cut 1"];
    expect(single("kept")).toBe("proof: the one test save was there");
    expect(single("lost")).toBe("bad: the one test save was gone");
  });

  it("does not ask for a power cut that has already taken place", () => {
    const powerCut = cuts(["kept", "kept"], counted);
    const mac = { os: "windows", modes: sampleModes.windows } as const;
    expect(of({ ...mac, report: { powerCut } }).caveat).toBeNull();
    expect(of({ ...mac, report: { powerCut: null } }).caveat).toMatch(
      /sudden loss of power was not part/,
    );
    const zfs = { volume: { fileSystem: "zfs" } };
    expect(of({ ...zfs, report: { powerCut } }).todo).toBeNull();
  });
});

describe("the first page after a power cut", () => {
  const bothNames = withModes(cutOn(1, "lost"), ({ mode, counts }) =>
    mode === "fsync" ? { failed: 2, counts: { ...counts, stale: 0, torn: 0, nameBoth: 2 } } : {},
  );
  it('calls saves "gone or wrong", and not just "gone", if their files exist under both the old and the new name', () => {
    const { headline, answer, reason, caveat, rows, cards } = plugTest(bothNames);
    expect(answer).toBe("No: new work can be damaged");
    expect(caveat).toBe(
      "The drive or the computer failed, not the person or the test. Which one is not known.",
    );
    expect(headline).toBe("Not safe. 2 test saves were gone or wrong after a power cut.");
    expect(reason).toBe("Saved work must survive a sudden power cut. Here the newest may not.");
    expect(rows["Cut 1"]).toMatch(/^bad: 2 of [\d ]+ gone or wrong$/);
    expect(tell(cards[0]?.under as never)).toMatch(/gone or wrong/);
  });

  it.each(["torn", "corrupted", "misplaced", "unreadable"] as const)(
    'calls a save that is %s "gone or wrong"',
    (kind) => {
      const one = withModes(cutOn(1, "lost"), ({ mode, counts }) =>
        mode === "fsync" ? { failed: 1, counts: { ...counts, stale: 0, torn: 0, [kind]: 1 } } : {},
      );
      expect(plugTest(one).headline).toBe(
        "Not safe. One test save was gone or wrong after a power cut.",
      );
    },
  );

  it('offers to inspect the drive, and not to repeat "the same tests"', () => {
    const { deeds } = plugTest(cutOn(1, "kept", counted));
    expect(deeds).toContain("Inspect this drive: Its speed, health and more");
    expect(deeds.join()).not.toMatch(/same tests/);
  });
});

describe("the words of a plug test", () => {
  const changed = (counts: Partial<Record<"lost" | "corrupted", number>>, failed: number) =>
    withModes(cutOn(1, "not-proven", noCut), ({ lossExpected, counts: before }) =>
      lossExpected
        ? {}
        : {
            verdict: "not-proven",
            doubt: "changed-without-cut",
            failed,
            counts: { ...before, lost: 0, stale: 0, torn: 0, corrupted: 0, ...counts },
          },
    );

  it('say "missing or wrong" instead of "missing" for saves that are there but wrong', () => {
    const missing = plugTest(changed({ lost: 3 }, 3));
    expect(missing.headline).toMatch(/^Doubtful\. Test saves are missing, and/);
    expect(missing.reason).toBe("What was saved was not there afterwards.");
    const wrong = plugTest(changed({ corrupted: 3 }, 3));
    expect(wrong.headline).toMatch(/^Doubtful\. Test saves are missing or wrong, and/);
    expect(wrong.reason).toBe("What was saved was gone or wrong afterwards.");
  });

  it("use the singular for one save", () => {
    const one = withModes(cutOn(1, "lost", counted), ({ verdict, lossExpected, counts }) =>
      verdict === "lost" && !lossExpected
        ? { failed: 1, counts: { ...counts, lost: 1, stale: 0, torn: 0 } }
        : {},
    );
    const { headline, answer, caveat, caveatOnPaper } = plugTest(one);
    expect(answer).toBe("No: new work can be lost");
    expect(headline).toMatch(/One test save was gone/);
    expect(caveat).toMatch(/^This test save had been reported as done\./);
    expect(caveatOnPaper).toBe("It had been reported as done: a sound drive and computer keep it.");
    expect(plugTest(cutOn(1, "lost")).caveatOnPaper).toBe(
      "They had been reported as done: a sound drive and computer keep them.",
    );
  });

  it("come without cards if an earlier test found missing saves, and with two cards otherwise", () => {
    expect(plugTest(cutOn(2, "kept", counted), [changed({ lost: 3 }, 3)]).cards).toEqual([]);
    expect(plugTest(cutOn(2, "kept", counted)).cards).toHaveLength(2);
  });

  it("use the plural for several cuts", () => {
    expect(plugTest(onlyOthersKept(1)).headline).toMatch(/This power cut did not reach/);
    expect(plugTest(onlyOthersKept(2), [onlyOthersKept(1)]).headline).toMatch(
      /These power cuts did not reach/,
    );
    const when = (...days: readonly number[]) => {
      const [last = 1, ...earlier] = days;
      const tests = earlier.map((day) => cutOn(day, "lost", counted));
      return plugTest(cutOn(last, "lost", counted), tests).notes[0];
    };
    // States only the time span of the lost saves and not their distance from the cut: a witness
    // that lost its connection knows of no later saves.
    expect(when(1)).toBe("All made within 38 ms.");
    expect(when(2, 1)).toBe("Each time all made within 38 ms.");
  });
});
