import { guaranteeOn } from "#analysis/guarantee";
import {
  buildFlushModeResult,
  type RoundInRun,
  withComparisons,
} from "#analysis/workloads/flush-modes/results";
import type { DriveError } from "#contract/drive-error";
import { type FlushModeId, flushModeIds, type OperatingSystem } from "#contract/flush-mode";
import type { FlushModeResult } from "#contract/mode-result";
import type { RoundEvidence } from "#contract/round-evidence";
import type { VolumeFacts } from "#contract/volume";
import { calmEvidence, stalledTimeline } from "./sample-round";

/** Flush modes for tests: invented counts that go through the real arithmetic. */

export interface SampleMode {
  readonly mode: FlushModeId;
  /** Saves per second in the middle round. Has no effect for a mode with a refusal. */
  readonly iops?: number;
  /**
   * How far the rates of the slowest and the fastest round are from that of the middle one, as a
   * share of the latter.
   */
  readonly deviation?: number;
  readonly flushesPerSave?: number | null;
  /** True: some layers above the drive count flushes, but not all of them. */
  readonly partOfTheWay?: boolean;
  /** Saves per second from the third of the five rounds on. */
  readonly slowsTo?: number;
  readonly refusal?: string;
  readonly failure?: DriveError;
  /** The slowest operation, in nanoseconds; ten times the typical one if left out. */
  readonly slowestNs?: number;
  /**
   * Indices (from 0) of the rounds in which another program wrote, and of the rounds that were
   * repeated.
   */
  readonly disturbedRounds?: readonly number[];
  readonly repeatedRounds?: readonly number[];
}

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

/** The system calls of each mode as a report shows them. */
const writeCalls: Readonly<Record<FlushModeId, string>> = {
  none: "pwrite(fd, buf, 4096, offset)",
  fsync: "pwrite(fd, buf, 4096, offset) + fsync(fd)",
  fdatasync: "pwrite(fd, buf, 4096, offset) + fdatasync(fd)",
  o_dsync: "open(O_RDWR|O_DSYNC), pwrite(fd, buf, 4096, offset)",
  o_sync: "open(O_RDWR|O_SYNC), pwrite(fd, buf, 4096, offset)",
  o_direct: "open(O_RDWR|O_DIRECT), pwrite(fd, buf, 4096, offset)",
  o_direct_dsync: "open(O_RDWR|O_DIRECT|O_DSYNC), pwrite(fd, buf, 4096, offset)",
  f_barrierfsync: "pwrite(fd, buf, 4096, offset) + fcntl(fd, F_BARRIERFSYNC)",
  f_fullfsync: "pwrite(fd, buf, 4096, offset) + fcntl(fd, F_FULLFSYNC)",
  flush_file_buffers: "WriteFile(file, buf, 4096, &written, &offset) + FlushFileBuffers(file)",
  write_through:
    "CreateFileW(FILE_FLAG_WRITE_THROUGH), WriteFile(file, buf, 4096, &written, &offset)",
  no_buffering_write_through:
    "CreateFileW(FILE_FLAG_NO_BUFFERING|FILE_FLAG_WRITE_THROUGH), WriteFile(file, buf, 4096, &written, &offset)",
  nt_flush_data_only:
    "WriteFile(file, buf, 4096, &written, &offset) + NtFlushBuffersFileEx(file, FLUSH_FLAGS_FILE_DATA_SYNC_ONLY)",
};

export function systemCallOf(mode: FlushModeId, os: OperatingSystem): string {
  return mode === "none" && os === "windows"
    ? "WriteFile(file, buf, 4096, &written, &offset)"
    : writeCalls[mode];
}

export function sampleModeResults(
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
 * Five rounds of two seconds with rates around `iops`. The index of the fastest round moves by one
 * from mode to mode, so that the fastest rounds of most modes differ.
 */
export function sampleRounds(sample: SampleMode, iops: number): RoundInRun[] {
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

/**
 * Evidence of a round. Without a flush count no other value is counted either. A journal doubles
 * the bytes that the drive writes.
 */
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
