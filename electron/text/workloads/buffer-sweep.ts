import type { LiveState } from "#contract/live-state";
import { formatBlockBytes, formatBytes, formatBytesPerSecond, formatPercent } from "../format";
import { messages, richMessages } from "../messages";
import { stepOf } from "./home";

export const bufferSweepText = messages({
  step: "Buffer sizes, step {step, number} of {steps, number}",
});

export const bufferSweepTable = messages({
  captionDirect: "Write size: {direct}",
  captionStream: "Write size: one long stream",

  size: "Size of one write",
  sizeShort: "write size",
  toMemory: "Into memory",
  toMemoryShort: "to memory",
  whileWriting: "While writing",
  directShort: "direct",
  withFlush: "With the flush",
  withFlushAfter: "With the flush after it",
  withFlushShort: "with the flush",
  calls: "Calls/s",
  processor: "Processor",
  processorTime: "Processor time",
  processorShort: "processor",
  user: "User",
  system: "System",
  settling: "Settling",
  knee: "flat from here on",

  untilFlush: "Until its last flush",
  streamDirect: "Stream of {bytes}, direct, until its last flush: {rate}",
  streamThroughMemory: "Stream of {bytes}, through memory, until its last flush: {rate}",
});

export const absence = messages({
  removed:
    "The volume was removed or unmounted during the test of write sizes; nothing is said about it.",
  moved:
    "The folder was removed, moved or covered by another during the test of write sizes; that is no sign of a fault.",
});

export const progress = (live: LiveState) => bufferSweepText.step(stepOf(live));

const said = messages({
  speedFrom: "{rate} from\u00a0{size}\u00a0on",
  speedOnly: "{rate}",
  upTo: "In writes of up to {size}; from which size on could not be told.",
  fromSmallest: "From the smallest writes on ({size}).",
  from: "In writes of {size} and more; with {smallest} it is {rate}.",

  memory: "That is the speed of the computer’s memory, which is all there is here.",
  noStream:
    "As a rule the system takes such writes into the computer’s memory first; how fast the drive takes a stream was not measured.",
  stream:
    "{isAround, select, true {As a rule the system takes such writes into the computer’s memory first; written around it, a stream of {bytes} went at {rate}, until the last flush returned.} other {As a rule the system takes such writes into the computer’s memory first; a stream of {bytes} went at {rate}, until the last flush returned.}}",

  kneeEverywhere:
    "{limit, select, processor {Writing is limited by the processor at every size} drive {Writing is limited by the drive at every size} memory {Writing is limited by the memory at every size} behind {Writing is limited by what stands behind this volume at every size}}",
  kneeTitle:
    "{beyond, select, drive {Writing is limited by the processor up to {size}, by the drive beyond} memory {Writing is limited by the processor up to {size}, by the memory beyond} behind {Writing is limited by the processor up to {size}, beyond by what stands behind this volume}}",
  kneeFlat: "Writes of {size} are as fast as larger ones: {rate}.",
  kneeSmall: "Writes of {size} reach {rate}, with the processor at work {share} of the time.",
  kneeFrom: "From {size} on it is {rate}.",
  kneeBelow:
    "Below {size} the processor is the limit: every write is a call to the system, and the calls take the time.",
  kneeNoDrive: "There is no drive behind this volume that could limit anything.",
  kneeDrive:
    "For data that is to reach the drive, most of the time is then spent waiting for the drive.",
  kneeDriveBehind:
    "For data that is to be stored, most of the time is then spent waiting for what stands behind this volume.",
  kneeProcessorBehind:
    "What stands behind this volume kept up with everything the processor handed over; how fast it could be was not reached.",
  kneeProcessor:
    "The drive kept up with everything the processor handed over; how fast it could be was not reached.",
  kneePublished:
    "Published for a {name}: {firstRate} with {firstSize}, {lastRate} with {lastSize} ({source}).",

  unclearTitle: "What limits writing is not clear",
  unclearSeen: "Writes of {smallest} reach {smallestRate}, writes of {largest} {largestRate}.",
  unclearFrom: "From {size} on nothing is gained.",
  unclearFew: "Too few sizes of writes were measured to tell.",
  unclearDisagree:
    "The figures of the largest writes do not agree on one speed, so that it cannot be told from which size on it is reached.",
  unclearNeither:
    "Neither the processor nor the drive took so much of the time that it can be named as the limit; other programs may have kept the processor busy.",
  unclearUntold:
    "The system does not tell closely enough how much of the time was the processor’s, so that nothing can be named as the limit.",
  unclearBelow:
    "The processor was not busy all the time below {size}, so that it cannot be named as the limit there.",

  bufferedTitle: "btrfs buffers direct writes on this kernel",
  bufferedSeen:
    "The folder is on btrfs with checksums, and the system is {system}. From Linux 6.14 on btrfs writes such files through the system’s memory, also where a program asks to go around it (O_DIRECT).",
  bufferedMeans:
    "The figures of such writes include that way through memory; on another file system they may differ.",
  directTitle:
    "{taker, select, virtual {Without the system’s memory the virtual drive takes {rate}} behind {Without the system’s memory what stands behind this volume takes {rate}} other {Without the system’s memory the drive takes {rate}}}",
  directSeen:
    "Written around the system’s memory ({call}), the largest pieces reach {rate}; pieces of {smallest} reach {smallestRate}.",
  directMeans:
    "{taker, select, virtual {Each piece waits until the virtual drive has taken it; what provides it may keep it in a memory of its own.} behind {Each piece waits until that has taken it, perhaps into a memory of its own, before the next one is begun.} other {Each piece waits until the drive has taken it, at first into its own memory (cache), before the next one is begun. What the drive does with several at once, or over a long time, is not in this figure.}}",
  directBufferedTitle:
    "{isVirtual, select, true {Written directly, which btrfs buffers, the virtual drive takes {rate}} other {Written directly, which btrfs buffers, the drive takes {rate}}}",
  directBufferedSeen:
    "Written directly, buffered by btrfs on this kernel, the largest pieces reach {rate}; pieces of {smallest} reach {smallestRate}.",
  directBufferedMeans:
    "Each piece goes through the system’s memory, and the write waits until btrfs has sent it on.",
});

interface Size {
  readonly bufferBytes: number;
}
interface Point extends Size {
  readonly bytesPerSecond: number;
}
/** What takes the data; `isBehind` is missing in reports of earlier versions. */
interface Taker {
  readonly isVirtual: boolean;
  /** Another computer, or a place that is not known. */
  readonly isBehind?: boolean;
}
const takerOf = ({ isVirtual, isBehind = false }: Taker) =>
  isVirtual ? "virtual" : isBehind ? "behind" : "drive";

interface Pieces extends Point {
  readonly smallestBytes: number;
  readonly smallestBytesPerSecond: number;
}

const sizeOf = ({ bufferBytes }: Size) => ({ size: formatBlockBytes(bufferBytes) });
const pointOf = (point: Point) => ({
  ...sizeOf(point),
  rate: formatBytesPerSecond(point.bytesPerSecond),
});
const piecesOf = (p: Omit<Pieces, "bufferBytes">) => ({
  rate: formatBytesPerSecond(p.bytesPerSecond),
  smallest: formatBlockBytes(p.smallestBytes),
  smallestRate: formatBytesPerSecond(p.smallestBytesPerSecond),
});

export const statements = {
  "answer.plain-speed.from-size": (p: Point) => said.speedFrom(pointOf(p)),
  "answer.plain-speed.sweep": (p: { bytesPerSecond: number }) =>
    said.speedOnly({ rate: formatBytesPerSecond(p.bytesPerSecond) }),
  "answer.plain-speed.up-to": (p: Size) => said.upTo(sizeOf(p)),
  "answer.plain-speed.from-smallest": (p: Size) => said.fromSmallest(sizeOf(p)),
  "answer.plain-speed.and-more": (p: Size & Omit<Pieces, "bytesPerSecond">) =>
    said.from({
      ...sizeOf(p),
      smallest: formatBlockBytes(p.smallestBytes),
      rate: formatBytesPerSecond(p.smallestBytesPerSecond),
    }),

  "stream.memory": said.memory,
  "stream.not-measured": said.noStream,
  "stream.measured": (p: { isAround: boolean; bytes: number; bytesPerSecond: number }) =>
    said.stream({
      isAround: `${p.isAround}`,
      bytes: formatBytes(p.bytes),
      rate: formatBytesPerSecond(p.bytesPerSecond),
    }),

  "buffer-knee.title-everywhere": (p: { limit: "processor" | "drive" | "memory" | "behind" }) =>
    said.kneeEverywhere(p),
  "buffer-knee.title": (p: Size & { beyond: "drive" | "memory" | "behind" }) =>
    said.kneeTitle({ ...sizeOf(p), beyond: p.beyond }),
  "buffer-knee.flat": (p: Point) => said.kneeFlat(pointOf(p)),
  "buffer-knee.small": (p: Point & { cpuShare: number }) =>
    said.kneeSmall({ ...pointOf(p), share: formatPercent(p.cpuShare) }),
  "buffer-knee.from": (p: Point) => said.kneeFrom(pointOf(p)),
  "buffer-knee.below": (p: Size) => said.kneeBelow(sizeOf(p)),
  "buffer-knee.no-drive": said.kneeNoDrive,
  "buffer-knee.drive": said.kneeDrive,
  "buffer-knee.drive-behind": said.kneeDriveBehind,
  "buffer-knee.processor-behind": said.kneeProcessorBehind,
  "buffer-knee.processor": said.kneeProcessor,
  "buffer-knee.published": (p: {
    name: string;
    firstBytes: number;
    firstBytesPerSecond: number;
    lastBytes: number;
    lastBytesPerSecond: number;
    source: string;
  }) =>
    said.kneePublished({
      name: p.name,
      firstRate: formatBytesPerSecond(p.firstBytesPerSecond),
      firstSize: formatBlockBytes(p.firstBytes),
      lastRate: formatBytesPerSecond(p.lastBytesPerSecond),
      lastSize: formatBlockBytes(p.lastBytes),
      source: p.source,
    }),

  "buffer-unclear.title": said.unclearTitle,
  "buffer-unclear.seen": (p: Pieces) =>
    said.unclearSeen({
      smallest: formatBlockBytes(p.smallestBytes),
      smallestRate: formatBytesPerSecond(p.smallestBytesPerSecond),
      largest: formatBlockBytes(p.bufferBytes),
      largestRate: formatBytesPerSecond(p.bytesPerSecond),
    }),
  "buffer-unclear.no-gain": (p: Size) => said.unclearFrom(sizeOf(p)),
  "buffer-unclear.few": said.unclearFew,
  "buffer-unclear.disagree": said.unclearDisagree,
  "buffer-unclear.neither": said.unclearNeither,
  "buffer-unclear.untold": said.unclearUntold,
  "buffer-unclear.below": (p: Size) => said.unclearBelow(sizeOf(p)),

  "direct-writes-buffered.title": said.bufferedTitle,
  "direct-writes-buffered.seen": (p: { osVersion: string }) =>
    said.bufferedSeen({ system: p.osVersion }),
  "direct-writes-buffered.means": said.bufferedMeans,

  "direct-writes.title": (p: Taker & { bytesPerSecond: number }) =>
    said.directTitle({
      taker: takerOf(p),
      rate: formatBytesPerSecond(p.bytesPerSecond),
    }),
  "direct-writes.seen": (p: Omit<Pieces, "bufferBytes"> & { call: string }) =>
    said.directSeen({ ...piecesOf(p), call: p.call }),
  "direct-writes.means": (p: Taker) => said.directMeans({ taker: takerOf(p) }),
  "direct-writes.buffered-title": (p: { isVirtual: boolean; bytesPerSecond: number }) =>
    said.directBufferedTitle({
      isVirtual: `${p.isVirtual}`,
      rate: formatBytesPerSecond(p.bytesPerSecond),
    }),
  "direct-writes.buffered-seen": (p: Omit<Pieces, "bufferBytes">) =>
    said.directBufferedSeen(piecesOf(p)),
  "direct-writes.buffered-means": said.directBufferedMeans,
};

export const { name, subject, purpose, title, sentence } = messages({
  name: "Write size",
  subject: "the speed of writes by their size",
  purpose: "How large one write should be to be fast.",
  title: "Speed, by the size of one write",
  sentence: "Writing with growing pieces, to find the best size.",
});

/** Texts of the workload's charts, live view and options. */
export const bufferSweepScreen = messages({
  processorKey: "processor time (right)",
  flatFrom: "flat from {bytes} on",
  liveDirect: "{title}, {direct}, so far",

  howToRead:
    "Each step hands the system larger pieces. Where the curves go flat, larger pieces gain nothing.",
  whoLimits:
    "Where the grey ground is high, the processor is the limit; where it is low, the drive is.",
  stepDirect: "{bytes}, {direct}",
  aroundMemory: "Around memory",

  directOption: "Also around memory (direct)",
  directDetail: "Without the system’s own memory between the program and the drive.",
});

/** Names of the chart's curves. */
export const speedNames = messages({
  memory: "into memory",
  drive: "with the flush after it",
  direct: "around memory (direct)",
  bufferedDirect: "direct, buffered by btrfs on this kernel",
});

/** Notes below the workload's chart. */
export const bufferSweepNotes = messages({
  captionDirect: "{title}, {direct}",
  noKnee: "No size was found from which on larger writes gain nothing.",
  knee: "Into memory, writes of {size} or more gain next to nothing from being larger.",
  processorBelow: "Below that the processor is busy with the calls, and the drive waits.",
  drive: "From there on most of the time is spent waiting for the drive.",
  processor: "From there on the drive keeps up, and the processor is the limit.",
  direct: "Around memory (direct): the same writes without the system’s memory in between.",
  directBuffered:
    "Direct, buffered by btrfs on this kernel: the same writes, each sent on to the drive at once.",
  directUnavailable: "Around memory (direct): not available ({reason}).",
  refusedSize: "The system takes no writes of {size} there.",
  refusedSizes: "The system takes no writes of {smallest} to {largest} there.",
});

/** The method in a sentence or two, for the short paper report. */
export const { briefMethod } = messages({
  briefMethod:
    "A new file is written in pieces of each size; “with the flush” counts the time until the drive had taken everything. The figure is the median of the passes.",
});

/** The workload's method, for the report. */
export const bufferSweepMethod = richMessages({
  sweep:
    "A new file is written from its beginning, through the page cache, with <call>{systemCall}</call> in pieces of {smallest} to {largest}, {passes, plural, =1 {once} other {in # passes to and fro, of which the median counts}}. A step ends after {step} or {limit}. Before the first of them the file is written once for nothing, because memory is slower when it is used for the first time. “Into memory” is what was written in that time. Afterwards <call>{settleCall}</call> waits until the drive has taken everything; “with the flush” counts that time too, one after the other, which is slower than either. Processor time is what the writing program and the system spent for it, as a share of the time of the writing.",
  direct:
    "The same once more around the page cache, with <call>{systemCall}</call>, for the sizes the system allows there.",
  stream:
    "At the end a stream is written with <call>{systemCall}</call> in pieces of {size} until {limit} or {time}; its time ends when the last flush has returned.",
  cachedStream:
    "At the end a stream is written with <call>{systemCall}</call> in pieces of {size} until {limit} or {time}, less where memory takes it, with a second thread that flushes meanwhile (not around the page cache: {reason}); its time ends when the last flush has returned.",
  refused: "refused",
});
