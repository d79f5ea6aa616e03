import type { PlugFailure, PlugModeResult, PlugTest } from "../../contract/power-cut-result";
import { formatCount, formatDuration } from "../format";
import { termOfArt } from "../verdict/words";
import { headlineOf } from "./headline";

/**
 * The result of a plug test in plain words: one sentence over all, what it comes to, what speaks
 * for a power cut, and then a sentence for each mode.
 */
export function plugTestWords(test: PlugTest): string[] {
  return [headlineOf(test), outcomeWords(test), cutWords(test), ...modeSentences(test)];
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
      return "No confirmed save was lost, but this test does not prove that they were at risk.";
  }
}

const personsWord = "the word of the person who made the test";

/** Whose word the power cut is: the drive's, or the person's. */
export function cutWords({ cut }: Pick<PlugTest, "cut">): string {
  const { unsafeShutdowns, driveLost, computerRestarted } = cut;
  if (unsafeShutdowns !== null) {
    const { before, after } = unsafeShutdowns;
    return after > before
      ? `The drive’s own counter of unsafe shutdowns rose from ${formatCount(before)} to ${formatCount(after)}: it confirms the cut.`
      : `The drive’s own counter of unsafe shutdowns stayed at ${formatCount(after)}: the drive was not cut off from its power.`;
  }
  const unread = "The drive’s own counter of unsafe shutdowns cannot be read here";
  if (driveLost) {
    return `The drive went while records were written. ${unread}, so that its power was cut is ${personsWord}.`;
  }
  return computerRestarted === true
    ? `The computer was restarted. ${unread}, so that the power was cut is ${personsWord}; after a power button that was held the drive may have kept its power, and the result then speaks of a system crash only.`
    : `Nothing but ${personsWord} speaks for a power cut. ${unread}.`;
}

function of(mode: PlugModeResult): string {
  switch (mode.verdict) {
    case "unavailable":
      return `not available here (${mode.refusal}).`;
    case "kept":
      return `all ${formatCount(mode.counts.acknowledged)} confirmed saves survived; ${formatCount(mode.unaided)} of them had no other flush to thank.`;
    case "not-proven":
      return `not proven: ${doubtWords(mode.doubt)}`;
    case "lost":
      return `${lossWords(mode)}${mode.lossExpected ? " That is no fault: this way of saving does not promise to survive a power cut." : ""}`;
  }
}

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
      return "the witness holds no save of it.";
    case "no-power-cut":
      return "nothing speaks for a power cut: the computer was not restarted and the drive did not go.";
    case "control-survived":
      return "even saves that nothing protects survived, so the cut does not seem to have reached the drive.";
    case "flushed-by-another":
      return "another way of saving flushed the drive after its last save. Cut the power again, or test it alone.";
    case "drive-kept-power":
      return "the drive’s own counter of unsafe shutdowns did not rise, so that this was a crash of the system and no power cut for the drive.";
    case "read-from-memory":
      return "the files could only be read from the computer's memory. Restart the computer and finish the test then.";
    case "changed-without-cut":
      return "files are missing or changed, and no power cut is known.";
    case "window-not-known":
      return "how old its newest save was at the cut is not known.";
    case "window-too-long":
      return "its newest save was so old at the cut that the drive may have written it out by itself.";
    case null:
      return "";
  }
}

function saves(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "save" : "saves"}`;
}
