import { buildPlainWrites } from "#analysis/workloads/flush-modes/plain-writes";
import { buildSpacedSaves } from "#analysis/workloads/flush-modes/results";
import { leadingSaveMode, type OperatingSystem } from "#contract/flush-mode";
import type { PlainWrites, SpacedSaves } from "#contract/workloads/flush-modes";
import { type SampleMode, sampleModeResults, sampleModes, sampleRounds } from "../sample-modes";
import { sampleRound } from "../sample-round";
import { beginningOf, type Inspected, type On, rowsOf } from "./home";
import { sampleLatency } from "./latency";

/**
 * Results of the flush modes for tests, and of growing files, spaced saves and plain writes beside
 * them. Every sample report has the flush modes.
 */

interface Options {
  readonly modes?: readonly SampleMode[];
  /** The modes' results with a file that grows. */
  readonly append?: readonly SampleMode[];
  /** Ordinary saves after pauses of 10 ms: typical latency, and flushes per save. */
  readonly spaced?: { readonly p50Ns: number; readonly flushesPerSave?: number | null };
  /**
   * Ratios by round: how many times as long a plain write takes after the file was refilled as
   * before.
   */
  readonly plainRatios?: readonly number[];
}

export const ordinary: Options = {};

export function results(options: Options, { os, volume }: On<"flush-modes">) {
  const { modes = sampleModes[os], append, spaced, plainRatios } = options;
  return {
    flushModes: sampleModeResults(modes, os, volume),
    appendModes: append ? sampleModeResults(append, os, volume) : null,
    spacedSaves: spaced ? sampleSpacedSaves(os, modes, spaced) : null,
    plainWrites: plainRatios ? samplePlainWrites(modes, plainRatios) : null,
  };
}

/** Saves with pauses: five rounds of twenty saves, whose times differ a little. */
function sampleSpacedSaves(
  os: OperatingSystem,
  modes: readonly SampleMode[],
  { p50Ns, flushesPerSave = null }: NonNullable<Options["spaced"]>,
): SpacedSaves | null {
  const usable = modes.filter(({ iops }) => iops !== undefined).map(({ mode }) => mode);
  const mode = leadingSaveMode(os, usable);
  const idleNs = 10_000_000;
  const rounds = [0.98, 0.99, 1, 1.01, 1.02].map((factor, round) => {
    const eachNs = Math.round(p50Ns * factor);
    return sampleRound({
      mode: mode ?? "none",
      round,
      operations: 20,
      elapsedNs: 20 * (eachNs + idleNs),
      latency: sampleLatency([eachNs, 20]),
      deviceFlushes: flushesPerSave === null ? null : Math.round(20 * flushesPerSave),
    });
  });
  return mode === null ? null : buildSpacedSaves({ mode, systemCall: `${mode}()`, idleNs }, rounds);
}

/** One round of plain writes for each ratio. */
function samplePlainWrites(
  modes: readonly SampleMode[],
  ratios: readonly number[],
): PlainWrites | null {
  const plain = modes.find(({ mode }) => mode === "none");
  const asFilled = plain?.iops === undefined ? [] : sampleRounds(plain, plain.iops);
  const refilled = ratios.map((ratio, place) => {
    const { operations = 0, elapsedNs = 1, round = place } = asFilled[place] ?? {};
    return sampleRound({
      mode: "none",
      round,
      operations,
      elapsedNs: Math.round(elapsedNs * ratio),
      deviceFlushes: 0,
    });
  });
  return buildPlainWrites(
    "none()",
    { pieceBytes: 4096, rounds: asFilled },
    { pieceBytes: 1 << 20, rounds: refilled },
  );
}

/** With a growing file each mode that waits for the drive needs a second flush. */
export const growingModes: readonly SampleMode[] = sampleModes.linux.map((sample) => {
  const { iops = 0 } = sample;
  const isWaiting = iops < 10_000;
  return { ...sample, iops: iops * (isWaiting ? 0.47 : 0.6), flushesPerSave: isWaiting ? 2 : 0 };
});

export const inspected: Inspected = {
  figure: ".rate-bar",
  figures: ({ flushModes, appendModes }) =>
    [...flushModes, ...(appendModes ?? [])].filter(({ iops }) => iops !== null).length,
  printed: ({ flushModes, appendModes }) => [
    "making a file longer",
    ...[...flushModes, ...(appendModes ?? [])]
      .filter(({ status }) => status === "measured")
      .map(beginningOf),
  ],
  csvRows: ({ flushModes, appendModes, spacedSaves, plainWrites }) =>
    rowsOf(flushModes) +
    rowsOf(appendModes) +
    (spacedSaves?.rounds.length ?? 0) +
    (plainWrites?.refilledRounds.length ?? 0),
};
