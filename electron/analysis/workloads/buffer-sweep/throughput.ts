import type { Statement } from "#contract/statement";
import type { BufferPoint, BufferSweep } from "#contract/workloads/buffer-sweep";
import type { statements } from "#text/workloads/buffer-sweep";
import { buffersDirectWrites, mayIgnoreDirect } from "../../buffered-direct";
import { runToEnd, steadierFigures } from "../../facts/advice";
import type { Facts } from "../../facts/facts";
import { type AnswerDraft as Answer, finder } from "../../facts/finding";
import { isInnerNvme } from "../../facts/thing";
import { isMemory } from "../../guarantee";
import { sayer } from "../../say";
import { median } from "../../statistics";
import type { FindingDraft } from "./codes";
import { referenceSweeps } from "./published";
import { type Beyond, beyondOf, limitShown, minPointsForKnee, plateauOf, sweepOf } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings of the buffer sweep: the speed of ordinary writing, from which size on, and its limit. */

interface Reached {
  readonly points: readonly BufferPoint[];
  readonly smallest: BufferPoint;
  readonly largest: BufferPoint;
  /** The rate that the program sees: memory's, while memory absorbs everything. */
  readonly bytesPerSecond: number;
}

function reachedIn({ points }: BufferSweep): Reached | null {
  const plateau = plateauOf(points);
  const smallest = points[0];
  const largest = plateau[plateau.length - 1];
  if (smallest === undefined || largest === undefined) {
    return null;
  }
  const bytesPerSecond = median(plateau.map((point) => point.bytesPerSecond));
  return { points, smallest, largest, bytesPerSecond };
}

/** The answer about writing without a sync; `null` if the sweep measured no point. */
export function sweepSpeed(facts: Facts): Answer | null {
  const sweep = sweepOf(facts.report, false);
  const reached = sweep && reachedIn(sweep);
  if (!sweep || !reached) {
    return null;
  }
  const { bytesPerSecond } = reached;
  const { kneeBufferBytes: knee } = sweep;
  return {
    question: "plain-speed",
    word:
      knee === null
        ? say("answer.plain-speed.sweep", { bytesPerSecond })
        : say("answer.plain-speed.from-size", { bufferBytes: knee, bytesPerSecond }),
    severity: "info",
    reason: [fromWhere(knee, reached), stored(facts)],
  };
}

function fromWhere(knee: number | null, { smallest, largest }: Reached): Statement {
  if (knee === null) {
    return say("answer.plain-speed.up-to", { bufferBytes: largest.bufferBytes });
  }
  return knee === smallest.bufferBytes
    ? say("answer.plain-speed.from-smallest", { bufferBytes: knee })
    : say("answer.plain-speed.and-more", { bufferBytes: knee, ...smallestOf(smallest) });
}

function smallestOf({ bufferBytes, bytesPerSecond }: BufferPoint) {
  return { smallestBytes: bufferBytes, smallestBytesPerSecond: bytesPerSecond };
}

/** States the drive's rate in a long write, to keep it apart from the page cache's rate. */
function stored({ report, longestWrite }: Facts): Statement {
  if (isMemory(report.volume)) {
    return say("stream.memory");
  }
  if (longestWrite === null) {
    return say("stream.not-measured");
  }
  const { bytes, bytesPerSecond, unbuffered } = longestWrite;
  const isAround = unbuffered && !buffersDirectWrites(report) && !mayIgnoreDirect(report);
  return say("stream.measured", { isAround, bytes, bytesPerSecond });
}

export function throughputFindings(facts: Facts): FindingDraft[] {
  const sweep = sweepOf(facts.report, false);
  const reached = sweep && reachedIn(sweep);
  if (!sweep || !reached) {
    return [];
  }
  const { kneeBufferBytes: knee } = sweep;
  const limit = limitShown(sweep);
  if (knee !== null && limit !== null) {
    return [kneeFinding(knee, limit, knee === reached.smallest.bufferBytes, reached, facts)];
  }
  return [unclear(sweep, reached, facts)];
}

function kneeFinding(
  knee: number,
  limit: "processor" | "drive",
  isFlat: boolean,
  reached: Reached,
  facts: Facts,
): FindingDraft {
  const size = { bufferBytes: knee };
  const { bytesPerSecond, smallest } = reached;
  const { cpuShare } = smallest;
  const beyond = beyondOf(facts.report);
  return finding("buffer-knee", "info", {
    title:
      isFlat || limit === "processor"
        ? say("buffer-knee.title-everywhere", { limit: limit === "drive" ? beyond : limit })
        : say("buffer-knee.title", { ...size, beyond }),
    seen: [
      !isFlat &&
        cpuShare !== null &&
        say("buffer-knee.small", {
          bufferBytes: smallest.bufferBytes,
          bytesPerSecond: smallest.bytesPerSecond,
          cpuShare,
        }),
      say(isFlat ? "buffer-knee.flat" : "buffer-knee.from", { ...size, bytesPerSecond }),
      stored(facts),
    ],
    means: [
      !isFlat && say("buffer-knee.below", size),
      above(limit, beyond),
      !isFlat && isInnerNvme(facts.report) && published(),
    ],
  });
}

function above(limit: "processor" | "drive", beyond: Beyond): Statement {
  switch (beyond) {
    case "memory":
      return say("buffer-knee.no-drive");
    case "behind":
      return say(`buffer-knee.${limit}-behind`);
    case "drive":
      return say(`buffer-knee.${limit}`);
  }
}

function published(): Statement | null {
  const reference = referenceSweeps[0];
  const first = reference?.points[0];
  const last = reference?.points[reference.points.length - 1];
  if (!reference || !first || !last) {
    return null;
  }
  return say("buffer-knee.published", {
    name: reference.name,
    firstBytes: first.bufferBytes,
    firstBytesPerSecond: first.bytesPerSecond,
    lastBytes: last.bufferBytes,
    lastBytesPerSecond: last.bytesPerSecond,
    source: reference.sourceName,
  });
}

/** The finding for an unclear sweep, with the first reason that applies. */
function unclear(sweep: BufferSweep, reached: Reached, facts: Facts): FindingDraft {
  const { smallest, largest, points } = reached;
  const { kneeBufferBytes: knee, limit } = sweep;
  const seen = [
    say("buffer-unclear.seen", {
      ...smallestOf(smallest),
      bufferBytes: largest.bufferBytes,
      bytesPerSecond: largest.bytesPerSecond,
    }),
    stored(facts),
  ];
  if (points.length < minPointsForKnee) {
    const means = say("buffer-unclear.few");
    return finding("buffer-unclear", "info", { seen, means, todo: runToEnd });
  }
  if (knee === null) {
    const means = say("buffer-unclear.disagree");
    return finding("buffer-unclear", "info", { seen, means, todo: steadierFigures });
  }
  const size = { bufferBytes: knee };
  const isBelow = limit !== "unclear" && knee !== smallest.bufferBytes;
  const looked =
    limit === "drive" && isBelow ? points.filter(({ bufferBytes }) => bufferBytes < knee) : points;
  return finding("buffer-unclear", "info", {
    seen: [...seen, say("buffer-unclear.no-gain", size)],
    means: looked.some(({ cpuShare }) => cpuShare === null)
      ? say("buffer-unclear.untold")
      : isBelow
        ? say("buffer-unclear.below", size)
        : say("buffer-unclear.neither"),
  });
}
