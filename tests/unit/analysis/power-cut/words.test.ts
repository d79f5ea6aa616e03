import { describe, expect, it } from "vitest";
import { type CutSigns, cutEvidence } from "#analysis/power-cut/cut-evidence";
import { aidWords, cutWords, modeSentences, outcomeWords } from "#analysis/power-cut/words";
import {
  type CutSign,
  cutSignKinds,
  type PowerCutModeResult,
  type PowerCutTest,
  powerCutDoubts,
  powerCutFailures,
} from "#contract/power-cut/test";
import { said } from "../../../helpers/judged";
import { plain } from "../../../helpers/read-verdict";
import { cutSigns, powerCutResult } from "../../../helpers/sample-power-cut-test";

const [sample] = powerCutResult().modes;

function mode(changes: Partial<PowerCutModeResult>): PowerCutModeResult {
  if (!sample) {
    throw new Error("the sample has no mode");
  }
  const counts = { ...sample.counts };
  for (const failure of powerCutFailures) {
    counts[failure] = 0;
  }
  return { ...sample, verdict: "kept", failed: 0, reordered: 0, counts, ...changes };
}

/** The words for the test's outcome, and a sentence for each mode. */
const say = (outcome: PowerCutTest["outcome"], ...modes: PowerCutModeResult[]) => {
  const test = { ...powerCutResult(), outcome, modes };
  return [said(outcomeWords(test)), ...modeSentences(test.modes).map(said)].map(plain);
};

describe("the words about the result of a plug test", () => {
  it("say how many confirmed saves are gone, in which mode, in which ways and within which time", () => {
    const lost = mode({ verdict: "lost", failed: 1204, reordered: 1, lostSpanNs: 400_000_000 });
    const counts = { ...lost.counts, survived: 796, stale: 1200, torn: 3, nameMissing: 1 };
    expect(say("lost", { ...lost, counts })).toEqual([
      "1 204 saves that had been confirmed did not survive the power cut.",
      "fsync: 1 204 saves of 2 000 that were looked for did not survive (1 200 gone back to an older version, 3 torn, 1 without a file; all made within 400 ms). 1 of them was overtaken by later saves that are there.",
    ]);
  });

  it("mention overtaken saves only if there are any", () => {
    const lost = mode({ verdict: "lost", failed: 5, reordered: 2 });
    const counts = { ...lost.counts, survived: 25, lost: 5 };
    expect(say("lost", { ...lost, counts })[1]).toBe(
      "fsync: 5 saves of 30 that were looked for did not survive (5 gone). 2 of them were overtaken by later saves that are there.",
    );
    expect(say("lost", { ...lost, counts, reordered: 0 })[1]).toBe(
      "fsync: 5 saves of 30 that were looked for did not survive (5 gone).",
    );
  });

  it("do not judge the drive when files changed without a power cut", () => {
    const changed = mode({ verdict: "not-proven", doubt: "changed-without-cut" });
    const open = mode({ verdict: "not-proven", doubt: "no-power-cut" });
    expect(say("not-proven", open, changed)[0]).toBe(
      "Files are missing or changed, and no power cut is known. That says nothing about the drive.",
    );
    expect(say("not-proven", open)[0]).toMatch(/^No save that promises/);
  });

  it("count in the headline only lost saves of modes that promise to survive a power cut", () => {
    const none = mode({ mode: "none", verdict: "lost", failed: 50, lossExpected: true });
    const [headline, , control] = say("lost", mode({ verdict: "lost", failed: 1 }), none);
    expect(headline).toMatch(/^1 save that had been confirmed did not survive/);
    expect(control).toMatch(/That is no fault/);
    // The control requests no flush, so no save of it had to survive.
    expect(control).not.toMatch(/had to/);
  });

  it("call a single power cut without a loss good news, but no proof", () => {
    const [headline, kept] = say("kept", mode({ unaided: 12, windowNs: 40_000_000 }));
    expect(headline).toMatch(/good news and no proof/);
    // Speaks only of confirmed saves, because those that were being overwritten at the cut are not
    // known to have arrived.
    expect(headline).toMatch(/^No save that was confirmed as safe was lost in this power cut\./);
    expect(kept).toBe(
      "fsync: all 30 confirmed saves survived, 12 of them without a later flush of another way of saving. The newest of them was at most 40 ms old at the cut: older ones cannot be told from such that the drive happened to write out by itself.",
    );
  });

  it("leave out the age of the newest save at the cut if that age is not known", () => {
    const [, kept] = say("kept", mode({ unaided: 12, windowNs: null, provenBy: "witness" }));
    expect(kept).toBe(
      "fsync: all 30 confirmed saves survived, 12 of them without a later flush of another way of saving.",
    );
  });

  it("mention a newer record on the disk only if that record, and not the witness, proves the confirmed saves", () => {
    expect(say("kept", mode({ provenBy: "disk" }))[1]).toMatch(/a newer record on the disk/);
    expect(say("kept", mode({ provenBy: "witness" }))[1]).not.toMatch(/on the disk/);
  });

  it("explain each reason for doubt in a different sentence", () => {
    const reasons = powerCutDoubts.map(
      (doubt) => say("not-proven", mode({ verdict: "not-proven", doubt }))[1],
    );
    expect(new Set(reasons).size).toBe(powerCutDoubts.length);
    expect(reasons.every((reason) => (reason?.length ?? 0) > 40)).toBe(true);
  });

  it("state the number of failed saves for every kind of failure", () => {
    for (const failure of powerCutFailures) {
      const lost = mode({ verdict: "lost", failed: 7 });
      const [, line] = say("lost", { ...lost, counts: { ...lost.counts, [failure]: 7 } });
      expect(line).toMatch(/\(7 [a-z]/);
    }
  });

  it('say for the doubt "drive-kept-power" that the drive was not cut off from its power, but cite no counter', () => {
    const [, line] = say("not-proven", mode({ verdict: "not-proven", doubt: "drive-kept-power" }));
    // The evidence may be an entry in the log of Windows instead of a counter of the drive.
    expect(line).not.toMatch(/counter/);
    // A drive that was shut down normally was not cut off from its power, either.
    expect(line).toMatch(/was not cut off from its power/);
  });

  it("ask for another test with a restart of the computer if the data was read from memory", () => {
    const memory = mode({ verdict: "not-proven", doubt: "read-from-memory" });
    expect(say("not-proven", memory)[1]).toMatch(/Run the test again, and restart the computer/);
  });

  it("do not count a save as kept if another save was overwriting it at the cut", () => {
    const excused = mode({});
    const [, line] = say("kept", { ...excused, counts: { ...excused.counts, inFlight: 1 } });
    expect(line).toMatch(
      /of 30 confirmed saves none was lost;.*One is not counted: a later save was being written over it/,
    );
    const [, three] = say("kept", { ...excused, counts: { ...excused.counts, inFlight: 3 } });
    expect(three).toMatch(
      /of 30 confirmed saves none was lost;.*3 are not counted: later saves were being written over/,
    );
  });

  it('say "No save that promises to survive a power cut was lost" if only saves without this promise were lost', () => {
    const ordinary = mode({
      verdict: "lost",
      failed: 9,
      guarantee: "os-crash",
      lossExpected: true,
    });
    const [summary] = say(
      "not-proven",
      ordinary,
      mode({ verdict: "not-proven", doubt: "window-too-long" }),
    );
    expect(summary).toMatch(/^No save that promises to survive a power cut was lost/);
  });

  it("quote the error with which the system refused a mode", () => {
    const refused = mode({ verdict: "unavailable", refusal: "openat: EINVAL, Invalid argument" });
    expect(say("not-proven", refused)[1]).toMatch(/not available here \(openat: EINVAL/);
  });
});

describe("the words about the evidence of a power cut", () => {
  const words = (changes: Partial<CutSigns>) => {
    const cut = cutSigns({ deed: null, computerRestarted: false, ...changes });
    return plain(said(cutWords({ cut: { ...cut, evidence: cutEvidence(cut) } })));
  };

  it("name the drive's counter of unsafe shutdowns if the counter rose by one or stayed the same", () => {
    expect(words({ unsafeShutdowns: { before: 1041, after: 1042, stoodStill: true } })).toBe(
      "The drive’s own counter of unsafe shutdowns rose from 1 041 to 1 042: it confirms the cut.",
    );
    expect(words({ unsafeShutdowns: { before: 5, after: 5, stoodStill: true } })).toMatch(
      /stayed at 5: the drive was not/,
    );
  });

  it("say why a counter that was unstable, rose by several or stayed at 0 is no evidence", () => {
    const told = { deed: "plug", computerRestarted: true } as const;
    const rose = (after: number, stoodStill: boolean) =>
      words({ ...told, unsafeShutdowns: { before: 41, after, stoodStill } });
    expect(rose(42, false)).toMatch(
      /went from 41 to 42\. It was not seen to stand still .* not tell of this one\. The computer’s plug was pulled\./,
    );
    expect(rose(44, true)).toMatch(/went from 41 to 44\. One cut is one step, .* plug was pulled/);
    expect(rose(44, true)).not.toMatch(/confirms/);
    expect(words({ ...told, unsafeShutdowns: { before: 0, after: 0, stoodStill: true } })).toMatch(
      /stayed at 0\. Whether it counts at all was never seen, .* plug was pulled/,
    );
    const shown = { by: "unsafe-shutdowns", lostPower: true } as const;
    const counted = { shown, unsafeShutdowns: { before: 41, after: 44, stoodStill: true } };
    expect(words(counted)).not.toMatch(/confirms/);
  });

  it("name the system record that shows or denies the cut", () => {
    const shown = (by: CutSign) =>
      [true, false].map((lostPower) => words({ shown: { by, lostPower } }));
    expect(shown("unsafe-shutdowns")).toEqual([
      expect.stringMatching(/^The drive’s own counter .* rose: it confirms the cut/),
      expect.stringMatching(/^The drive’s own counter .* did not rise: the drive was not cut off/),
    ]);
    expect(shown("usb-power-on")).toEqual([
      expect.stringMatching(/left the USB .* came back later with a new power-on/),
      expect.stringMatching(/stayed on the USB: it was not cut off/),
    ]);
    expect(shown("kernel-power-41")).toEqual([
      expect.stringMatching(/went off after its power button was held, without a crash/),
      expect.stringMatching(/recorded a crash of the system, in which the drive keeps its power/),
    ]);
  });

  it("say that the cause that macOS recorded is that of the first shutdown after the writing", () => {
    const by = "previous-shutdown-cause";
    expect(words({ shown: { by, lostPower: true } })).toMatch(
      /held power button or a loss of power.*first/,
    );
    expect(words({ shown: { by, lostPower: false } })).toMatch(/ordinary shutdown.*first/);
  });

  it.each(cutSignKinds)(
    "do not cite the word of the person as evidence if the system recorded the cut (%s)",
    (by) => {
      const [lost, kept] = [true, false].map((lostPower) => words({ shown: { by, lostPower } }));
      expect(lost).not.toBe(kept);
      expect(lost).not.toMatch(/word of the person/);
    },
  );

  it("cite the word of the person as the only evidence if the system shows nothing of the cut", () => {
    expect(words({ deed: "cable", driveLost: true })).toBe(
      "The drive or its cable was pulled out, and its own power supply where it has one. That is the word of the person who made the test; the system itself shows nothing of it.",
    );
    expect(words({ deed: "plug", computerRestarted: true })).toMatch(/plug was pulled\..*word/);
    expect(words({ deed: "power-button", computerRestarted: true })).toMatch(
      /button was held.*word/,
    );
  });

  it("confirm no cut if the computer was only restarted or if a fact contradicts what the person says", () => {
    expect(words({ computerRestarted: true })).toMatch(/restarted, and nothing shows/);
    expect(words({ driveLost: true })).toMatch(/^Nothing speaks for a power cut, neither/);
    expect(words({ deed: "no-cut" })).toMatch(/^Nothing speaks for a power cut, neither/);
    expect(words({ deed: "no-cut", computerRestarted: true })).toMatch(/restarted, and nothing/);
    expect(words({ deed: "battery", computerRestarted: false })).toBe(
      "The person who made the test says: The battery was taken out. But the computer was not restarted, so that this did not cut off the drive while it was written.",
    );
    // If the plug test is finished on another computer, its record does not say how the writing
    // ended.
    for (const computerRestarted of [true, false, null]) {
      expect(words({ deed: "cable", driveLost: false, computerRestarted })).toBe(
        "The person who made the test says: The drive or its cable was pulled out, and its own power supply where it has one. But the writing is not known to have ended with the drive gone, so that this may not have cut it off while it was written.",
      );
    }
  });
});

it("the words about flushes of other programs state the rate of these flushes, or say that the rate is not known", () => {
  const words = (othersFlushesPerSecond: number | null) =>
    plain(said(aidWords({ ...powerCutResult(), othersFlushesPerSecond })));
  expect(words(1.44)).toMatch(/flushed the drive 1\.4 times a second; saves from before/);
  expect(words(0)).toMatch(/no other program flushed/);
  expect(words(null)).toMatch(/is not known/);
});
