import { messages, richMessages } from "../messages";
import { sentences } from "../sentences";
import { absenceMessages } from "./home";

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

export const absence = absenceMessages("during the test of write sizes");

const said = sentences({
  "answer.plain-speed.from-size":
    "{bytesPerSecond, number, bytesPerSecond} from\u00a0{bufferBytes, number, blockBytes}\u00a0on",
  "answer.plain-speed.sweep": "{bytesPerSecond, number, bytesPerSecond}",
  "answer.plain-speed.up-to":
    "In writes of up to {bufferBytes, number, blockBytes}; from which size on could not be told.",
  "answer.plain-speed.from-smallest":
    "From the smallest writes on ({bufferBytes, number, blockBytes}).",
  "answer.plain-speed.and-more":
    "In writes of {bufferBytes, number, blockBytes} and more; with {smallestBytes, number, blockBytes} it is {smallestBytesPerSecond, number, bytesPerSecond}.",

  "stream.memory": "That is the speed of the computer’s memory, which is all there is here.",
  "stream.not-measured":
    "As a rule the system takes such writes into the computer’s memory first; how fast the drive takes a stream was not measured.",
  "stream.measured":
    "{isAround, select, true {As a rule the system takes such writes into the computer’s memory first; written around it, a stream of {bytes, number, bytes} went at {bytesPerSecond, number, bytesPerSecond}, until the last flush returned.} other {As a rule the system takes such writes into the computer’s memory first; a stream of {bytes, number, bytes} went at {bytesPerSecond, number, bytesPerSecond}, until the last flush returned.}}",

  "buffer-knee.title-everywhere":
    "{limit, select, processor {Writing is limited by the processor at every size} drive {Writing is limited by the drive at every size} memory {Writing is limited by the memory at every size} behind {Writing is limited by what stands behind this volume at every size}}",
  "buffer-knee.title":
    "{beyond, select, drive {Writing is limited by the processor up to {bufferBytes, number, blockBytes}, by the drive beyond} memory {Writing is limited by the processor up to {bufferBytes, number, blockBytes}, by the memory beyond} behind {Writing is limited by the processor up to {bufferBytes, number, blockBytes}, beyond by what stands behind this volume}}",
  "buffer-knee.flat":
    "Writes of {bufferBytes, number, blockBytes} are as fast as larger ones: {bytesPerSecond, number, bytesPerSecond}.",
  "buffer-knee.small":
    "Writes of {bufferBytes, number, blockBytes} reach {bytesPerSecond, number, bytesPerSecond}, with the processor at work {cpuShare, number, percent} of the time.",
  "buffer-knee.from":
    "From {bufferBytes, number, blockBytes} on it is {bytesPerSecond, number, bytesPerSecond}.",
  "buffer-knee.below":
    "Below {bufferBytes, number, blockBytes} the processor is the limit: every write is a call to the system, and the calls take the time.",
  "buffer-knee.no-drive": "There is no drive behind this volume that could limit anything.",
  "buffer-knee.drive":
    "For data that is to reach the drive, most of the time is then spent waiting for the drive.",
  "buffer-knee.drive-behind":
    "For data that is to be stored, most of the time is then spent waiting for what stands behind this volume.",
  "buffer-knee.processor-behind":
    "What stands behind this volume kept up with everything the processor handed over; how fast it could be was not reached.",
  "buffer-knee.processor":
    "The drive kept up with everything the processor handed over; how fast it could be was not reached.",
  "buffer-knee.published":
    "Published for a {name}: {firstBytesPerSecond, number, bytesPerSecond} with {firstBytes, number, blockBytes}, {lastBytesPerSecond, number, bytesPerSecond} with {lastBytes, number, blockBytes} ({source}).",

  "buffer-unclear.title": "What limits writing is not clear",
  "buffer-unclear.seen":
    "Writes of {smallestBytes, number, blockBytes} reach {smallestBytesPerSecond, number, bytesPerSecond}, writes of {bufferBytes, number, blockBytes} {bytesPerSecond, number, bytesPerSecond}.",
  "buffer-unclear.no-gain": "From {bufferBytes, number, blockBytes} on nothing is gained.",
  "buffer-unclear.few": "Too few sizes of writes were measured to tell.",
  "buffer-unclear.disagree":
    "The figures of the largest writes do not agree on one speed, so that it cannot be told from which size on it is reached.",
  "buffer-unclear.neither":
    "Neither the processor’s work nor waiting took so much of the time that it can be named as the limit; other programs may have kept the processor busy.",
  "buffer-unclear.untold":
    "The system does not tell closely enough how much of the time was the processor’s, so that nothing can be named as the limit.",
  "buffer-unclear.below":
    "The processor was not busy all the time below {bufferBytes, number, blockBytes}, so that it cannot be named as the limit there.",

  "direct-writes-buffered.title": "btrfs buffers direct writes on this kernel",
  "direct-writes-buffered.seen":
    "The folder is on btrfs with checksums, and the system is {osVersion}. From Linux 6.14 on btrfs writes such files through the system’s memory, also where a program asks to go around it (O_DIRECT).",
  "direct-writes-buffered.means":
    "The figures of such writes include that way through memory; on another file system they may differ.",
  "direct-writes.title":
    "{taker, select, virtual {Without the system’s memory the virtual drive takes {bytesPerSecond, number, bytesPerSecond}} behind {Without the system’s memory what stands behind this volume takes {bytesPerSecond, number, bytesPerSecond}} other {Without the system’s memory the drive takes {bytesPerSecond, number, bytesPerSecond}}}",
  "direct-writes.seen":
    "Written around the system’s memory ({call}), the largest pieces reach {bytesPerSecond, number, bytesPerSecond}; pieces of {smallestBytes, number, blockBytes} reach {smallestBytesPerSecond, number, bytesPerSecond}.",
  "direct-writes.means":
    "{taker, select, virtual {Each piece waits until the virtual drive has taken it; what provides it may keep it in a memory of its own.} behind {Each piece waits until that has taken it, perhaps into a memory of its own, before the next one is begun.} other {Each piece waits until the drive has taken it, perhaps into its own memory (cache), before the next one is begun. What the drive does with several at once, or over a long time, is not in this figure.}}",
  "direct-writes.buffered-title":
    "{isVirtual, select, true {Written directly, which btrfs buffers, the virtual drive takes {bytesPerSecond, number, bytesPerSecond}} other {Written directly, which btrfs buffers, the drive takes {bytesPerSecond, number, bytesPerSecond}}}",
  "direct-writes.buffered-seen":
    "Written directly, buffered by btrfs on this kernel, the largest pieces reach {bytesPerSecond, number, bytesPerSecond}; pieces of {smallestBytes, number, blockBytes} reach {smallestBytesPerSecond, number, bytesPerSecond}.",
  "direct-writes.buffered-means":
    "Each piece goes through the system’s memory, and the write waits until btrfs has sent it on.",
});

/**
 * What takes the written data: a virtual drive, storage whose drives this computer cannot see, such
 * as a server's (`isBehind`), or a drive.
 */
interface Taker {
  readonly isVirtual: boolean;
  /** Whether another computer or unknown storage takes the data. Missing in older reports. */
  readonly isBehind?: boolean;
}
const takerOf = ({ isVirtual, isBehind = false }: Taker) =>
  isVirtual ? "virtual" : isBehind ? "behind" : "drive";

export const statements = {
  ...said,
  "direct-writes.title": (p: Taker & { bytesPerSecond: number }) =>
    said["direct-writes.title"]({ ...p, taker: takerOf(p) }),
  "direct-writes.means": (p: Taker) => said["direct-writes.means"]({ taker: takerOf(p) }),
};

export const { name, subject, purpose, title, sentence, briefMethod, progress } = messages({
  name: "Write size",
  subject: "the speed of writes by their size",
  purpose: "How large one write should be to be fast.",
  title: "Speed, by the size of one write",
  sentence: "Writing with growing pieces, to find the best size.",
  briefMethod:
    "A new file is written in pieces of each size; “with the flush” counts the time until the drive had taken everything. The figure is the median of the passes.",
  progress: "Buffer sizes, step {step, number} of {steps, number}",
});

export const bufferSweepScreen = messages({
  processorKey: "processor time (right)",
  flatFrom: "flat from {bytes} on",
  liveDirect: "{title}, {direct}, so far",

  howToRead:
    "Each step hands the system larger pieces. Where the curves go flat, larger pieces gain nothing.",
  whoLimits:
    "Where the grey ground is high, the processor is the limit; where it is low, writing waits for something else.",
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

export const bufferSweepNotes = messages({
  captionDirect: "{title}, {direct}",
  noKnee: "No size was found from which on larger writes gain nothing.",
  knee: "Into memory, writes of {size} or more gain next to nothing from being larger.",
  processorBelow: "Below that the processor is busy with the calls.",
  drive: "From there on most of the time is spent waiting for the drive.",
  driveBehind:
    "From there on most of the time is spent waiting for what stands behind this volume.",
  processor: "From there on the drive keeps up, and the processor is the limit.",
  processorBehind:
    "From there on what stands behind this volume keeps up, and the processor is the limit.",
  direct: "Around memory (direct): the same writes without the system’s memory in between.",
  directBuffered:
    "Direct, buffered by btrfs on this kernel: the same writes, each sent on to the drive at once.",
  directUnavailable: "Around memory (direct): not available ({reason}).",
  refusedSize: "The system takes no writes of {size} there.",
  refusedSizes: "The system takes no writes of {smallest} to {largest} there.",
});

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
