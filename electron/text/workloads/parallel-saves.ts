import { formatDuration } from "../format";
import { messages, richMessages } from "../messages";
import { sentences } from "../sentences";
import { absenceMessages } from "./home";

export const absence = absenceMessages("while several writers saved");

const said = sentences({
  "parallel-saves.title":
    "{writers, number} programs that save at once: {ratio, number, ratio} as many saves as one alone",
  "parallel-saves.title-apart":
    "How far {writers, number} programs that save at once slow one another is not known",
  "parallel-saves.title-all":
    "{writers, number} programs that save at once: about as many saves as one alone",
  "parallel-saves.seen":
    "One writer saved {onePerSecond, number, rate} times a second ({mode}), {writers, number} at once {manyPerSecond, number, rate} times in all: {eachPerSecond, number, rate} times each on average.",
  "parallel-saves.flushes":
    "The system counted {manyPerSave, number, fixed2} flush commands for each save with {writers, number} writers, {onePerSave, number, fixed2} with one.",
  "parallel-saves.flushes-gathered":
    "The system gathers what they ask for: {manyPerSave, number, fixed2} flush commands for each save with {writers, number} writers, {onePerSave, number, fixed2} with one.",
  "parallel-saves.flushes-each":
    "Each save has its own flush commands: {manyPerSave, number, fixed2} for each with {writers, number} writers, {onePerSave, number, fixed2} with one.",
  "parallel-saves.beyond":
    "On average each of them saves more often than one alone, which saving at the same time does not explain. Something else is at work, such as a drive or a processor that rests between the saves of one alone.",
  "parallel-saves.none": "Programs that save at the same time hardly slow one another here.",
  "parallel-saves.some":
    "Together they save more often than one alone, but each of them less often: a program that saves waits longer while others save.",
  "parallel-saves.more":
    "Together they save more often than one alone. Whether each of them saves less often does not show.",
  "parallel-saves.all":
    "They share what one alone can save: a program that saves waits while others save.",
  "parallel-saves.fewer":
    "Together they save less often than one alone: programs that save at the same time get in one another’s way here.",
  "parallel-saves.apart":
    "For most of the time not all of them were saving: how far they slow one another is not known.",
  "parallel-saves.one-round": "One round does not show how far they slow one another.",
  "parallel-saves.not-known": "The rounds differ too much to tell how far they slow one another.",
});

const pieces = messages({
  slowest:
    "One save in a hundred took {one} or longer with one writer, and with {writers, number} from {least} to {most}, depending on the writer.",
  slowestAlike:
    "One save in a hundred took {one} or longer with one writer, and {most} with {writers, number}.",
});

interface Slowest {
  readonly writers: number;
  readonly oneNs: number;
  readonly leastNs: number;
  readonly mostNs: number;
}

export const statements = {
  ...said,
  "parallel-saves.slowest": ({ writers, ...p }: Slowest) => {
    const [one, least, most] = [p.oneNs, p.leastNs, p.mostNs].map(formatDuration) as [
      string,
      string,
      string,
    ];
    return least === most
      ? pieces.slowestAlike({ writers, one, most })
      : pieces.slowest({ writers, one, least, most });
  },
};

export const { name, subject, purpose, title, sentence, briefMethod, progress } = messages({
  name: "Several programs at once",
  subject: "several programs that save at once",
  purpose: "Whether programs that save at the same time slow one another.",
  title: "Saves per second of several writers at once",
  sentence: "Saving with one writer and with several at once, each to a file of its own.",
  briefMethod:
    "Writers begin together, each with a file of its own, and confirm every save. The rate is that of all of them; times are those of one save.",
  progress: "Several programs at once, step {step, number} of {steps, number}",
});

export const parallelTable = messages({
  caption: "Several programs at once",
  writersHead: "Writers",
  writers: "{writers, plural, =1 {1 writer} other {# writers}}",
  writersAndMode: "{writers, plural, =1 {1 writer} other {# writers}}, {mode}",
  terminalRate: "in all",
  terminalEach: "each",
  rate: "Saves/s in all",
  each: "Saves/s each",
  perSecond: "Saves a second in all",
  interval: "Between",
  flushes: "Flushes per save",
  flushesShort: "flushes",
  typical: "Typical time",
  slowest: "1 in 100 takes longer than",
  writerP99: "p99 of each writer",
});

export const parallelScreen = messages({
  howToRead:
    "Each writer saves 4 KiB at a time to a file of its own. Where programs do not slow one another, twice as many writers save twice as often in all.",
  waits: "Where the bars stop growing, every further writer makes the others wait.",
  rate: "Saves a second in all",
  slowest: "1 in 100 takes longer than",
  perSecond: "{rate}\u00a0/s",
  note: "1 in 100: {time}",
});

export const parallelNotes = messages({
  notes:
    "The bars are medians of the rounds; the thin lines reach from the slowest round to the fastest. Behind them: how long one save in a hundred takes, or longer. The axis is logarithmic.",
});

export const parallelMethod = richMessages({
  text: "{writers} writers at once, each a thread that rewrites blocks of {block} at random places of a file of its own ({file}, filled and flushed beforehand) and confirms each of them. All begin together. Each number of writers is measured for {time} after a drain and {warmup} that do not count, {rounds, plural, =1 {in one round} other {in # rounds, in a rotated order}}; a writer ends early after {most}. The rate is that of all writers together, over the time from the first start to the last end; times are those of one save with its confirmation. At the end all blocks are read back and compared. Flushes are those the system counted on the way to the drive, where it counts them.",
  call: "Each save is <call>{systemCall}</call>.",
});
