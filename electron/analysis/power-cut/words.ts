import type { PlugFailure, PlugModeResult, PlugTest } from "../../contract/power-cut";
import { formatCount, formatDuration } from "../format";
import { termOfArt } from "../verdict/words";

/** The result of a plug test in plain words: one sentence over all, then one for each mode. */
export function plugTestWords(test: PlugTest): string[] {
  return [headlineOf(test), ...test.modes.map((mode) => `${termOfArt[mode.mode]}: ${of(mode)}`)];
}

export function headlineOf({ outcome, modes }: PlugTest): string {
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

function doubtWords(doubt: PlugModeResult["doubt"]): string {
  switch (doubt) {
    case "nothing-acknowledged":
      return "the witness holds no save of it.";
    case "no-power-cut":
      return "nothing speaks for a power cut: the computer was not restarted and the drive did not go.";
    case "control-survived":
      return "even saves that nothing protects survived, so the cut does not seem to have reached the drive.";
    case "flushed-by-another":
      return "another way of saving flushed the drive after its last save. Cut the power again, or test it alone.";
    case "read-from-memory":
      return "the files could only be read from the computer's memory. Restart the computer and finish the test then.";
    case null:
      return "";
  }
}

function saves(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "save" : "saves"}`;
}
