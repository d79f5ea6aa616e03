import type { Guarantee } from "#contract/flush-mode";
import type { DocumentWay } from "#contract/workloads/document-saves";
import { messages, richMessages } from "../messages";
import { sentences } from "../sentences";
import { absenceMessages } from "./home";

export const absence = absenceMessages("while documents were saved");

/** The main system call of each method, for engineers. */
const terms: Readonly<Record<DocumentWay, string>> = {
  none: "write",
  fsync: "fsync",
  f_fullfsync: "F_FULLFSYNC",
  replace_file: "ReplaceFile",
  move_file: "MoveFileEx",
};

const labels: Readonly<Record<DocumentWay, () => string>> = messages({
  none: "not confirmed",
  fsync: "confirmed",
  f_fullfsync: "confirmed by the drive",
  replace_file: "content confirmed",
  move_file: "confirmed",
});

const unconfirmed = messages({
  // Not "confirmed": the call returns when the drive has received the data, not when it is stored.
  handedOver: "handed over to the drive",
  with: "with {term}",
});

/** A method's name for people, by what it promises on the volume. */
export function wayLabel(way: DocumentWay, guarantee: Guarantee): string {
  if (way === "none" || guarantee === "power-loss" || guarantee === "unknown") {
    return labels[way]();
  }
  return guarantee === "os-crash"
    ? unconfirmed.handedOver()
    : unconfirmed.with({ term: terms[way] });
}

const said = sentences({
  "document-saves.title":
    "{isConfirmed, select, true {A document of {documentBytes, number, blockBytes} can be saved {perSecond, number, rate} times a second with confirmation} other {A document of {documentBytes, number, blockBytes} can be saved {perSecond, number, rate} times a second with {way}}}",
  "document-saves.means":
    "{isPromised, select, true {A careful editor writes a new file, has it confirmed, puts it in the place of the old one and has that confirmed as well; by what system and drive promise, a power cut then leaves either the old document or the new one.} other {A careful editor writes a new file, asks for it to be saved, puts it in the place of the old one and asks for that to be saved as well.}}",
  "document-saves.no-journal":
    "The file system here ({fileSystem}) keeps no journal, so a power cut while the new document takes the place of the old one can leave neither of them whole.",
  "document-saves.costs":
    "{hasSize, select, true {With a document of {documentBytes, number, blockBytes} that takes {share, number, percent} of the time of such a save.} other {That takes {share, number, percent} of the time of such a save here.}}",
  "document-saves.costs-nearly-all":
    "{hasSize, select, true {With a document of {documentBytes, number, blockBytes} that takes nearly all of the time of such a save.} other {That takes nearly all of the time of such a save here.}}",
  "document-saves.one-round": "One round does not show what that costs here.",
  "document-saves.costs-little":
    "{hasSize, select, true {With a document of {documentBytes, number, blockBytes} that costs little time.} other {Here that costs little time.}}",
  "document-saves.cost-not-known": "The rounds differ too much to tell what that costs here.",
});

const pieces = sentences({
  seen: "{isConfirmed, select, true {A document of {documentBytes, number, blockBytes} was saved {safePerSecond, number, rate} times a second with confirmation ({way}) and {unsafePerSecond, number, rate} times without: {ratio, number, ratio} as often.} other {A document of {documentBytes, number, blockBytes} was saved {safePerSecond, number, rate} times a second with {way} and {unsafePerSecond, number, rate} times without: {ratio, number, ratio} as often.}}",
  seenTypical:
    "{isConfirmed, select, true {A document of {documentBytes, number, blockBytes} was saved {safePerSecond, number, rate} times a second with confirmation ({way}), typically in {typicalNs, number, duration}, and {unsafePerSecond, number, rate} times without: {ratio, number, ratio} as often.} other {A document of {documentBytes, number, blockBytes} was saved {safePerSecond, number, rate} times a second with {way}, typically in {typicalNs, number, duration}, and {unsafePerSecond, number, rate} times without: {ratio, number, ratio} as often.}}",
});

interface Confirmed {
  readonly way: DocumentWay;
  /** Whether a drive confirmed the save, so that the text may call it confirmed. */
  readonly isConfirmed: boolean;
}
interface Seen extends Confirmed {
  readonly documentBytes: number;
  readonly safePerSecond: number;
  readonly unsafePerSecond: number;
  readonly typicalNs: number | null;
  readonly ratio: number;
}

/** `documentBytes` is missing in reports of earlier versions. */
interface OfSize {
  readonly documentBytes?: number;
}
const sizeOf = ({ documentBytes }: OfSize) => ({
  hasSize: documentBytes !== undefined,
  documentBytes: documentBytes ?? 0,
});

export const statements = {
  ...said,
  "document-saves.title": (p: Confirmed & { documentBytes: number; perSecond: number }) =>
    said["document-saves.title"]({ ...p, way: terms[p.way] }),
  "document-saves.seen": ({ typicalNs, ...p }: Seen) => {
    const seen = { ...p, way: terms[p.way] };
    return typicalNs === null ? pieces.seen(seen) : pieces.seenTypical({ ...seen, typicalNs });
  },
  "document-saves.costs": (p: OfSize & { share: number }) =>
    said["document-saves.costs"]({ ...p, ...sizeOf(p) }),
  "document-saves.costs-little": (p: OfSize) => said["document-saves.costs-little"](sizeOf(p)),
  "document-saves.costs-nearly-all": (p: OfSize) =>
    said["document-saves.costs-nearly-all"](sizeOf(p)),
};

export const { name, subject, purpose, title, sentence, briefMethod, progress } = messages({
  name: "Saving documents",
  subject: "saving documents",
  purpose: "How often an editor can save a file, with and without confirmation.",
  title: "Documents saved per second, by their size",
  sentence: "Saving a document again and again, as an editor does.",
  briefMethod:
    "A new file is written and takes the place of the old one; the ways of saving differ in how much of that they have confirmed. The document is read back and compared after each round.",
  progress: "Saving documents, step {step, number} of {steps, number}",
});

export const documentsTable = messages({
  caption: "Saving documents",
  terminalRate: "a second",
  rate: "Documents/s",
  perSecond: "Documents a second",
  interval: "Between",
  flushes: "Flushes per document",
  flushesShort: "flushes",
  documents: "Documents",
  row: "{size}, {way}",
  callsOf: "{way}: {calls}",
  document: "Size and way of saving",
  typical: "Typical time",
  slowest: "1 in 100 takes longer than",
});

export const documentsScreen = messages({
  howToRead:
    "An editor saves into a new file, which then takes the place of the old one. The bars show how many documents of each size are saved in a second, with and without waiting for the drive.",
  gap: "The gap between the two bars of a size is what the confirmation costs.",
  rate: "Documents a second",
  typical: "Typical time",
  perSecond: "{rate}\u00a0/s",
});

export const documentsNotes = messages({
  whiskers:
    "The bars are medians of the rounds; the thin lines reach from the slowest round to the fastest.",
  axis: "The axis is logarithmic.",
});

export const documentsMethod = richMessages({
  text: "A document that cannot be compressed is saved again and again into a folder made for it: a new file is written and takes the place of the old one; what each way of saving has confirmed, its calls below say. Sizes: {sizes}. Each way and size is measured for {time} after {warmup} that do not count, {rounds, plural, =1 {in one round} other {in # rounds, in a rotated order}}; a round ends early after {most}. After each round the document is read back around the cache and compared with what was saved last. Times are those of one document, from making the file to the end of the last of these calls. Flushes are those the system counted on the way to the drive, where it counts them.",
  calls: "{way}: <call>{calls}</call>.",
});
