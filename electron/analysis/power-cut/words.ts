import {
  longestWindowNs,
  type PlugCutDeed,
  type PlugCutSign,
  type PlugFailure,
  type PlugModeResult,
  type PlugTest,
} from "../../contract/power-cut-result";
import { formatCount, formatDuration, formatRate } from "../format";
import { termOfArt } from "../verdict/words";
import { headlineOf } from "./headline";

/**
 * The result of a plug test in plain words: one sentence over all, what it comes to, what speaks
 * for a power cut, a sentence for each mode, and what else may have helped.
 */
export function plugTestWords(test: PlugTest): string[] {
  return [
    headlineOf(test),
    outcomeWords(test),
    cutWords(test),
    ...modeSentences(test),
    aidWords(test),
  ];
}

/** One sentence for each way of saving, with the name engineers know it by. */
export function modeSentences({ modes }: PlugTest): string[] {
  return modes.map((mode) => `${termOfArt[mode.mode]}: ${of(mode)}`);
}

/** What the test comes to for saves that promise to survive a power cut. */
export function outcomeWords({ outcome, modes }: PlugTest): string {
  const promising = modes.filter(({ lossExpected }) => !lossExpected);
  switch (outcome) {
    case "lost": {
      const failed = promising.reduce((sum, mode) => sum + mode.failed, 0);
      return `${saves(failed)} that had been confirmed ${failed === 1 ? "was" : "were"} not there, or not whole, after the power cut.`;
    }
    case "kept":
      return "Every save that was confirmed as safe was there after this power cut. One cut without a loss is good news and no proof; ten tell more than one.";
    case "not-proven":
      return modes.some(({ doubt }) => doubt === "changed-without-cut")
        ? "Files are missing or changed, and no power cut is known. That says nothing about the drive."
        : "No save that promises to survive a power cut was lost, but this test does not prove that they were at risk.";
  }
}

/** What speaks for the power cut: the system, the person, or nothing. */
export function cutWords({ cut }: Pick<PlugTest, "cut">): string {
  const { unsafeShutdowns, shown, deed } = cut;
  if (unsafeShutdowns !== null) {
    const { before, after } = unsafeShutdowns;
    return after > before
      ? `The drive’s own counter of unsafe shutdowns rose from ${formatCount(before)} to ${formatCount(after)}: it confirms the cut.`
      : `The drive’s own counter of unsafe shutdowns stayed at ${formatCount(after)}: the drive was not cut off from its power.`;
  }
  if (shown !== null) {
    return shown.lostPower ? lostPowerWords[shown.by] : keptPowerWords[shown.by];
  }
  if (cut.evidence === "person" && deed !== null) {
    return `${deedWords[deed]} That is the word of the person who made the test; the system itself shows nothing of it.`;
  }
  if (deed !== null && deed !== "no-cut") {
    const why =
      deed === "cable"
        ? "the writing did not end with the drive gone, so that this did not cut it off while it was written"
        : "the computer was not restarted, so that this did not cut off the drive while it was written";
    return `The person who made the test says: ${deedWords[deed]} But ${why}.`;
  }
  return cut.computerRestarted === true
    ? "The computer was restarted, and nothing shows that the drive lost its power: a reset or a crash empties the computer’s memory and leaves the drive its power."
    : "Nothing speaks for a power cut, neither the system nor the person who made the test.";
}

const lostPowerWords: Readonly<Record<PlugCutSign, string>> = {
  "unsafe-shutdowns": "The drive’s own counter of unsafe shutdowns rose: it confirms the cut.",
  "usb-power-on":
    "The drive left the USB while records were written and came back later with a new power-on: the system shows that it lost its power.",
  "kernel-power-41":
    "Windows recorded that the computer went off after its power button was held, without a crash (event Kernel-Power 41).",
  "previous-shutdown-cause":
    "macOS recorded a held power button or a loss of power when the computer first went off after the writing had begun.",
};

const keptPowerWords: Readonly<Record<PlugCutSign, string>> = {
  "unsafe-shutdowns":
    "The drive’s own counter of unsafe shutdowns did not rise: the drive was not cut off from its power.",
  "usb-power-on": "The drive stayed on the USB: it was not cut off from its power.",
  "kernel-power-41":
    "Windows recorded a crash of the system, in which the drive keeps its power (event Kernel-Power 41 with a bug check).",
  "previous-shutdown-cause":
    "macOS recorded an ordinary shutdown when the computer first went off after the writing had begun.",
};

const deedWords: Readonly<Record<PlugCutDeed, string>> = {
  plug: "The computer’s plug was pulled.",
  battery: "The battery was taken out.",
  "power-button": "The power button was held until the computer went off.",
  cable: "The drive’s cable or power supply was pulled.",
  "no-cut": "The power was not cut.",
};

/** What of the flushes of others may have helped; each of them covers the whole drive. */
export function aidWords({ othersFlushesPerSecond }: PlugTest): string {
  if (othersFlushesPerSecond === null) {
    return "How often other programs flushed the drive meanwhile is not known.";
  }
  return othersFlushesPerSecond === 0
    ? "Just before the writing no other program flushed the drive."
    : `Just before the writing other programs flushed the drive ${formatRate(othersFlushesPerSecond)} times a second; saves from before such a flush may owe their survival to it.`;
}

/** What the test cannot see: a drive that writes out by itself within this time. */
export function windowWords(windowNs: number): string {
  return `The newest of them was at most ${formatDuration(windowNs)} old at the cut: older ones cannot be told from such that the drive happened to write out by itself.`;
}

function of(mode: PlugModeResult): string {
  switch (mode.verdict) {
    case "unavailable":
      return `not available here (${mode.refusal}).`;
    case "kept":
      return `all ${formatCount(mode.counts.acknowledged)} confirmed saves survived${exceptInFlight(mode)}, ${formatCount(mode.unaided)} of them without a later flush of another way of saving.${mode.windowNs === null ? "" : ` ${windowWords(mode.windowNs)}`}${mode.provenBy === "disk" ? fromDisk : ""}`;
    case "not-proven":
      return `not proven: ${doubtWords(mode.doubt)}`;
    case "lost":
      return `${lossWords(mode)}${mode.lossExpected ? " That is no fault: this way of saving does not promise to survive a power cut." : ""}`;
  }
}

/** A save that a later one was being written over when the power went can neither be kept nor lost. */
function exceptInFlight({ counts: { inFlight } }: PlugModeResult): string {
  return inFlight === 0
    ? ""
    : ` but ${inFlight === 1 ? "one" : formatCount(inFlight)}, which a later save was being written over`;
}

const fromDisk =
  " How far the saves had come is told by a newer record on the disk, which knows more than the witness.";

function lossWords(mode: PlugModeResult): string {
  const parts = failureWords
    .map(([failure, words]) => ({ count: mode.counts[failure], words }))
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${formatCount(count)} ${words}`);
  const span =
    mode.lostSpanNs === null
      ? ""
      : `; at most the last ${formatDuration(mode.lostSpanNs)} before the cut`;
  const order =
    mode.reordered === 0
      ? ""
      : ` ${formatCount(mode.reordered)} of them ${mode.reordered === 1 ? "was" : "were"} overtaken by later saves that are there.`;
  return `${saves(mode.failed)} of ${formatCount(mode.counts.acknowledged)} confirmed ones did not survive (${parts.join(", ")}${span}).${order}`;
}

const failureWords: readonly (readonly [PlugFailure, string])[] = [
  ["lost", "lost"],
  ["stale", "replaced by an older version"],
  ["torn", "torn"],
  ["corrupted", "corrupted"],
  ["misplaced", "in the wrong place"],
  ["unreadable", "unreadable"],
  ["nameMissing", "without their file"],
  ["nameOld", "under the old name"],
  ["nameBoth", "under both names"],
];

/** Why a mode without a loss is not proven. */
export function doubtWords(doubt: PlugModeResult["doubt"]): string {
  switch (doubt) {
    case "nothing-acknowledged":
      return "neither the witness nor the disk knows of a save of it.";
    case "no-power-cut":
      return "nothing speaks for the drive having lost its power while it was written. A restart is no power cut.";
    case "control-survived":
      return "even writes that nothing protects survived, so the cut does not seem to have reached the drive.";
    case "flushed-by-another":
      return "another way of saving flushed the drive after its last save. Cut the power again, or test it alone.";
    case "drive-kept-power":
      return "the system’s records show that the drive kept its power, so that there was no power cut for it.";
    case "read-from-memory":
      return "the files could only be read from the computer's memory. Restart the computer and finish the test then.";
    case "changed-without-cut":
      return "files are missing or changed, and no power cut is known. Somebody may have removed or changed them.";
    case "window-not-known":
      return "how old its newest save was at the cut is not known, so that the drive may have written it out by itself. The witness did not keep up with the writing, or the writing had ended before the power went.";
    case "window-too-long":
      return `its newest save was so old at the cut (more than ${formatDuration(longestWindowNs)}) that the drive may have written it out by itself. Cut the power again, with the witness nearer.`;
    case null:
      return "";
  }
}

function saves(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "save" : "saves"}`;
}
