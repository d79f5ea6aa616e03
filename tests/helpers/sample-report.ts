import { guaranteeOn, isVirtualDrive } from "#analysis/guarantee";
import { planFor } from "#analysis/plan";
import { buildPlainWrites } from "#analysis/workloads/flush-modes/plain-writes";
import {
  buildFlushModeResult,
  buildSpacedSaves,
  type RoundInRun,
  withComparisons,
} from "#analysis/workloads/flush-modes/results";
import { nothingMeasured } from "#analysis/workloads/index";
import type { DriveError } from "#contract/drive-error";
import {
  type FlushModeId,
  flushModeIds,
  intervalSyncMode,
  leadingSaveMode,
  type OperatingSystem,
} from "#contract/flush-mode";
import type { FlushModeResult } from "#contract/mode-result";
import type { Report } from "#contract/report";
import type { RoundEvidence } from "#contract/round-evidence";
import type { Drive, VolumeFacts } from "#contract/volume";
import type { Capacity } from "#contract/workloads/capacity";
import type { PlainWrites, SpacedSaves } from "#contract/workloads/flush-modes";
import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import type { IntervalPlan } from "#contract/workloads/sync-interval";
import { verdictOn } from "./judged";
import { sampleCapacity } from "./sample-capacity";
import { type SampleCommits, sampleCommits } from "./sample-commits";
import { type SampleDocuments, sampleDocumentSaves } from "./sample-documents";
import { sampleHosts, sampleVolumes } from "./sample-laptops";
import { type SampleParallel, sampleParallelSaves } from "./sample-parallel";
import { type SampleReading, sampleReading } from "./sample-reading";
import { sampleRound as baseRound, calmEvidence, stalledTimeline } from "./sample-round";
import { type SampleSustained, sampleSustained } from "./sample-sustained";
import {
  type SampleChunked,
  type SampleInterval,
  type SampleSweep,
  sampleBufferSweep,
  sampleChunked,
  sampleChunkedModes,
  sampleSyncInterval,
} from "./sample-workloads";

/**
 * Reports for tests, made of invented counts that go through the real arithmetic and the real
 * verdict. The defaults are an ordinary laptop of each system.
 */

export interface SampleMode {
  readonly mode: FlushModeId;
  /** Of the middle round. Ignored when the mode is refused. */
  readonly iops?: number;
  /** How far the slowest and the fastest round lie from the middle one, as a share of it. */
  readonly deviation?: number;
  readonly flushesPerSave?: number | null;
  /** The flushes were counted, but not all the way down to the drive. */
  readonly partOfTheWay?: boolean;
  /** From the third of the five rounds on. */
  readonly slowsTo?: number;
  readonly refusal?: string;
  readonly failure?: DriveError;
  /** The slowest operation, in nanoseconds; ten times the typical one if left out. */
  readonly slowestNs?: number;
  /** Rounds (from 0) in which another program wrote, and those that were measured again. */
  readonly disturbedRounds?: readonly number[];
  readonly repeatedRounds?: readonly number[];
}

export interface SampleOptions {
  readonly os?: OperatingSystem;
  readonly modes?: readonly SampleMode[];
  readonly drive?: Partial<Drive>;
  readonly volume?: Partial<Omit<VolumeFacts, "drive">>;
  readonly host?: Partial<Report["host"]>;
  /** The ordinary save after rests of 10 ms: how long it takes, and its flushes. */
  readonly spaced?: { readonly p50Ns: number; readonly flushesPerSave?: number | null };
  /** Plain writes into the refilled file: how often as fast those of the same round were before. */
  readonly plainRatios?: readonly number[];
  /** The other tests are part of the report only where asked for; `{}` is an ordinary laptop. */
  /** The flush modes once more, with a file that grows. */
  readonly append?: readonly SampleMode[];
  readonly sweep?: SampleSweep;
  /** The sweep around the page cache. */
  readonly direct?: SampleSweep;
  readonly interval?: SampleInterval;
  /** The sync-interval test with these primitives instead; a text is the system's refusal. */
  readonly ladders?: readonly (readonly [FlushModeId, SampleInterval | string])[];
  readonly chunked?: SampleChunked | "ordinary";
  readonly commits?: SampleCommits;
  readonly reading?: SampleReading;
  /** Documents saved as an editor does. */
  readonly documents?: SampleDocuments;
  /** Several writers at once. */
  readonly parallel?: SampleParallel;
  /** The long write. */
  readonly sustained?: SampleSustained;
  /** The outcome of the test of the drive's size. */
  readonly capacity?: Capacity["result"] | (() => Capacity);
  readonly report?: Partial<Omit<Report, "verdict" | "host" | "volume" | "flushModes">>;
}

export type UnjudgedReport = Omit<Report, "verdict">;

/** Ordinary figures: a laptop NVMe drive on Linux, a MacBook M1, a laptop with Windows. */
export const sampleModes: Readonly<Record<OperatingSystem, readonly SampleMode[]>> = {
  linux: [
    { mode: "none", iops: 380_000, flushesPerSave: 0 },
    { mode: "fsync", iops: 690, flushesPerSave: 1.1 },
    { mode: "fdatasync", iops: 1400, flushesPerSave: 1 },
    { mode: "o_dsync", iops: 1390, flushesPerSave: 1 },
    { mode: "o_sync", iops: 700, flushesPerSave: 1.1 },
    { mode: "o_direct", iops: 21_000, flushesPerSave: 0 },
    { mode: "o_direct_dsync", iops: 1430, flushesPerSave: 0 },
  ],
  macos: [
    { mode: "none", iops: 400_000 },
    { mode: "fsync", iops: 26_000 },
    { mode: "fdatasync", iops: 26_500 },
    { mode: "o_dsync", iops: 27_000 },
    { mode: "f_barrierfsync", iops: 220 },
    { mode: "f_fullfsync", iops: 46 },
  ],
  windows: [
    { mode: "none", iops: 300_000 },
    { mode: "flush_file_buffers", iops: 540 },
    { mode: "write_through", iops: 7000 },
    { mode: "no_buffering_write_through", iops: 7200 },
    { mode: "nt_flush_data_only", iops: 590 },
  ],
};

export function sampleUnjudgedReport(options: SampleOptions = {}): UnjudgedReport {
  const os = options.os ?? "linux";
  const volume: VolumeFacts = {
    ...sampleVolumes[os],
    ...options.volume,
    drive: { ...sampleVolumes[os].drive, ...options.drive },
  };
  const host = { ...sampleHosts[os], ...options.host, os };
  const isVirtual = isVirtualDrive(volume, host);
  const modes = options.modes ?? sampleModes[os];
  const plan = options.report?.plan ?? planFor("quick", os, testsOf(options));
  return {
    app: { name: "DriveProof", version: "0.1.0", engine: "0.1.0" },
    schemaVersion: 2,
    runId: "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11",
    startedAt: "2025-03-01T10:00:00.000Z",
    finishedAt: "2025-03-01T10:01:24.000Z",
    partial: false,
    computer: null,
    ...{ health: null, purchase: null, purchasedIn: null },
    plan,
    bytesWritten: 4_080_000_000,
    warnings: [],
    ...nothingMeasured(plan, { os, volume, isVirtual }),
    appendModes: options.append ? sampleModeResults(options.append, os, volume) : null,
    spacedSaves: options.spaced ? sampleSpacedSaves(os, modes, options.spaced) : null,
    plainWrites: options.plainRatios ? samplePlainWrites(modes, options.plainRatios) : null,
    bufferSweeps: ([options.sweep, options.direct] as const).flatMap((sample, place) =>
      sample ? [sampleBufferSweep(plan.workloads["buffer-sweep"], sample, place === 1)] : [],
    ),
    ...sampleLadders(options, os, plan.workloads["sync-interval"]),
    chunked: options.chunked
      ? sampleChunked(
          plan.workloads["chunked-writes"],
          options.chunked === "ordinary" ? sampleChunkedModes[os] : options.chunked,
        )
      : null,
    commits: options.commits ? sampleCommits(plan.workloads.commits, options.commits) : null,
    reading: options.reading
      ? sampleReading(plan.workloads.reading, { isVirtual, ...options.reading })
      : [],
    documentSaves: options.documents
      ? sampleDocumentSaves(plan.workloads["document-saves"], os, options.documents)
      : null,
    parallelSaves: options.parallel
      ? sampleParallelSaves(plan.workloads["parallel-saves"], options.parallel)
      : null,
    sustained: options.sustained
      ? sampleSustained(plan.workloads["sustained-write"], options.sustained)
      : null,
    capacity:
      typeof options.capacity === "string"
        ? sampleCapacity(options.capacity)
        : (options.capacity?.() ?? null),
    temperatures: null,
    temperatureLimitCelsius: null,
    verification: {
      blocksChecked: 65_536,
      aroundCache: true,
      bytesRead: 65_536 * 4096,
      // Linux alone counts what a drive has delivered.
      deviceReadBytes: os === "linux" ? 65_536 * 4096 : null,
      mismatchCount: 0,
      mismatches: [],
      unreadable: [],
    },
    powerCut: null,
    error: null,
    ...options.report,
    host,
    volume,
    flushModes: sampleModeResults(modes, os, volume),
  };
}

/** Five rounds that differ a little, each of twenty saves. */
function sampleSpacedSaves(
  os: OperatingSystem,
  modes: readonly SampleMode[],
  { p50Ns, flushesPerSave = null }: NonNullable<SampleOptions["spaced"]>,
): SpacedSaves | null {
  const usable = modes.filter(({ iops }) => iops !== undefined).map(({ mode }) => mode);
  const mode = leadingSaveMode(os, usable);
  const idleNs = 10_000_000;
  const rounds = [0.98, 0.99, 1, 1.01, 1.02].map((factor, round) => {
    const eachNs = Math.round(p50Ns * factor);
    return baseRound({
      mode: mode ?? "none",
      round,
      operations: 20,
      elapsedNs: 20 * (eachNs + idleNs),
      latency: {
        valuesNs: [eachNs],
        counts: [20],
        minNs: eachNs,
        maxNs: eachNs,
        sumNs: 20 * eachNs,
      },
      deviceFlushes: flushesPerSave === null ? null : Math.round(20 * flushesPerSave),
    });
  });
  return mode === null ? null : buildSpacedSaves({ mode, systemCall: `${mode}()`, idleNs }, rounds);
}

/** After the first rounds, as many as there are ratios. */
function samplePlainWrites(
  modes: readonly SampleMode[],
  ratios: readonly number[],
): PlainWrites | null {
  const plain = modes.find(({ mode }) => mode === "none");
  const asFilled = plain?.iops === undefined ? [] : sampleRounds(plain, plain.iops);
  const refilled = ratios.map((ratio, place) => {
    const { operations = 0, elapsedNs = 1, round = place } = asFilled[place] ?? {};
    return baseRound({
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

function sampleLadders(
  { interval, ladders }: SampleOptions,
  os: OperatingSystem,
  plan: IntervalPlan,
): Pick<Report, "syncIntervals"> {
  const wanted = ladders ?? (interval ? [[intervalSyncMode(os), interval] as const] : []);
  return {
    syncIntervals: wanted.flatMap(([mode, sample]) => sampleSyncInterval(plan, mode, sample) ?? []),
  };
}

function testsOf(options: SampleOptions) {
  const { sweep, direct, interval, ladders, chunked, commits, sustained } = options;
  const { documents, parallel, reading, capacity } = options;
  const asked: Partial<Record<WorkloadId, boolean>> = {
    "flush-modes": true,
    "buffer-sweep": sweep !== undefined || direct !== undefined,
    "sync-interval": interval !== undefined || ladders !== undefined,
    "chunked-writes": chunked !== undefined,
    commits: commits !== undefined,
    reading: reading !== undefined,
    "sustained-write": sustained !== undefined,
    capacity: capacity !== undefined,
    "document-saves": documents !== undefined,
    "parallel-saves": parallel !== undefined,
  };
  return workloadIds.filter((test) => asked[test]);
}

export function sampleReport(options: SampleOptions = {}): Report {
  const unjudged = sampleUnjudgedReport(options);
  return { ...unjudged, verdict: verdictOn(unjudged) };
}

function sampleModeResults(
  samples: readonly SampleMode[],
  os: OperatingSystem,
  volume: VolumeFacts,
): FlushModeResult[] {
  return withComparisons(samples.map((sample) => sampleModeResult(sample, os, volume)));
}

function sampleModeResult(
  sample: SampleMode,
  os: OperatingSystem,
  volume: VolumeFacts,
): FlushModeResult {
  return buildFlushModeResult({
    mode: sample.mode,
    systemCall: `${sample.mode}()`,
    guarantee: guaranteeOn(sample.mode, os, volume),
    refusal: sample.refusal ?? null,
    failure: sample.failure ?? null,
    rounds: sample.iops === undefined ? [] : sampleRounds(sample, sample.iops),
  });
}

/**
 * Five rounds of two seconds, the middle value at the given rate. Not the same round is the best one
 * of every mode.
 */
function sampleRounds(sample: SampleMode, iops: number): RoundInRun[] {
  const deviation = sample.deviation ?? 0.04;
  const shift = sample.slowsTo === undefined ? flushModeIds.indexOf(sample.mode) : 0;
  const positions = [-1, -0.5, 0, 0.5, 1];
  const shifted = positions.map((_, round) => positions[(round + shift) % positions.length] ?? 0);
  return shifted.map((position, round) =>
    sampleRound({
      ...sample,
      round,
      iops: (round < 2 ? iops : (sample.slowsTo ?? iops)) * (1 + position * deviation),
    }),
  );
}

export function sampleRound(sample: SampleMode & { iops: number; round: number }): RoundInRun {
  const elapsedNs = 2_000_000_000;
  const operations = Math.max(1, Math.round((sample.iops * elapsedNs) / 1e9));
  const typicalNs = Math.round(elapsedNs / operations);
  const slowestNs = sample.slowestNs ?? typicalNs * 10;
  const perSave = sample.flushesPerSave ?? null;
  return {
    mode: sample.mode,
    round: sample.round,
    operations,
    bytes: operations * 4096,
    elapsedNs,
    cpuUserNs: operations * 200,
    cpuSystemNs: operations * 1500,
    latency: {
      valuesNs: operations > 1 ? [typicalNs, slowestNs] : [slowestNs],
      counts: operations > 1 ? [operations - 1, 1] : [1],
      minNs: operations > 1 ? typicalNs : slowestNs,
      maxNs: slowestNs,
      sumNs: typicalNs * (operations - 1) + slowestNs,
    },
    timeline: stalledTimeline(operations, elapsedNs, slowestNs),
    bytesBefore: 200_000_000 + sample.round * 100_000_000,
    deviceFlushes:
      perSave === null || sample.partOfTheWay ? null : Math.round(operations * perSave),
    evidence: evidenceOf(sample, operations),
    startedAt: "2026-01-01T12:00:00.000Z",
    repeated: sample.repeatedRounds?.includes(sample.round) ?? false,
    endedBy: "time",
  };
}

/** A system that counts no flushes tells nothing else either; a journal doubles what is written. */
function evidenceOf(sample: SampleMode & { round: number }, operations: number): RoundEvidence {
  const perSave = sample.flushesPerSave ?? null;
  const bytes = operations * 4096;
  if (perSave === null) {
    return {
      levels: null,
      followed: null,
      deviceBytesWritten: null,
      otherProgramsBytes: null,
      cpuStealShare: null,
      throttleEvents: null,
    };
  }
  const isDisturbed = sample.disturbedRounds?.includes(sample.round) ?? false;
  return {
    ...calmEvidence,
    ...(sample.partOfTheWay
      ? {
          levels: null,
          followed: [
            { device: "loop0", flushes: Math.round(operations * perSave), bytesWritten: bytes },
          ],
        }
      : {}),
    deviceBytesWritten: perSave > 1 ? 2 * bytes : bytes,
    otherProgramsBytes: isDisturbed ? bytes + 40_000_000 : 0,
  };
}
