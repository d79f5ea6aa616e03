import type { ReadingLoad } from "#contract/workloads/reading";
import { formatBlockBytes, formatPercent, formatRate } from "../format";
import { messages, richMessages } from "../messages";
import { sentences } from "../sentences";
import { absenceMessages } from "./home";

export const readingTable = messages({
  caption: "Reading and writing around the memory",
  short: "Around the memory",
  load: "What is asked of the drive",
  loadAndCall: "What is asked, and system call",
  perSecond: "A second",
  speed: "Speed",
  shortPerSecond: "a second",
  shortSpeed: "speed",
  answeredBy: "Who answered",
});

/** The source that answered the reads. */
export const answeredBy = messages({
  drive: "the drive, by the system’s counters",
  cache: "a memory on the way: not the drive’s figure",
  "not-known": "not known",
});

const loadWords = messages({
  one: "{pattern, select, random {Random {block}} other {Sequential {block}}}, one by one: {kind}",
  many: "{pattern, select, random {Random {block}} other {Sequential {block}}}, {requests, number} at once: {kind}",
  reads: "read",
  writes: "write",
  mix: "{reads} read",
  shortMix: "mixed",
});

/** A load's label: "Random 4 KiB, one by one: 70 % read". */
export function loadLabel(load: ReadingLoad): string {
  return labelWith(load, loadWords.mix({ reads: formatPercent(load.readShare) }));
}

/** A load's label for a chart whose legend states the share of reads. */
export function shortLoadLabel(load: ReadingLoad): string {
  return labelWith(load, loadWords.shortMix());
}

function labelWith({ pattern, readShare, blockBytes, requests }: ReadingLoad, mix: string): string {
  const kind = readShare === 1 ? loadWords.reads() : readShare === 0 ? loadWords.writes() : mix;
  const block = formatBlockBytes(blockBytes);
  return requests === 1
    ? loadWords.one({ pattern, block, kind })
    : loadWords.many({ pattern, block, requests, kind });
}

export const absence = absenceMessages("during the test of reading");

const said = sentences({
  "random-reads.title":
    "Small pieces in random places: {perSecond, number, rate} reads a second, one at a time",
  "random-reads.seen":
    "Reading {blockBytes, number, blockBytes} in a random place, around the system’s memory and one request after the other, took {medianNs, number, duration} as a rule{hasSlow, select, true {, and at most {slowNs, number, duration} in 99 of 100 cases} other {}}: {perSecond, number, rate} a second.",
  "random-reads.counted": "By the system’s counters the reads went to the drive.",
  "reading.file":
    "The file has {fileBytes, number, blockBytes}; a drive may keep part of it in its own memory (cache).",
  "reading.file-on-zfs":
    "The file has {fileBytes, number, blockBytes}; ZFS may have answered from the computer’s memory, although it was asked to go around it.",
  "reading.file-on-disk":
    "The file has {fileBytes, number, blockBytes}, a small part of the disk, and the disk may keep some of it in its own memory (cache): across the whole disk the heads move further, and it takes longer.",
  "reading.file-on-usb":
    "The file has {fileBytes, number, blockBytes}; the drive may keep part of it in its own memory (cache), and if it is a hard disk, reads across the whole of it take longer.",
  "random-reads.uncounted":
    "The system does not show whether all of it came from the drive itself.",
  "random-reads.means":
    "Starting programs, opening folders and searching wait for many such reads. Ten thousand of them, one after the other, take {ns, number, duration} on {isVirtual, select, true {this virtual drive} other {this drive}}.",

  "many-at-once.title": "Several requests at once: {ratio, number, ratio} as many reads a second",
  "many-at-once.title-alike": "Several requests at once are about as fast as one at a time",
  "many-at-once.title-not-known":
    "Whether several requests at once are faster than one at a time is not known",
  "many-at-once.seen":
    "With {requests, number} requests under way at a time, {blockBytes, number, blockBytes} in random places were read {perSecond, number, rate} times a second; one at a time, {alonePerSecond, number, rate} times.",
  "many-at-once.seen-writes":
    "With as many requests, {perSecond, number, rate} a second were written.",
  "many-at-once.seen-mix":
    "With {readShare, number, percent} reads and the rest writes, it was {perSecond, number, rate} a second.",
  "many-at-once.faster":
    "Several requests are worked on at the same time, or in a quicker order than one by one. Programs that ask for one thing after the other cannot make use of that.",
  "many-at-once.beyond":
    "That is more than their number, and more than work on all of them at the same time can gain. Something else is at work, such as a drive or a processor that rests between single requests, or a memory on the way.",
  "many-at-once.alike":
    "The drive, or what lies between here and it, works on one request after the other, or takes no more than so many a second.",
  "many-at-once.slower": "Requests that are under way at the same time slow one another here.",
  "many-at-once.not-known":
    "The rounds differ too much to tell what several requests at once gain.",

  "large-files.title":
    "Large files: read at {readBytesPerSecond, number, bytesPerSecond}, written at {writtenBytesPerSecond, number, bytesPerSecond}",
  "large-files.seen":
    "In pieces of {blockBytes, number, blockBytes}, {requests, plural, =1 {one at a time} other {# under way at a time}}, reading reached {readBytesPerSecond, number, bytesPerSecond} and writing {writtenBytesPerSecond, number, bytesPerSecond}.",
  "large-files.seen-alone":
    "One piece at a time, reading reached {bytesPerSecond, number, bytesPerSecond}.",
  "large-files.uncounted":
    "The system does not show whether all that was read came from the drive itself.",
  "large-files.means":
    "How fast a large file is copied depends on both, and on the other drive. The writes were not confirmed as saved: a drive may take them into its own fast memory first, and be slower once that is full.",

  "reads-from-cache.title":
    "{loads, plural, =1 {One of the {of, number} figures of reading is} other {# of the {of, number} figures of reading are}} not the drive’s",
  "reads-from-cache.seen":
    "{bytesRead, number, bytes} were read, and by the system’s counters {isNone, select, true {none} other {only {deviceReadBytes, number, bytes}}} of it came from the disks.",
  "reads-from-cache.means":
    "A memory on the way answered the rest, such as that of what provides this drive. These figures are shown, but nothing is concluded from them.",

  "reading-unavailable.title":
    "{all, select, true {Reading around the system’s memory is not possible here} other {Some reading around the system’s memory is not possible here}}",
  "reading-unavailable.seen":
    "With pieces of {blockBytes, number, blockBytes} the system refused it{hasReason, select, true { ({reason})} other {}}.",
  "reading-unavailable.means":
    "Reading through the system’s memory instead would show the memory’s speed, so there is no figure.",
});

/** Sentences say how long so many random reads take, because people know seconds better than IOPS. */
const manyReads = 10_000;

export const statements = {
  ...said,
  "random-reads.seen": (p: {
    blockBytes: number;
    perSecond: number;
    medianNs: number;
    slowNs: number | null;
  }) => said["random-reads.seen"]({ ...p, hasSlow: p.slowNs !== null, slowNs: p.slowNs ?? 0 }),
  "random-reads.means": (p: { perSecond: number; isVirtual: boolean }) =>
    said["random-reads.means"]({ ...p, ns: (manyReads / p.perSecond) * 1e9 }),
  "reads-from-cache.seen": (p: { bytesRead: number; deviceReadBytes: number }) =>
    said["reads-from-cache.seen"]({ ...p, isNone: p.deviceReadBytes === 0 }),
  "reading-unavailable.seen": (p: { blockBytes: number; reason: string | null }) =>
    said["reading-unavailable.seen"]({
      ...p,
      hasReason: p.reason !== null,
      reason: p.reason ?? "",
    }),
};

export const { name, subject, purpose, title, sentence, chartNote, briefMethod, progress } =
  messages({
    name: "Reading",
    subject: "the speed of reading",
    purpose:
      "How fast the drive reads and writes, small pieces and large ones, one or many at once.",
    title: "Reading and writing around the system’s memory",
    sentence: "Reading and writing small and large pieces around the system’s memory.",
    chartNote: "The bars are bytes a second on a logarithmic axis.",
    briefMethod:
      "Loads of several sizes and depths on a file of incompressible data, around the system’s memory; a request at a time, or as many threads as requests. The figure is the median of the rounds.",
    progress: "Reading, step {step, number} of {steps, number}",
  });

export const readingScreen = messages({
  readKey: "read",
  writeKey: "write",
  mixKey: "mixed ({reads} read)",
  leadsFirst:
    "The first row is what you feel: programs that start or open a folder wait for one small piece after the other.",
  severalAtOnce:
    "With several requests at once the drive shows whether it works on them at the same time.",
  firstRow: "Small reads, one at a time",
  typical: "Typical request",
});

/** A rate: "12 300 /s". */
export function rateWords({ iops }: { iops: number }): string {
  return units.rate({ rate: formatRate(iops) });
}

const units = messages({ rate: "{rate}\u00a0/s" });

export const readingNotes = messages({
  bars: "The bars are bytes a second; the thin lines go from the slowest to the fastest round.",
  cache: "Hatched: a memory on the way answered; it is not the drive’s figure.",
  notConfirmed: "Writes are not confirmed as saved here.",
});

export const readingMethod = richMessages({
  text: "A file of {file} is filled with incompressible data and flushed. Each load runs for {round} after a warm-up of {warmup} that is left out, in {rounds, plural, =1 {one round} other {# rounds, each of which begins with the next load}}; the figure is the median of the rounds. A round ends early once it has written {limit}. Several requests are as many threads, each with a handle of its own and one synchronous call after the other; the blocks of a sequential load belong to one stream, which its threads share. Each goes on, without counting, until the others have ended, too. A rate is the number of requests under way over the mean time of one. What was written is brought to the drive before each round. The system calls stand in the table. What is written here is not read back and compared.",
  counted:
    "Reads count as the drive’s where the system’s counters of it rose by nine tenths of what was read; what stands behind a virtual drive is not counted.",
});
