import type { LiveState } from "#contract/live-state";
import type { WorkloadResults } from "#contract/workloads/index";
import type { ReadingLoad, ReadingResult } from "#contract/workloads/reading";
import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatPercent,
  formatRate,
  formatRatio,
} from "../format";
import { messages, richMessages } from "../messages";
import { stepOf, type Teller } from "./home";

export const readingText = messages({
  step: "Reading, step {step, number} of {steps, number}",
});

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

export const absence = messages({
  removed:
    "The volume was removed or unmounted during the test of reading; nothing is said about it.",
  moved:
    "The folder was removed, moved or covered by another during the test of reading; that is no sign of a fault.",
});

export const progress = (live: LiveState) => readingText.step(stepOf(live));

const said = messages({
  randomTitle: "Small pieces in random places: {rate} reads a second, one at a time",
  randomSeen:
    "Reading {block} in a random place, around the system’s memory and one request after the other, took {time} as a rule{hasSlow, select, true {, and at most {slow} in 99 of 100 cases} other {}}: {rate} a second.",
  randomCounted: "By the system’s counters the reads went to the drive.",
  file: "The file has {size}; a drive may keep part of it in its own memory (cache).",
  fileOnDisk:
    "The file has {size}, a small part of the disk, and the disk may keep some of it in its own memory (cache): across the whole disk the heads move further, and it takes longer.",
  randomUncounted: "The system does not show whether all of it came from the drive itself.",
  randomMeans:
    "Starting programs, opening folders and searching wait for many such reads. Ten thousand of them, one after the other, take {time} on {isVirtual, select, true {this virtual drive} other {this drive}}.",

  manyTitle: "Several requests at once: {ratio} as many reads a second",
  manyAlike: "Several requests at once are about as fast as one at a time",
  manyUnclear: "Whether several requests at once are faster than one at a time is not known",
  manySeen:
    "With {requests, number} requests under way at a time, {block} in random places were read {rate} times a second; one at a time, {alone} times.",
  manyWrites: "With as many requests, {rate} a second were written.",
  manyMix: "With {reads} reads and the rest writes, it was {rate} a second.",
  manyFaster:
    "Several requests are worked on at the same time. Programs that ask for one thing after the other cannot make use of that.",
  manyBeyond:
    "That is more than their number, and more than work on all of them at the same time can gain. Something else is at work, such as a drive or a processor that rests between single requests, or a memory on the way.",
  manyNoFaster:
    "The drive, or what lies between here and it, works on one request after the other, or takes no more than so many a second.",
  manySlower: "Requests that are under way at the same time slow one another here.",
  manyNotKnown: "The rounds differ too much to tell what several requests at once gain.",

  largeTitle: "Large files: read at {read}, written at {written}",
  largeSeen:
    "In pieces of {block}, {requests, plural, =1 {one at a time} other {# under way at a time}}, reading reached {read} and writing {written}.",
  largeAlone: "One piece at a time, reading reached {rate}.",
  largeMeans:
    "How fast a large file is copied depends on both, and on the other drive. The writes were not confirmed as saved: a drive takes them into its own fast memory first, and may be slower once that is full.",

  cacheTitle:
    "{loads, plural, =1 {One of the {of, number} figures of reading is} other {# of the {of, number} figures of reading are}} not the drive’s",
  cacheSeen:
    "{read} were read, and by the system’s counters only {delivered} of it came from the disks.",
  cacheMeans:
    "A memory on the way answered the rest, such as that of what provides this drive. These figures are shown, but nothing is concluded from them.",

  unavailableTitle:
    "{all, select, true {Reading around the system’s memory is not possible here} other {Some reading around the system’s memory is not possible here}}",
  unavailableSeen:
    "With pieces of {block} the system refused it{hasReason, select, true { ({reason})} other {}}.",
  unavailableMeans:
    "Reading through the system’s memory instead would show the memory’s speed, so there is no figure.",
});

/** Texts state how long this many random reads take, as a familiar amount. */
const manyReads = 10_000;

export const statements = {
  "random-reads.title": (p: { perSecond: number }) =>
    said.randomTitle({ rate: formatRate(p.perSecond) }),
  "random-reads.seen": (p: {
    blockBytes: number;
    perSecond: number;
    medianNs: number;
    slowNs: number | null;
  }) =>
    said.randomSeen({
      block: formatBlockBytes(p.blockBytes),
      time: formatDuration(p.medianNs),
      hasSlow: `${p.slowNs !== null}`,
      slow: formatDuration(p.slowNs ?? 0),
      rate: formatRate(p.perSecond),
    }),
  "reading.file": (p: { fileBytes: number }) => said.file({ size: formatBlockBytes(p.fileBytes) }),
  "reading.file-on-disk": (p: { fileBytes: number }) =>
    said.fileOnDisk({ size: formatBlockBytes(p.fileBytes) }),
  "random-reads.counted": said.randomCounted,
  "random-reads.uncounted": said.randomUncounted,
  "random-reads.means": (p: { perSecond: number; isVirtual: boolean }) =>
    said.randomMeans({
      time: formatDuration((manyReads / p.perSecond) * 1e9),
      isVirtual: `${p.isVirtual}`,
    }),

  "many-at-once.title": (p: { ratio: number }) => said.manyTitle({ ratio: formatRatio(p.ratio) }),
  "many-at-once.title-alike": said.manyAlike,
  "many-at-once.title-not-known": said.manyUnclear,
  "many-at-once.seen": (p: {
    blockBytes: number;
    requests: number;
    perSecond: number;
    alonePerSecond: number;
  }) =>
    said.manySeen({
      requests: p.requests,
      block: formatBlockBytes(p.blockBytes),
      rate: formatRate(p.perSecond),
      alone: formatRate(p.alonePerSecond),
    }),
  "many-at-once.seen-writes": (p: { perSecond: number }) =>
    said.manyWrites({ rate: formatRate(p.perSecond) }),
  "many-at-once.seen-mix": (p: { perSecond: number; readShare: number }) =>
    said.manyMix({ reads: formatPercent(p.readShare), rate: formatRate(p.perSecond) }),
  "many-at-once.beyond": said.manyBeyond,
  "many-at-once.faster": said.manyFaster,
  "many-at-once.alike": said.manyNoFaster,
  "many-at-once.slower": said.manySlower,
  "many-at-once.not-known": said.manyNotKnown,

  "large-files.title": (p: { readBytesPerSecond: number; writtenBytesPerSecond: number }) =>
    said.largeTitle({
      read: formatBytesPerSecond(p.readBytesPerSecond),
      written: formatBytesPerSecond(p.writtenBytesPerSecond),
    }),
  "large-files.seen": (p: {
    readBytesPerSecond: number;
    writtenBytesPerSecond: number;
    requests: number;
    blockBytes: number;
  }) =>
    said.largeSeen({
      block: formatBlockBytes(p.blockBytes),
      requests: p.requests,
      read: formatBytesPerSecond(p.readBytesPerSecond),
      written: formatBytesPerSecond(p.writtenBytesPerSecond),
    }),
  "large-files.seen-alone": (p: { bytesPerSecond: number }) =>
    said.largeAlone({ rate: formatBytesPerSecond(p.bytesPerSecond) }),
  "large-files.means": said.largeMeans,

  "reads-from-cache.title": (p: { loads: number; of: number }) => said.cacheTitle(p),
  "reads-from-cache.seen": (p: { bytesRead: number; deviceReadBytes: number }) =>
    said.cacheSeen({ read: formatBytes(p.bytesRead), delivered: formatBytes(p.deviceReadBytes) }),
  "reads-from-cache.means": said.cacheMeans,

  "reading-unavailable.title": (p: { all: boolean }) => said.unavailableTitle({ all: `${p.all}` }),
  "reading-unavailable.seen": (p: { blockBytes: number; reason: string | null }) =>
    said.unavailableSeen({
      block: formatBlockBytes(p.blockBytes),
      hasReason: `${p.reason !== null}`,
      reason: p.reason ?? "",
    }),
  "reading-unavailable.means": said.unavailableMeans,
};

export const { name, subject, purpose, title, sentence, chartNote } = messages({
  name: "Reading",
  subject: "the speed of reading",
  purpose: "How fast the drive reads and writes, small pieces and large ones, one or many at once.",
  title: "Reading and writing around the system’s memory",
  sentence: "Reading and writing small and large pieces around the system’s memory.",
  chartNote: "The bars are bytes a second on a logarithmic axis.",
});

/** Texts of the workload's charts and live view. */
export const readingScreen = messages({
  readKey: "Only reads",
  writeKey: "Only writes",
  mixKey: "Mixed: {reads} reads",
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

export function inWords({ reading }: WorkloadResults, { reasonInWords }: Teller) {
  return { reading: reading.map((result: ReadingResult) => reasonInWords(result)) };
}

/** Notes below the workload's chart. */
export const readingNotes = messages({
  bars: "The bars are bytes a second; the thin lines go from the slowest to the fastest round.",
  cache: "Hatched: a memory on the way answered; it is not the drive’s figure.",
  notConfirmed: "Writes are not confirmed as saved here.",
});

/** The method in a sentence or two, for the short paper report. */
export const { briefMethod } = messages({
  briefMethod:
    "Loads of several sizes and depths on a file of incompressible data, around the system’s memory; a request at a time, or as many threads as requests. The figure is the median of the rounds.",
});

/** The workload's method, for the report. */
export const readingMethod = richMessages({
  text: "A file of {file} is filled with incompressible data and flushed. Each load runs for {round} after a warm-up of {warmup} that is left out, in {rounds, plural, =1 {one round} other {# rounds, each of which begins with the next load}}; the figure is the median of the rounds. A round ends early once it has written {limit}. Several requests are as many threads, each with a handle of its own and one synchronous call after the other; the blocks of a sequential load belong to one stream, which its threads share. Each goes on, without counting, until the others have ended, too. A rate is the number of requests under way over the mean time of one. What was written is brought to the drive before each round. The system calls stand in the table. What is written here is not read back and compared.",
  counted:
    "Reads count as the drive’s where the system’s counters of it rose by nine tenths of what was read; what stands behind a virtual drive is not counted.",
});
