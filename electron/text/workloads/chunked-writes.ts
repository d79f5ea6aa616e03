import type { FlushModeId } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import { termOfArt } from "../flush-modes";
import { formatBlockBytes, formatRatio } from "../format";
import { messages, richMessages } from "../messages";
import { ofPair, sentences, timeOf } from "../sentences";
import { absenceMessages } from "./home";

export const chunkedWritesTable = messages({
  short: "{total} in {chunk}",
  quickest: "quickest",
  passes: "passes: {times}",
});

/** The time as a multiple of the fastest mode's: "4.0 times". */
export function againstQuickest(ratio: number | null): string | null {
  if (ratio === null) {
    return null;
  }
  return ratio < 1.05 ? chunkedWritesTable.quickest() : formatRatio(ratio);
}

export const absence = absenceMessages("during the test of large pieces");

const said = sentences({
  "chunked-disagree.title": "Large pieces: the passes disagree",
  "chunked-disagree.seen":
    "Writing {totalBytes, number, blockBytes}, {chunkBytes, number, blockBytes} at a time and asking for confirmation each time, was measured in {passes, number} passes in opposite orders. {slowMode} took {leastRatio, number, ratio} as long as {fastMode} in one of them, {mostRatio, number, ratio} in another.",
  "chunked-disagree.means":
    "Something other than the way of saving had a large part in these times, such as what the drive had written just before. Nothing is said about which way is faster.",

  "chunked-ratio.title":
    "Large pieces: the way of saving makes a difference of {ratio, number, ratio}",
  "chunked-ratio.title-alike":
    "Large pieces: all ways of saving measured here are about equally fast",
  "chunked-ratio.title-not-known":
    "Large pieces: whether the way of saving makes a difference did not show",
  "chunked-ratio.title-full-flush":
    "Large pieces: the full flush takes {ratio, number, ratio} as long as the ordinary one",
  "chunked-ratio.seen": `Writing {totalBytes, number, blockBytes}, {chunkBytes, number, blockBytes} at a time and asking for confirmation each time, took ${timeOf("slow")} with {slowMode} and ${timeOf("fast")} with {fastMode}: {ratio, number, ratio} as long.`,
  "chunked-ratio.published":
    "Published for another Mac: {ordinaryNs, number, duration} and {fullNs, number, duration} for {totalBytes, number, blockBytes} ({source}).",
  "chunked-ratio.means":
    "{differs, select, true {How a program asks for confirmation matters even when it writes much at once.} other {When much is written at once, it makes little difference here how a program asks for confirmation.}}",
  "chunked-ratio.promises-less":
    "{fast} promises less; it is not counted as a cheaper way to the same safety.",
  "chunked-ratio.means-not-known":
    "These two are the slowest and the fastest of several, and the passes differ from one another by as much. Nothing is said about which way is faster.",
  "chunked-ratio.means-full-flush":
    "The ordinary flush is no cheaper way to the same safety: it leaves the data in the drive’s own memory (cache), and only the full one asks the drive to store it.",
});

export const statements = {
  ...said,
  "chunked-disagree.seen": ofPair(said["chunked-disagree.seen"]),
  "chunked-ratio.seen": ofPair(said["chunked-ratio.seen"]),
  "chunked-ratio.promises-less": (p: { fast: FlushModeId }) =>
    said["chunked-ratio.promises-less"]({ fast: termOfArt(p.fast) }),
};

export const { name, subject, purpose, sentence, briefMethod, progress } = messages({
  name: "Saving in chunks",
  subject: "saving in chunks",
  purpose: "A large file in pieces, in every way of saving.",
  sentence: "Writing a large file in chunks, in every way of saving.",
  briefMethod:
    "A file is written in chunks in every way of saving, with a confirmation after each where it asks for one; what was not through in time is extrapolated and marked.",
  progress: "Chunked writes, step {step, number} of {steps, number}",
});

export const chunkedWritesScreen = messages({
  title: "Time to write {total} in chunks of {chunk}, by the way of saving",
  howToRead:
    "The same file is written in every way of saving the system has. How far the bars differ is what a confirmation costs.",
  againstQuickest: "Against the quickest",
});

export function title({ workloads }: RunPlan): string {
  const { totalBytes, chunkBytes } = workloads["chunked-writes"];
  return chunkedWritesScreen.title({
    total: formatBlockBytes(totalBytes),
    chunk: formatBlockBytes(chunkBytes),
  });
}

export const chunkedWritesMethod = richMessages({
  text: "{total} are written from the beginning of a file in chunks of {chunk} over data that is already there, written in pieces of the same size and flushed, in every way of saving, with a confirmation after each chunk where it asks for one; the system calls stand in the table. {passes, plural, =1 {One pass.} other {# passes, every other one in the opposite order: the time is their median, and no ratio is given where they disagree on it by more than half.}} A way that was not through after {time} is stopped there, and its time is multiplied by the whole amount over the amount written; such a figure is marked as extrapolated. p50 to longest are the times of one chunk with its confirmation.",
});
