import type { FlushModeId } from "#contract/flush-mode";
import {
  type CutDeed,
  type CutSign,
  longestWindowNs,
  type PowerCutDoubt,
  type PowerCutFailure,
  powerCutFailures,
} from "#contract/power-cut/test";
import { formatCount, formatDuration, formatList } from "../format";
import { messages } from "../messages";
import { sentences } from "../sentences";
import { reasonOr } from "../verdict/words";

/** The result of one plug test: the outcome, the evidence for a cut, and each mode. */
const said = sentences({
  "plug-test.outcome-lost":
    "{failed, plural, one {# save that had been confirmed} other {# saves that had been confirmed}} did not survive the power cut.",
  "plug-test.outcome-kept":
    "No save that was confirmed as safe was lost in this power cut. One cut without a loss is good news and no proof; ten tell more than one.",
  "plug-test.outcome-changed":
    "Files are missing or changed, and no power cut is known. That says nothing about the drive.",
  "plug-test.outcome-not-proven":
    "No save that promises to survive a power cut was lost, but this test does not prove that they were at risk.",

  "plug-test.cut-counter-rose":
    "The drive’s own counter of unsafe shutdowns rose from {before, number} to {after, number}: it confirms the cut.",
  "plug-test.cut-counter-open":
    "{stoodStill, select, true {The drive’s own counter of unsafe shutdowns went from {before, number} to {after, number}. One cut is one step, so it does not tell of this cut.} other {The drive’s own counter of unsafe shutdowns went from {before, number} to {after, number}. It was not seen to stand still while the drive had power, and some drives count up without a cut; so it does not tell of this one.}}",
  "plug-test.cut-counter-idle":
    "The drive’s own counter of unsafe shutdowns stayed at 0. Whether it counts at all was never seen, so it does not tell of this cut.",
  "plug-test.cut-counter-stayed":
    "The drive’s own counter of unsafe shutdowns stayed at {after, number}: the drive was not cut off from its power.",
  "plug-test.cut-by-person":
    "That is the word of the person who made the test; the system itself shows nothing of it.",
  "plug-test.cut-person-says": "The person who made the test says: {deed}",
  "plug-test.cut-not-written":
    "But the writing is not known to have ended with the drive gone, so that this may not have cut it off while it was written.",
  "plug-test.cut-not-restarted":
    "But the computer was not restarted, so that this did not cut off the drive while it was written.",
  "plug-test.cut-restarted":
    "The computer was restarted, and nothing shows that the drive lost its power: a reset or a crash empties the computer’s memory and leaves the drive its power.",
  "plug-test.cut-nothing":
    "Nothing speaks for a power cut, neither the system nor the person who made the test.",

  "plug-test.aid-unknown": "How often other programs flushed the drive meanwhile is not known.",
  "plug-test.aid-none": "Just before the writing no other program flushed the drive.",
  "plug-test.aid-flushes":
    "Just before the writing other programs flushed the drive {perSecond, number, rate} times a second; saves from before such a flush may owe their survival to it.",

  "plug-test.mode-unavailable": "{mode}: not available here ({refusal}).",
  "plug-test.mode-kept":
    "{inFlight, plural, =0 {{mode}: all {acknowledged, number} confirmed saves survived, {unaided, number} of them without a later flush of another way of saving.} =1 {{mode}: of {acknowledged, number} confirmed saves none was lost; {unaided, number} of them survived without a later flush of another way of saving. One is not counted: a later save was being written over it.} other {{mode}: of {acknowledged, number} confirmed saves none was lost; {unaided, number} of them survived without a later flush of another way of saving. # are not counted: later saves were being written over them.}}",
  "plug-test.mode-window":
    "The newest of them was at most {windowNs, number, duration} old at the cut: older ones cannot be told from such that the drive happened to write out by itself.",
  "plug-test.mode-from-disk":
    "How far the saves had come is told by a newer record on the disk, which knows more than the witness.",
  "plug-test.mode-not-proven": "{mode}: not proven: {doubt}",
  "plug-test.mode-overtaken":
    "{reordered, plural, one {# of them was} other {# of them were}} overtaken by later saves that are there.",
  "plug-test.mode-no-fault":
    "That is no fault: this way of saving does not promise to survive a power cut.",
});

const pieces = sentences({
  lost: "{failed, plural, one {{mode}: # save of {due, number} that were looked for did not survive ({failures}).} other {{mode}: # saves of {due, number} that were looked for did not survive ({failures}).}}",
  lostSpan:
    "{failed, plural, one {{mode}: # save of {due, number} that were looked for did not survive ({failures}; made within {lostSpanNs, number, duration}).} other {{mode}: # saves of {due, number} that were looked for did not survive ({failures}; all made within {lostSpanNs, number, duration}).}}",
});

const lostPower: Readonly<Record<CutSign, () => string>> = messages({
  "unsafe-shutdowns": "The drive’s own counter of unsafe shutdowns rose: it confirms the cut.",
  "usb-power-on":
    "The drive left the USB while records were written and came back later with a new power-on: the system shows that it lost its power.",
  "kernel-power-41":
    "Windows recorded that the computer went off after its power button was held, without a crash (event Kernel-Power 41).",
  "previous-shutdown-cause":
    "macOS recorded a held power button or a loss of power when the computer first went off after the writing had begun.",
});

const keptPower: Readonly<Record<CutSign, () => string>> = messages({
  "unsafe-shutdowns":
    "The drive’s own counter of unsafe shutdowns did not rise: the drive was not cut off from its power.",
  "usb-power-on": "The drive stayed on the USB: it was not cut off from its power.",
  "kernel-power-41":
    "Windows recorded a crash of the system, in which the drive keeps its power (event Kernel-Power 41 with a bug check).",
  "previous-shutdown-cause":
    "macOS recorded an ordinary shutdown when the computer first went off after the writing had begun.",
});

const deeds: Readonly<Record<CutDeed, () => string>> = messages({
  plug: "The computer’s plug was pulled.",
  battery: "The battery was taken out.",
  "power-button": "The power button was held until the computer went off.",
  cable: "The drive or its cable was pulled out, and its own power supply where it has one.",
  "no-cut": "The power was not cut.",
});

const failures: Readonly<Record<PowerCutFailure, (values: { count: string }) => string>> = messages(
  {
    lost: "{count} gone",
    stale: "{count} gone back to an older version",
    torn: "{count} torn",
    corrupted: "{count} corrupted",
    misplaced: "{count} in the wrong place",
    unreadable: "{count} unreadable",
    nameMissing: "{count} without a file",
    nameOld: "{count} under the old name",
    nameBoth: "{count} under both names",
  },
);

/** Why nothing is proven about a mode without a loss; after a colon or as whole sentences. */
const doubts = messages({
  "nothing-acknowledged":
    "{place, select, colon {neither the witness nor the disk knows of a save of it.} other {Neither the witness nor the disk knows of a save of it.}}",
  "no-power-cut":
    "{place, select, colon {nothing speaks for the drive having lost its power while it was written. A restart is no power cut.} other {Nothing speaks for the drive having lost its power while it was written. A restart is no power cut.}}",
  "control-survived":
    "{place, select, colon {even writes that nothing protects survived, so nothing shows that saves were at risk.} other {Even writes that nothing protects survived, so nothing shows that saves were at risk.}}",
  "flushed-by-another":
    "{place, select, colon {another way of saving may have flushed the drive after its last save. Cut the power again, or test it alone.} other {Another way of saving may have flushed the drive after its last save. Cut the power again, or test it alone.}}",
  "drive-kept-power":
    "{place, select, colon {the system’s records show that the drive was not cut off from its power.} other {The system’s records show that the drive was not cut off from its power.}}",
  "read-from-memory":
    "{place, select, colon {the files could only be read from the computer’s memory. Run the test again, and restart the computer before you finish it.} other {The files could only be read from the computer’s memory. Run the test again, and restart the computer before you finish it.}}",
  "changed-without-cut":
    "{place, select, colon {files are missing or changed, and no power cut is known. Somebody may have removed or changed them.} other {Files are missing or changed, and no power cut is known. Somebody may have removed or changed them.}}",
  "window-not-known":
    "{place, select, colon {how old its newest save was at the cut is not known, so that the drive may have written it out by itself. The witness did not keep up with the writing, or the writing had ended before the power went.} other {How old its newest save was at the cut is not known, so that the drive may have written it out by itself. The witness did not keep up with the writing, or the writing had ended before the power went.}}",
});

const tooLong = messages({
  window:
    "{place, select, colon {its newest save was so old at the cut (more than {longest}) that the drive may have written it out by itself. Cut the power again, with the witness nearer.} other {Its newest save was so old at the cut (more than {longest}) that the drive may have written it out by itself. Cut the power again, with the witness nearer.}}",
});

/** Why nothing is proven, in lower case after a colon or capitalized as a sentence. */
export function doubtAt(place: "colon" | "start", doubt: PowerCutDoubt): string {
  return doubt === "window-too-long"
    ? tooLong.window({ place, longest: formatDuration(longestWindowNs) })
    : doubts[doubt]({ place });
}

/** The ways in which saves failed, with the number of saves that failed in each way. */
export function failuresText(counts: Readonly<Record<PowerCutFailure, number>>): string {
  return formatList(
    powerCutFailures
      .filter((failure) => counts[failure] > 0)
      .map((failure) => failures[failure]({ count: formatCount(counts[failure]) })),
  );
}

type Lost = Readonly<Record<PowerCutFailure, number>> & {
  readonly mode: FlushModeId;
  readonly failed: number;
  /** Confirmed saves that were found, without those that later saves had replaced. */
  readonly survived: number;
  readonly lostSpanNs: number | null;
};

export const statements = {
  ...said,
  "plug-test.cut-lost-power": (p: { by: CutSign }) => lostPower[p.by](),
  "plug-test.cut-kept-power": (p: { by: CutSign }) => keptPower[p.by](),
  "plug-test.cut-deed": (p: { deed: CutDeed }) => deeds[p.deed](),
  "plug-test.cut-person-says": (p: { deed: CutDeed }) =>
    said["plug-test.cut-person-says"]({ deed: deeds[p.deed]() }),

  "plug-test.mode-unavailable": (p: { mode: FlushModeId; refusal: string | null }) =>
    said["plug-test.mode-unavailable"]({ mode: p.mode, refusal: reasonOr(p.refusal) }),
  "plug-test.mode-not-proven": (p: { mode: FlushModeId; doubt: PowerCutDoubt | null }) =>
    said["plug-test.mode-not-proven"]({
      mode: p.mode,
      doubt: p.doubt === null ? "" : doubtAt("colon", p.doubt),
    }),
  "plug-test.mode-lost": (p: Lost) => {
    const figures = {
      mode: p.mode,
      failed: p.failed,
      due: p.failed + p.survived,
      failures: failuresText(p),
    };
    return p.lostSpanNs === null
      ? pieces.lost(figures)
      : pieces.lostSpan({ ...figures, lostSpanNs: p.lostSpanNs });
  },
};
