import type { Guarantee } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { FlushLayout } from "#contract/workloads/flush-modes";
import { messages, richMessages } from "../messages";
import { sentences } from "../sentences";
import { absenceMessages } from "./home";

export const flushModesText = messages({
  round: "Measuring, round {round, number} of {rounds, number}",
  appendRound: "Making a file longer, round {round, number} of {rounds, number}",
  spacedRound: "Saving now and then, round {round, number} of {rounds, number}",
  refilledRound:
    "Writing into a file filled in large pieces, round {round, number} of {rounds, number}",
});

export const flushModesTable = messages({
  captionRewrite: "Ways of saving: changing a file",
  captionAppend: "Ways of saving: making a file longer",
  captionSpaced: "Ways of saving: saving now and then",
  captionPlain: "Plain writes, by how the file was filled before",
  captionPublished: "Published figures of other drives",
  otherDrive: "Drive",
  source: "Source",
  filledIn: "Filled in pieces of {piece}",
  filledInShort: "filled in pieces of {piece}",
  writes: "Writes/s",
  roundLength: "A round took",
  roundLengthShort: "a round",
  afterRest: "After a rest of {rest}",
  afterRestShort: "after a rest of {rest}",

  rate: "Saves/s",
  rateShort: "per second",
  slowest: "Slowest round",
  fastest: "Fastest round",
  rewrite: "Changing a file",
  rewriteMedian: "Changing a file, median",
  append: "Making a file longer",
  perSecond: "Saves per second",
  notYet: "not measured yet",
  typical: "Typical",
  worst: "Worst stretch",
  modeOfCall: "{mode}, {call}",
  when: "When",
  now: "now",
  secondsAgo: "{seconds, number} seconds ago",
  none: "none",
  notMeasured: "not measured",
  operations: "Operations",
  flushes: "Flushes per save",
  flushesShort: "flushes/op",
  amplification: "Drive bytes per byte",
  survives: "promises to survive",

  notCounted: "not counted (FUA)",
  notCountedShort: "not counted",
  hiddenFlushes:
    "(not counted: Linux may store each write by itself, by force-unit-access, in place of a flush)",
  plusMinus: "± {range}",
  sure: "{share} sure",
  noDifference: "no difference seen: {modes}",
});

export const absence = absenceMessages("during the test of safe saves");

export function progress(_place: object, { plan, step, lastStep }: LiveState): string {
  const { append, spaced, rounds } = plan.workloads["flush-modes"];
  const place = step ?? lastStep;
  const { layout, round } =
    place?.kind === "flush-round" ? place : ({ layout: "rewrite", round: 0 } as const);
  if (layout === "append" && append !== null) {
    return flushModesText.appendRound({ round: round + 1, rounds: append.rounds });
  }
  if (layout === "spaced" && spaced !== null) {
    return flushModesText.spacedRound({ round: round + 1, rounds: spaced.rounds });
  }
  if (layout === "refilled") {
    return flushModesText.refilledRound({ round: round + 1, rounds });
  }
  return flushModesText.round({ round: round + 1, rounds });
}

export const statements = sentences({
  "append-cost.title":
    "{cost, select, longer {Saving a new or growing file takes longer than changing an old one} longerThisTime {Saving a new or growing file took longer than changing an old one} alike {Saving a new or growing file takes about as long as changing an old one} noLonger {Saving a new or growing file takes no longer than changing an old one}}",
  "append-cost.seen":
    "{growingPerSecond, number, rate} saves a second make a file longer, {changingPerSecond, number, rate} change what is in it ({mode}).",
  "append-cost.flushes":
    "The system counted {growingPerSave, number, flushes} flush commands to the drive for each of the first, and {changingPerSave, number, flushes} for each of the others.",
  "append-cost.two-confirmations":
    "Saving a new or growing file needs two confirmations by the drive where changing an old one needs one.",
  "append-cost.more-to-store":
    "Beside the data the system has to store where it lies and how long the file now is.",
  "append-cost.by-chance":
    "The rounds are too few, or lie too far apart, to say that it is always so; a longer inspection may show it.",
  "append-cost.means":
    "Most programs save a document as a new file; databases mostly change a file that is there.",

  "spaced-saves.title":
    "{isSlower, select, true {A save now and then takes longer than one of many in a row} other {A save now and then takes less time than one of many in a row}}",
  "spaced-saves.seen":
    "After a rest of {idleNs, number, duration} a save took {restedNs, number, duration}, typically; one right after the other they took {inARowNs, number, duration} each ({mode}).",
  "spaced-saves.flushes":
    "The system counted {restedPerSave, number, flushes} flush commands to the drive for each of the first and {inARowPerSave, number, flushes} for each of the others.",
  "spaced-saves.shared-flushes":
    "Saves in a row share some of the flushes that each single save needs.",
  "spaced-saves.means":
    "{isSlower, select, true {A program that saves now and then, as most do, waits that longer time.} other {Saves without a pause keep the drive busy; a program that saves now and then, as most do, waits less.}}",
  "plain-writes.title":
    "{isDecisive, select, true {How fast plain writes are depends on how the file was written before} other {How the file was written before makes little difference to plain writes}}",
  "plain-writes.seen":
    "Plain writes changed {perSecond, number, rate} blocks of {blockBytes, number, blockBytes} a second in a file that had been filled in pieces of {pieceBytes, number, blockBytes}, and {refilledPerSecond, number, rate} in the same file filled in pieces of {refilledPieceBytes, number, blockBytes}. A round took about {roundNs, number, duration} and {refilledRoundNs, number, duration}.",
  "plain-writes.means":
    "{isDecisive, select, true {Both end in the computer’s memory. The difference lies in how the system keeps the file there; another program that measures such writes finds the one figure or the other.} other {Both end in the computer’s memory, which takes about as long for both here. With other file systems it may not.}}",
  "spaced-saves.answer":
    "After a rest of {idleNs, number, duration} a single save took {restedNs, number, duration}, typically.",
});

export const { name, subject, purpose, title, chartNote, briefMethod } = messages({
  name: "Ways of saving",
  subject: "ways of saving",
  purpose: "How many saves a second, and whether they are safe.",
  title: "Saves per second (IOPS) by flush mode",
  chartNote:
    "Saves per second, logarithmic. Bar: median; thin line: slowest to fastest round. Dotted: published figures of other drives.",
  briefMethod:
    "Random rewrites in a file that is allocated, filled and flushed beforehand, by one writer, in rounds with rotated order after a drain and a warm-up; the figure is the median of the rounds. Flushes are those the system counted on the way to the drive, where it counts them.",
});

/** Names of the layouts, for series, tables and phases. */
export const layoutNames: Readonly<Record<FlushLayout, () => string>> = messages({
  rewrite: "changing a file",
  append: "making a file longer",
  spaced: "saving now and then",
  refilled: "changing a file filled in large pieces",
});

/** A sentence shown while a mode is measured. */
export const modeSentences: Readonly<
  Record<FlushLayout, Readonly<Record<Guarantee, () => string>>>
> = {
  rewrite: messages({
    none: "Writing small pieces of data without asking whether they have arrived.",
    "os-crash": "Saving small pieces of data, handing each one over to the drive.",
    "power-loss": "Saving small pieces of data, asking the drive to confirm each one.",
    unknown: "Saving small pieces of data, asking the system to write each one through.",
  }),
  append: messages({
    none: "Making a file longer piece by piece without asking whether it has arrived.",
    "os-crash": "Making a file longer piece by piece, handing each one over to the drive.",
    "power-loss": "Making a file longer piece by piece, asking the drive to confirm each one.",
    unknown: "Making a file longer piece by piece, asking the system to write each one through.",
  }),
  spaced: messages({
    none: "Writing a small piece of data now and then without asking whether it has arrived.",
    "os-crash": "Saving a small piece of data now and then, handing each one over to the drive.",
    "power-loss":
      "Saving a small piece of data now and then, asking the drive to confirm each one.",
    unknown: "Saving a small piece of data now and then, asking the system to write it through.",
  }),
  // In this layout only plain writes ("none") are measured; the type requires all four sentences.
  refilled: messages({
    none: "Writing into a file that was filled in large pieces, without asking whether it has arrived.",
    "os-crash": "Saving into a file that was filled in large pieces, handing each piece over.",
    "power-loss":
      "Saving into a file that was filled in large pieces, asking the drive to confirm.",
    unknown: "Saving into a file that was filled in large pieces, writing each piece through.",
  }),
};

/** Headings of the chart's two groups. */
export const groupNames = messages({ confirmed: "Confirmed", unconfirmed: "Not confirmed" });
export const groupNotes = messages({ confirmed: "these are saves", unconfirmed: "not saves" });

export const flushModesScreen = messages({
  gettingReady: "Getting ready for the next way of saving.",
  place: "round {round, number} of {rounds, number}",
  appendPlace: "making a file longer, round {round, number} of {rounds, number}",
  spokenPlace: "Round {round, number} of {rounds, number}.",
  spokenAppendPlace: "Making a file longer, round {round, number} of {rounds, number}.",
  spokenMode: "{place} {mode}.",

  soFar: "Saves per second so far",
  lastSeconds: "The last 30 seconds",
  typical: "Typical",
  typicalNote: "for one operation (p50)",
  slowOneInHundred: "Slow, one in a hundred",
  slowNote: "for one operation (p99)",
  now: "now",
  writes: "{rate} writes/s",
  ago: "{time} ago",

  appendOption: "Also a file that grows",
  appendDetail: "As when a new file is written: the drive has to store its length too.",

  latencyTitle: "How long one save takes",
  typicalKey: "typical (p50)",
  oneInHundredKey: "slow one in a hundred (p99)",
  oneInThousandKey: "slow one in a thousand (p99.9)",
  longestKey: "longest",

  overTime: "Saves per second over time",
  overTimeNote:
    "The rounds stand one behind the other; what was measured between them, in other ways of saving, is left out.",
  worstKey: "worst stretch",
  roundOf: "round {round, number}",
});

/** What the longest wait means to a person. */
export const waits = messages({
  nothing: "In the worst stretch nothing was saved for {time}.",
  unnoticed:
    "No save had to wait long enough to be noticed: even in the worst stretch {operations, plural, one {# was} other {# were}} through within {time}.",
  long: "At its worst one save took {time}: a program that waits for it stands still for that long.",
  short: "At its worst one save took {time}, a pause that can just be noticed.",
});

/** The stretch with the fewest operations. */
export const worstStretch = messages({
  stall: "worst: one save took {time} (round {round, number})",
  few: "worst: {operations, plural, =1 {one save} other {# saves}} in {time} (round {round, number})",
});

/** The workload's method for the report, as whole sentences. */
export const flushMethod = richMessages({
  rounds:
    "One writer rewrites blocks of {block} in random order inside a test file of {file}. Before the first measurement the file is allocated, filled in pieces of {block} with data that cannot be compressed, and flushed, so that no way of saving pays for allocation. Every way of saving runs for {round} in each of {rounds, number} rounds; every round begins with the next way of saving, so that none always comes first on a rested or a tired drive. A round ends early after {limit}. Before each the drive is brought to rest, and {warmup} of warm-up count for nothing. With plain writes the round follows on its warm-up without a pause, and what the system counts covers both.",
  plainRound: "A round of plain writes took about {round}.",
  plainState:
    "A round of plain writes took about {round}; the system’s memory holds the file in pages of {block} then, one for each piece it was filled with, or does not hold what a write around it has pushed out.",
  refilled:
    "After {rounds, number} of the rounds the system drops the file from its memory (<call>posix_fadvise</call>, <call>POSIX_FADV_DONTNEED</call>), the file is filled anew in pieces of {piece} and flushed, and plain writes run for a round of about {round}; before the next round it is filled as at first. Linux keeps in one piece what one call wrote, where the file system allows it.",
  batches:
    "Plain writes, which end in memory, are timed one by one in batches of up to 64; between batches, while the program counts and prepares the next, the time stands still.",
  batchesByCounter:
    "Plain writes, which end in memory, are timed one by one in batches of up to 64 (by the processor’s own counter where the system makes its clock from it); between batches, while the program counts and prepares the next, the time stands still.",
  paced:
    "{rate} changes a second are begun, no more, and a latency counts from when its change was due, so that the wait behind a slow one counts too.",
  figures:
    "The figure is the median of the rounds; with it stand the slowest and the fastest round, and after ± the confidence interval of the median from order statistics (binomial, free of distribution), with how sure it is that the true median lies in it; with eight rounds or fewer it reaches from the slowest to the fastest. Two ways are compared round by round: where the same interval of their ratio holds 1, no difference was seen. A round that other programs, other virtual machines or heat disturbed is measured a second time, for at most a quarter of all rounds. Flushes per save and drive bytes per byte (what reached the drive for each byte asked for, the file system’s journal included) are what the system counted on the way to the drive, where it counts them; what other programs did is among them, as the list of disturbed rounds says. “Not counted (FUA)”: Linux may store a write by itself, by force-unit-access, which is no flush. What other programs wrote is a lower bound: those of other users cannot be looked at.",
  appends:
    "Afterwards the same, without batches, without a warm-up and with no round measured a second time, with every save at the end of a file that grows, in {rounds, number} rounds of {round}, each ending early after {limit}.",
  spaced:
    "After a rest: between the rounds the drive and the writer idle for {rest} before each of some saves with <call>{systemCall}</call>, for {round} in each of {rounds, number} rounds; a latency counts from the save’s own start. Flushes that other programs sent meanwhile are among those the system counted, where it counts them.",
  readBack: "The blocks were read back and compared with what was last written there.",
});

/** What disturbed the rounds, one line per mode. */
export const disturbedText = messages({
  title: "What happened beside the rounds",
  calm: "No round was seen to be disturbed: other programs wrote next to nothing, as far as they can be looked at.",
  notKnown: "What other programs wrote to this drive meanwhile is not known.",
  place: "{mode}, {layout}",

  disturbed:
    "{count, plural, one {round {rounds} was disturbed: {causes}} other {rounds {rounds} were disturbed: {causes}}}",
  again:
    "{count, plural, one {round {rounds} was measured again because the first time was disturbed} other {rounds {rounds} were measured again because the first time was disturbed}}",
  sumDisturbed:
    "{count, plural, =1 {One of {all, number} rounds was} other {# of {all, number} rounds were}} disturbed: {causes}",
  sumAgain:
    "{count, plural, =1 {One of {all, number} rounds was} other {# of {all, number} rounds were}} measured again because the first time was disturbed",
  sum: "{what} The report saved as JSON lists each of them.",
});

export const disturbedLine = richMessages({
  line: "{place} (<call>{systemCall}</call>): {what}",
});

/** Notes below the chart, and about an inspection that ended early. */
export const flushModesNotes = messages({
  kept: "{measured, plural, =1 {One of {possible, number} ways of saving was measured.} other {# of {possible, number} ways of saving were measured.}}",
  bar: "Bar: median of the rounds.",
  twoBars:
    "Upper bar: saving inside a file that keeps its size. Lower bar: at the end of one that grows, as a new file does. Each: median of its rounds.",
  line: "Thin line: slowest to fastest round.",
  published: "Dotted lines: other drives, as published.",
  axis: "The axis is logarithmic: each line is ten times the one before.",
  paced: "The rates are not the drive’s: no more than {rate} changes a second were begun.",
});
