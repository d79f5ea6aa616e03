import type { FlushModeId } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import type { IntervalStrategy } from "#contract/workloads/sync-interval";
import { termOfArt } from "../flush-modes";
import { formatBlockBytes } from "../format";
import { messages, richMessages } from "../messages";
import { ofPair, sentences, timeOf } from "../sentences";
import { absenceMessages } from "./home";

export const syncIntervalTable = messages({
  captionOf: "How often to save: {mode}",
  short: "{bytes} with {mode}",
  confirmed: "Confirmed",
  quickest: "Quickest",
  slowest: "Slowest",
  trials: "Trials",
  confirmations: "Confirmations",
  anyDistance: "Any distance",
});

export const absence = absenceMessages("during the test of how often to save");

const said = sentences({
  "sync-interval-modes.title":
    "Saving often: {slowMode} took {ratio, number, ratio} as long as {fastMode}",
  "sync-interval-modes.title-alike": "Saving often: the ways of saving are about equally fast",
  "sync-interval-modes.seen": `Writing {totalBytes, number, blockBytes} in pieces of {blockBytes, number, blockBytes} with a flush every {intervalBytes, number, blockBytes} took ${timeOf("slow")} with {slowMode} and ${timeOf("fast")} with {fastMode}.`,
  "sync-interval-modes.same-promise":
    "Both promise the same here, so that nothing speaks against the faster one.",
  "sync-interval-modes.only-one-asks":
    "Only {fast} asks the drive to store the data; the other hands it to the drive and no further.",
  "sync-interval-modes.no-substitute":
    "{fast} hands the data to the drive and no further; it is no cheaper way to the same safety.",

  "sync-interval-cost.title":
    "{beside, select, end {Saving every {intervalBytes, number, blockBytes} took {ratio, number, ratio} as long as saving once at the end} never {Saving every {intervalBytes, number, blockBytes} took {ratio, number, ratio} as long as saving never}}",
  "sync-interval-cost.title-alike":
    "{beside, select, end {Saving every {intervalBytes, number, blockBytes} took about as long as saving once at the end} never {Saving every {intervalBytes, number, blockBytes} took about as long as saving never}}",
  "sync-interval-cost.seen": `{beside, select, end {Writing {totalBytes, number, blockBytes} in pieces of {blockBytes, number, blockBytes} took ${timeOf("often")} with a flush ({mode}) every {intervalBytes, number, blockBytes}, and ${timeOf("beside")} with one once at the end.} never {Writing {totalBytes, number, blockBytes} in pieces of {blockBytes, number, blockBytes} took ${timeOf("often")} with a flush ({mode}) every {intervalBytes, number, blockBytes}, and ${timeOf("beside")} with one never.}}`,
  "sync-interval-cost.published":
    "Published for {name}: {ratio, number, ratio} as long as once at the end ({source}).",
  "sync-interval-cost.waits":
    "{asksDrive, select, true {Each flush waits for the drive, however little there is to store.} other {Each flush takes its time, however little there is to store.}}",
  "sync-interval-cost.means-alike":
    "Most of the time goes into writing and storing the data, however often a confirmation is asked for.",
  "sync-interval-cost.means":
    "A program that saves less often, such as every 10 to 30 seconds or every 100 MiB, has less to wait for; what was written since the last save can then be lost in a power cut.",

  "sync-interval-cost.timed-once": "Each was timed once; another time may give other figures.",
  "sync-interval-cost.one-timed-once":
    "One of them was timed only once; another time may give other figures.",

  "sync-interval-cost.trials-overlap":
    "Not every trial of the one took longer than all of the other; another time may give other figures.",

  "sync-interval-cheap.title": "Saving often costs little here",
  "sync-interval-cheap.seen": `Writing {totalBytes, number, blockBytes} in pieces of {blockBytes, number, blockBytes} took ${timeOf("never")} without any flush, and ${timeOf("often")} with one ({mode}) every {intervalBytes, number, blockBytes}.`,
  "sync-interval-cheap.stops-at-drive":
    "This flush hands the data to the drive and does not ask it to store anything, so that there is little to wait for.",
  "sync-interval-cheap.no-flush":
    "The system sends no flush to this drive, so that none is waited for.",

  "background-sync.title":
    "{helps, select, much {Saving in the background keeps programs from waiting} some {Saving in the background shortens the longest waits of programs} none {Saving in the background does not keep programs from waiting}}",
  "background-sync.seen": `With a second thread that saves while the program writes, the slowest of a thousand writes took {besideWaitNs, number, duration}; with a save every {intervalBytes, number, blockBytes} {everyWaitNs, number, duration}. All of it took ${timeOf("beside")} and ${timeOf("every")}.`,
  "background-sync.means":
    "{helps, select, much {A program that need not know when its data is safe can go on writing here while it is being saved.} some {The system still makes the program wait at times while the other thread saves.} none {The system makes the program wait while the other thread saves, so that little is gained by it here.}}",
});

export const statements = {
  ...said,
  "sync-interval-modes.title": ofPair(said["sync-interval-modes.title"]),
  "sync-interval-modes.seen": ofPair(said["sync-interval-modes.seen"]),
  "sync-interval-modes.only-one-asks": (p: { fast: FlushModeId }) =>
    said["sync-interval-modes.only-one-asks"]({ fast: termOfArt(p.fast) }),
  "sync-interval-modes.no-substitute": (p: { fast: FlushModeId }) =>
    said["sync-interval-modes.no-substitute"]({ fast: termOfArt(p.fast) }),
};

export const { name, subject, purpose, sentence, briefMethod, progress } = messages({
  name: "How often to save",
  subject: "what saving more often costs",
  purpose: "What it costs to ask for a confirmation more often.",
  sentence: "Writing the same amount again, confirmed more and more often.",
  briefMethod:
    "The same amount is written and confirmed never, once at the end, in the background, or every so many bytes. What was not through in time is extrapolated and marked.",
  progress: "Sync intervals, step {step, number} of {steps, number}",
});

export const syncIntervalScreen = messages({
  title: "Time to write {bytes}, by how often it is confirmed",
  howToRead:
    "The same amount is written in every step. The oftener a program asks for a confirmation, the longer it takes, and the less is lost when the power goes.",
  stepOf: "{strategy}: {mode}",
  extrapolatedTime: "Time (extrapolated)",
});

export function title({ workloads }: RunPlan): string {
  const { totalBytes } = workloads["sync-interval"];
  return syncIntervalScreen.title({ bytes: formatBlockBytes(totalBytes) });
}

const strategies = messages({
  never: "Never",
  end: "Once at the end",
  background: "In the background",
  every: "Every {bytes}",
  everySoOften: "Every so often",
});

/** A strategy's label in charts and tables: how often the data is synced. */
export function strategyLabel(
  strategy: IntervalStrategy["strategy"],
  intervalBytes: number | null,
): string {
  if (strategy !== "every") {
    return strategies[strategy]();
  }
  return intervalBytes === null
    ? strategies.everySoOften()
    : strategies.every({ bytes: formatBlockBytes(intervalBytes) });
}

export const syncIntervalNotes = messages({
  bar: "Bar: median of the trials. Thin line: quickest to slowest trial.",
  points:
    "{isRepeated, select, true {Each point is the median of its trials; the quickest and the slowest time of a row are written out.} other {Each point is one trial; the quickest and the slowest time of a row are written out.}}",
  background:
    "In the background: beside the writing, a second thread asks for a confirmation every {time}.",
  hollow: "Hollow: stopped after {time} and extrapolated from what had been written by then.",
  unavailable: "{mode}: not available ({reason}).",
  captionOf: "{caption}: {mode}",
});

export const syncIntervalMethod = richMessages({
  text: "{total} are written from the beginning of a file in pieces of {block}, through the page cache, over data that is already there, written in the same pieces and flushed. Confirmed with <call>{systemCalls}</call>: never, once at the end, beside the writing every {background}, or every so many bytes. {trials, plural, =1 {One trial each.} other {The figure is the median of # trials.}} A trial that was not through after {time} is stopped there, and its time is multiplied by the whole amount over the amount written; such a figure is marked as extrapolated. p50, p99 and longest are the times of one write with the confirmation after it.",
});
