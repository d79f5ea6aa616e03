import type { SequentialCounts } from "#contract/engine-counts";
import type { Report } from "#contract/report";
import type { BufferPoint, BufferSweep } from "#contract/workloads/buffer-sweep";
import type { EventOf } from "#contract/workloads/index";
import { isMemory, isPlaceUnknown, isVirtualDrive } from "../../guarantee";
import { median } from "../../statistics";
import { worstWindow } from "../../timeline";

/**
 * Throughput by write size. Writes go through the page cache, so a program writes at the speed of
 * memory until the system throttles it; the drive's rate includes the final writeback. A second
 * sweep may bypass the page cache.
 */

export type BufferStep = Pick<
  Extract<EventOf<"buffer-sweep">, { type: "buffer-step" }>,
  "bufferBytes" | "pass" | "refusal" | "counts"
>;

/** Counts of a step whose data reached the drive in a known time. */
type SettledCounts = SequentialCounts & { readonly settleNs: number };

/** A step that was cut short needs at least this many write calls for a rate. */
export const minWriteCallsOfCutStep = 16;

/** Fewer sizes than this show no curve: four lie on the plateau and two before it. */
export const minPointsForKnee = 6;

/** The plateau is the median of this many of the largest buffers. */
const plateauPoints = 4;
/** Rates within this share of the plateau's rate are on the plateau. */
const plateauTolerance = 0.25;
/**
 * Of the four largest sizes, at least this many must be on the plateau: a single size is easily
 * disturbed.
 */
const plateauAgreeing = 3;
/** If smaller writes were more than this many times as fast as the largest, there is no plateau. */
const declineRatio = 1.5;
/** The rate at the knee is at most this share lower than the plateau's rate. */
const kneeTolerance = 0.05;

/** If the processor works for this share of the elapsed time or more, it counts as the limit. */
export const busyShare = 0.9;
/** A part of an elapsed time counts as most of that time from this share on. */
const mostShare = 0.5;

/**
 * Builds the sweep: one point per buffer size, ascending, the knee, and the limit above it.
 *
 * The knee is the smallest buffer whose rate is at most 5 % below the plateau (the median rate of
 * the four largest buffers) and from which on at most one size is more than a quarter below it, so
 * that a lucky step is no knee. Without a knee: fewer than six sizes, disagreement among the four
 * largest, or smaller writes that were clearly faster than the plateau.
 *
 * `limit` names the limit above the knee, by the four largest buffers up to the end of the
 * writeback:
 * - `processor`: it worked for the writer nine tenths of that time, so the drive kept up.
 * - `drive`, including the system's work on the way, such as encryption: the final writeback took
 *   half of that time, or the writer waited half of it, and not for a processor busy with other
 *   programs: the processor was busy with the writer below the knee, or the curve is flat, which
 *   call overhead never causes.
 * - `unclear`: anything else, and always without a knee.
 *
 * `skipped` lists the sizes that the system refused.
 */
export function buildBufferSweep(
  steps: readonly BufferStep[],
  systemCall: string,
  settleSystemCall: string,
  direct = false,
): BufferSweep {
  const counted = steps.flatMap(countedOf);
  const sizes = ascending(counted.map(({ bufferBytes }) => bufferBytes));
  const points = sizes.map((size) =>
    pointOf(
      size,
      counted.filter(({ bufferBytes }) => bufferBytes === size).map(({ counts }) => counts),
    ),
  );
  const kneeBufferBytes = kneeOf(points);
  return {
    direct,
    systemCall,
    settleSystemCall,
    points,
    skipped: skippedOf(steps.filter(({ bufferBytes }) => !sizes.includes(bufferBytes))),
    kneeBufferBytes,
    limit: kneeBufferBytes === null ? "unclear" : limitOf(points, kneeBufferBytes, direct),
  };
}

/** The direct or the cached sweep; `null` if not measured. */
export function sweepOf(
  { bufferSweeps }: { readonly bufferSweeps: readonly BufferSweep[] },
  direct: boolean,
): BufferSweep | null {
  return bufferSweeps.find((sweep) => sweep.direct === direct) ?? null;
}

/** The points of the largest buffers, ascending: at most four. */
export function plateauOf(points: readonly BufferPoint[]): readonly BufferPoint[] {
  return points.slice(-plateauPoints);
}

/**
 * Whether the processor limits writes smaller than the knee: it was busy with their calls all the
 * time (the median of its shares), and larger writes were faster.
 */
export function processorLimitsBelowKnee({
  points,
  kneeBufferBytes,
}: {
  readonly points: readonly BufferPoint[];
  readonly kneeBufferBytes: number | null;
}): boolean {
  const below = points.filter(({ bufferBytes }) => bufferBytes < (kneeBufferBytes ?? 0));
  const first = below[0];
  const knee = points.find(({ bufferBytes }) => bufferBytes === kneeBufferBytes);
  return (
    first !== undefined &&
    knee !== undefined &&
    knee.bytesPerSecond > first.bytesPerSecond &&
    median(below.map(({ cpuShare }) => cpuShare ?? 0)) >= busyShare
  );
}

/**
 * Whether `limit` holds at every size. `processor`: it is busy nine tenths of the writing time.
 * `drive`: the processor is busy at most half of the time up to the end of the writeback. False if
 * the system reports no processor time.
 */
export function limitsEverywhere(
  points: readonly BufferPoint[],
  limit: "processor" | "drive",
): boolean {
  return points.every((point) => {
    if (limit === "processor") {
      return (point.cpuShare ?? 0) >= busyShare;
    }
    const workingNs = processorNs(point);
    return workingNs !== null && workingNs <= (1 - mostShare) * (point.elapsedNs + point.settleNs);
  });
}

/** The limit, if the figures of every size confirm it; otherwise `null`. */
export function limitShown(sweep: BufferSweep): "processor" | "drive" | null {
  const { points, kneeBufferBytes, limit } = sweep;
  if (kneeBufferBytes === null || limit === "unclear") {
    return null;
  }
  const isFlat = kneeBufferBytes === points[0]?.bufferBytes;
  const isBelowShown = isFlat || processorLimitsBelowKnee(sweep);
  const isEverywhere = isFlat || limit === "processor";
  return isBelowShown && (!isEverywhere || limitsEverywhere(points, limit)) ? limit : null;
}

/**
 * What takes the data in the end: this computer's drive, its memory, or storage `behind` a host or
 * server, which may have a limit that is no drive's.
 */
export type Beyond = "drive" | "memory" | "behind";

export function beyondOf({ volume, host }: Pick<Report, "volume" | "host">): Beyond {
  if (isMemory(volume)) {
    return "memory";
  }
  const isBehind =
    isVirtualDrive(volume, host) || volume.drive.kind === "network" || isPlaceUnknown(volume);
  return isBehind ? "behind" : "drive";
}

function processorNs({
  cpuUserNs,
  cpuSystemNs,
}: Pick<SequentialCounts, "cpuUserNs" | "cpuSystemNs">): number | null {
  return cpuUserNs === null || cpuSystemNs === null ? null : cpuUserNs + cpuSystemNs;
}

/**
 * The counts of a step; none if the step ended before its writeback, because its rate would be
 * memory's.
 */
function countedOf({ bufferBytes, counts }: BufferStep) {
  if (counts === null || !isSettled(counts) || counts.elapsedNs === 0 || counts.bytes === 0) {
    return [];
  }
  const wasCut = counts.endedBy === "stopped" || counts.endedBy === "error";
  return wasCut && counts.writeCalls < minWriteCallsOfCutStep ? [] : [{ bufferBytes, counts }];
}

function isSettled(counts: SequentialCounts): counts is SettledCounts {
  return counts.settleNs !== null;
}

function skippedOf(steps: readonly BufferStep[]): BufferSweep["skipped"] {
  return ascending(steps.map(({ bufferBytes }) => bufferBytes)).flatMap((size) => {
    const refused = steps.find((step) => step.bufferBytes === size && step.refusal !== null);
    return refused?.refusal ? [{ bufferBytes: size, reason: refused.refusal }] : [];
  });
}

function ascending(sizes: readonly number[]): number[] {
  return [...new Set(sizes)].sort((a, b) => a - b);
}

function pointOf(bufferBytes: number, passes: readonly SettledCounts[]): BufferPoint {
  const medianOf = (rate: (counts: SettledCounts) => number) => median(passes.map(rate));
  const sumOf = (value: (counts: SettledCounts) => number) =>
    passes.reduce((sum, counts) => sum + value(counts), 0);
  const elapsedNs = sumOf((counts) => counts.elapsedNs);
  const isKnown = passes.every((counts) => processorNs(counts) !== null);
  const cpuUserNs = isKnown ? sumOf((counts) => counts.cpuUserNs ?? 0) : null;
  const cpuSystemNs = isKnown ? sumOf((counts) => counts.cpuSystemNs ?? 0) : null;
  const workingNs = processorNs({ cpuUserNs, cpuSystemNs });
  return {
    bufferBytes,
    bytesPerSecond: medianOf((counts) => perSecond(counts.bytes, counts.elapsedNs)),
    systemCallsPerSecond: medianOf((counts) => perSecond(counts.writeCalls, counts.elapsedNs)),
    cpuUserNs,
    cpuSystemNs,
    elapsedNs,
    bytes: sumOf((counts) => counts.bytes),
    systemCalls: sumOf((counts) => counts.writeCalls),
    settleNs: sumOf((counts) => counts.settleNs),
    // The clocks of processor and elapsed time differ slightly, so the share is capped at 1.
    cpuShare: workingNs === null ? null : Math.min(1, workingNs / elapsedNs),
    settledBytesPerSecond: medianOf((counts) =>
      perSecond(counts.bytes, counts.elapsedNs + counts.settleNs),
    ),
    worstWindow: worstWindow(passes.map((counts, round) => ({ ...counts, round }))),
  };
}

function perSecond(amount: number, ns: number): number {
  return (amount * 1e9) / ns;
}

function kneeOf(points: readonly BufferPoint[]): number | null {
  if (points.length < minPointsForKnee) {
    return null;
  }
  const rates = plateauOf(points).map(({ bytesPerSecond }) => bytesPerSecond);
  const plateau = median(rates);
  const agreeing = rates.filter((rate) => Math.abs(rate - plateau) <= plateauTolerance * plateau);
  const fastest = Math.max(...points.map(({ bytesPerSecond }) => bytesPerSecond));
  if (agreeing.length < plateauAgreeing || fastest > declineRatio * plateau) {
    return null;
  }
  const knee = points.find(
    ({ bytesPerSecond }, place) =>
      bytesPerSecond >= (1 - kneeTolerance) * plateau && staysUp(points.slice(place), plateau),
  );
  return knee?.bufferBytes ?? null;
}

/**
 * Whether the rate stays near the plateau. One slow step may be disturbed; more mean that the
 * plateau begins later.
 */
function staysUp(points: readonly BufferPoint[], plateau: number): boolean {
  const isSlow = ({ bytesPerSecond }: BufferPoint) =>
    bytesPerSecond < (1 - plateauTolerance) * plateau;
  return points.filter(isSlow).length <= 1;
}

function limitOf(
  points: readonly BufferPoint[],
  kneeBufferBytes: number,
  direct: boolean,
): BufferSweep["limit"] {
  const plateau = plateauOf(points);
  const shareOf = (partNs: (point: BufferPoint) => number) =>
    median(plateau.map((point) => partNs(point) / (point.elapsedNs + point.settleNs)));
  const isKnown = plateau.every((point) => processorNs(point) !== null);
  const working = isKnown ? shareOf((point) => processorNs(point) ?? 0) : null;
  if (working !== null && working >= busyShare) {
    return "processor";
  }
  const settling = shareOf(({ settleNs }) => settleNs);
  const isFlat = points[0]?.bufferBytes === kneeBufferBytes;
  const hadProcessor = direct || isFlat || processorLimitsBelowKnee({ points, kneeBufferBytes });
  const hadTime = working !== null && working <= 1 - mostShare && hadProcessor;
  return settling >= mostShare || hadTime ? "drive" : "unclear";
}
