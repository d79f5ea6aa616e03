import type { BufferPoint, BufferSweep } from "../../../contract/workloads/buffer-sweep";
import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatPercent,
  unitSpace,
} from "../../format";
import { isMemory } from "../../guarantee";
import { referenceCurves } from "../../reference-curves";
import { median } from "../../statistics";
import { runToEnd, steadierFigures } from "../../verdict/advice";
import type { Facts, UnjudgedReport } from "../../verdict/facts";
import type { AnswerDraft as Answer, FindingDraft } from "../../verdict/finding";
import { buffersDirectWrites } from "./buffered-direct";
import { minPointsForKnee, plateauOf, processorLimitsBelowKnee } from "./results";
import { longestStream } from "./stream";

/** What the buffer sweep says: how fast ordinary writing is, from which size on, and what limits. */

interface Reached {
  readonly points: readonly BufferPoint[];
  readonly smallest: BufferPoint;
  readonly largest: BufferPoint;
  /** Of the largest buffers, as the program sees it: the speed of memory as long as that takes all. */
  readonly rate: string;
}

function reachedIn({ points }: BufferSweep): Reached | null {
  const plateau = plateauOf(points);
  const smallest = points[0];
  const largest = plateau[plateau.length - 1];
  if (smallest === undefined || largest === undefined) {
    return null;
  }
  return {
    points,
    smallest,
    largest,
    rate: formatBytesPerSecond(median(plateau.map(({ bytesPerSecond }) => bytesPerSecond))),
  };
}

/** "How fast otherwise?" by the sweep; `null` where it holds nothing. */
export function sweepSpeed({ report }: Facts): Answer | null {
  const sweep = report.bufferSweep;
  const reached = sweep && reachedIn(sweep);
  if (!sweep || !reached) {
    return null;
  }
  const { rate, smallest, largest } = reached;
  const { kneeBufferBytes: knee } = sweep;
  const from = formatBlockBytes(knee ?? largest.bufferBytes);
  const where =
    knee === null
      ? `In writes of up to ${from}; from which size on could not be told.`
      : knee === smallest.bufferBytes
        ? `From the smallest writes on (${from}).`
        : `In writes of ${from} and more; with ${formatBlockBytes(smallest.bufferBytes)} it is ${formatBytesPerSecond(smallest.bytesPerSecond)}.`;
  return {
    question: "plain-speed",
    word: knee === null ? rate : `${rate} from${unitSpace}${from}${unitSpace}on`,
    severity: "info",
    reason: `${where} ${storedWords(report)}`,
  };
}

/** The page cache must not pass for the drive: what each figure is of. */
function storedWords(report: UnjudgedReport): string {
  if (isMemory(report.volume)) {
    return "That is the speed of the computer's memory, which is all there is here.";
  }
  const memory = "The system takes such writes into the computer's memory first;";
  const stream = longestStream(report);
  if (stream === null) {
    return `${memory} how fast the drive takes a stream was not measured.`;
  }
  const around = stream.unbuffered && !buffersDirectWrites(report) ? "written around it, " : "";
  return `${memory} ${around}${streamWords(stream)}.`;
}

/** "a stream of 1.07 GB went at 4.88 GB/s, until the last flush returned" */
function streamWords({ bytes, bytesPerSecond }: NonNullable<ReturnType<typeof longestStream>>) {
  return `a stream of ${formatBytes(bytes)} went at ${formatBytesPerSecond(bytesPerSecond)}, until the last flush returned`;
}

export function throughputFindings({ report }: Facts): FindingDraft[] {
  const sweep = report.bufferSweep;
  const reached = sweep && reachedIn(sweep);
  if (!sweep || !reached) {
    return [];
  }
  const { kneeBufferBytes: knee, limit } = sweep;
  const isFlat = knee === reached.smallest.bufferBytes;
  if (knee !== null && limit !== "unclear" && (isFlat || processorLimitsBelowKnee(sweep))) {
    return [kneeFinding(knee, limit, isFlat, reached, report)];
  }
  return [unclear(sweep, reached, report)];
}

function kneeFinding(
  knee: number,
  limit: "processor" | "drive",
  isFlat: boolean,
  reached: Reached,
  report: UnjudgedReport,
): FindingDraft {
  const size = formatBlockBytes(knee);
  const beyond = limit === "drive" && isMemory(report.volume) ? "memory" : limit;
  return {
    code: "buffer-knee",
    severity: "info",
    title:
      isFlat || limit === "processor"
        ? `Writing is limited by the ${beyond} at every size`
        : `Writing is limited by the processor up to ${size}, by the ${beyond} beyond`,
    seen: isFlat
      ? `Writes of ${size} are as fast as larger ones: ${reached.rate}. ${storedWords(report)}`
      : `${smallWords(reached)} From ${size} on it is ${reached.rate}. ${storedWords(report)}`,
    means: [isFlat ? null : below(size), aboveWords(limit, report), published(isFlat)]
      .filter((part) => part !== null)
      .join(" "),
    todo: null,
  };
}

function smallWords({ smallest }: Reached): string {
  return `Writes of ${formatBlockBytes(smallest.bufferBytes)} reach ${formatBytesPerSecond(smallest.bytesPerSecond)}, with the processor at work ${formatPercent(smallest.cpuShare)} of the time.`;
}

function below(size: string): string {
  return `Below ${size} the processor is the limit: every write is a call to the system, whatever the drive could do.`;
}

function aboveWords(limit: "processor" | "drive", { volume }: UnjudgedReport): string {
  if (isMemory(volume)) {
    return "There is no drive behind this volume that could limit anything.";
  }
  return limit === "drive"
    ? "For data that is to reach the drive, most of the time is then spent waiting for the drive."
    : "The drive kept up with everything the processor handed over; how fast it could be was not reached.";
}

function published(isFlat: boolean): string | null {
  const reference = referenceCurves.bufferSweeps[0];
  const first = reference?.points[0];
  const last = reference?.points[reference.points.length - 1];
  if (isFlat || !reference || !first || !last) {
    return null;
  }
  const figure = ({ bufferBytes, bytesPerSecond }: typeof first) =>
    `${formatBytesPerSecond(bytesPerSecond)} with ${formatBlockBytes(bufferBytes)}`;
  return `Published for a ${reference.name}: ${figure(first)}, ${figure(last)} (${reference.sourceName}).`;
}

/** The first of the reasons that applies. */
function unclear(sweep: BufferSweep, reached: Reached, report: UnjudgedReport): FindingDraft {
  const { smallest, largest, points } = reached;
  const base = { code: "buffer-unclear", severity: "info" } as const;
  const seen = `Writes of ${formatBlockBytes(smallest.bufferBytes)} reach ${formatBytesPerSecond(smallest.bytesPerSecond)}, writes of ${formatBlockBytes(largest.bufferBytes)} ${formatBytesPerSecond(largest.bytesPerSecond)}. ${storedWords(report)}`;
  const title = "What limits writing is not clear";
  if (points.length < minPointsForKnee) {
    return {
      ...base,
      title,
      seen,
      means: "Too few sizes of writes were measured to tell.",
      todo: runToEnd,
    };
  }
  if (sweep.kneeBufferBytes === null) {
    return {
      ...base,
      title,
      seen,
      means:
        "The figures of the largest writes do not agree on one speed, so that it cannot be told from which size on it is reached.",
      todo: steadierFigures,
    };
  }
  const size = formatBlockBytes(sweep.kneeBufferBytes);
  return {
    ...base,
    title,
    seen: `${seen} From ${size} on nothing is gained.`,
    means:
      sweep.limit === "unclear"
        ? "Neither the processor nor the drive took so much of the time that it can be named as the limit; other programs may have kept the processor busy."
        : `The processor was not busy all the time below ${size}, so that it cannot be named as the limit there.`,
    todo: null,
  };
}
