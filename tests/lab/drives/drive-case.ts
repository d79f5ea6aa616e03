import type { DriveErrorCode } from "#contract/drive-error";
import type { FlushModeId } from "#contract/flush-mode";
import type { ProfileName } from "#contract/run-plan";
import type { Verdict } from "#contract/verdict";
import type { DriveKind, WriteCacheState } from "#contract/volume";
import type { Capacity } from "#contract/workloads/capacity";
import type { FindingCode } from "../../helpers/finding-codes";
import type { Recipe } from "../fixture/build";

/** A figure of the report and its true value: always a ratio, never an absolute time. */
export type Figure =
  /** Flush commands per operation of a mode, or per saved piece that makes the file longer. */
  | {
      readonly figure: "flushes" | "append-flushes";
      readonly mode: FlushModeId;
      readonly from: number;
      readonly to: number;
    }
  /**
   * Flush commands per `fsync`: one, and one more for the journal whenever the time of the last
   * change differs from that before. The kernel's clock for that ticks once in 1 to 10 ms, so
   * that a fast drive shows little more than one flush and a slow one two.
   */
  | { readonly figure: "fsync-flushes" }
  /**
   * The typical latency of a mode is what the drive itself says that its flushes took. If the
   * kernel saw them take longer, because other programs kept the processor from answering, as much
   * is allowed on the way of the write and of the flush.
   */
  | { readonly figure: "true-latency"; readonly mode: FlushModeId; readonly within: number }
  /** The longest latency of a mode holds the longest flush of the drive. */
  | { readonly figure: "longest-latency"; readonly mode: FlushModeId; readonly within: number }
  /** So many blocks differ, among them the one that the drive knows it has spoilt. */
  | {
      readonly figure: "mismatches";
      readonly from: number;
      readonly to: number;
      readonly outOf: number;
    }
  /** The report's error points at the very block at which the drive knows it has failed. */
  | { readonly figure: "error-located" }
  /** The one block that the drive cannot read is named, and all others were read and compared. */
  | { readonly figure: "read-on"; readonly outOf: number }
  /**
   * The worst window of a mode is one of the drive's longest flushes: it began and ended within
   * this time of it, by the clock on the wall.
   */
  | { readonly figure: "worst-window"; readonly mode: FlushModeId; readonly withinMs: number }
  /** The verdict says how often saves took long: as often as the drive stalled in the rounds. */
  | { readonly figure: "pauses-told"; readonly mode: FlushModeId }
  /**
   * From how much on saves were slow, by the drive's own count of what reached it (`within`: of what
   * came after the test file was made), and how slow: as slow as the drive, not slower than by half.
   */
  | { readonly figure: "slowdown"; readonly mode: FlushModeId; readonly within: number }
  /** Headline, answer and finding state the rates before and after, not the median of the rounds. */
  | { readonly figure: "both-rates"; readonly mode: FlushModeId }
  /** The report has samples throughout, the drive's own limit, and the drive's true maximum. */
  | {
      readonly figure: "temperatures";
      readonly toCelsius: number;
      /** How far the hottest sample may be from `toCelsius`; 1 by default. */
      readonly withinCelsius?: number;
    }
  /** The result of the capacity test; a false drive is false from this MiB on, within one MiB. */
  | {
      readonly figure: "capacity";
      readonly result: Capacity["result"];
      readonly fromMebibytes?: number;
    }
  /**
   * As many blocks did not come back as the drive knows it had lost when they were first read, and
   * old files were compared if there were any.
   */
  | { readonly figure: "lost-blocks" }
  /**
   * The drive is called false, or false or damaged. Where it lost little, which a true one does as
   * well, it may be called damaged.
   */
  | { readonly figure: "size-doubted" }
  /** The report's error names no block, because no single block is known to have caused it. */
  | { readonly figure: "error-not-located" };

export interface Expected {
  readonly exitCode: number;
  /** Findings that must appear, and those that must not. */
  readonly must: readonly FindingCode[];
  readonly mustNot: readonly FindingCode[];
  /** The answer to: does "saved" mean saved? */
  readonly saved: string;
  readonly grade: Verdict["grade"];
  readonly error?: {
    readonly code: DriveErrorCode;
    readonly syscall: string | null;
    readonly osCode: number | null;
  };
  readonly figures?: readonly Figure[];
}

/**
 * The same figures judged as if the simulated drive were a real one in a real computer. On the
 * laboratory's own machine the verdict always rests on a simulated drive, which it says, and much
 * of what it can say of real drives would never be seen.
 */
export interface AsRealDrive {
  readonly kind: DriveKind;
  readonly bus: string;
  readonly writeCache: WriteCacheState;
  /**
   * Where the system cannot look below the loop device, its own counter stands in for the one the
   * real drive would have: it must show no flush at all.
   */
  readonly withoutFlushes?: true;
  /** Below this rate the laboratory was too busy to show the behaviour that the row tests. */
  readonly fromSavesPerSecond?: number;
  readonly must: readonly FindingCode[];
  readonly mustNot: readonly FindingCode[];
  readonly saved: string;
}

export interface DriveCase {
  /** Names the drive in the matrix, and the drive's folder. */
  readonly id: string;
  readonly title: string;
  /** What is true of the drive, and how much of it can be known from inside the system. */
  readonly truth: string;
  /** Whether nothing is wrong with the drive, so that no finding may be bad. */
  readonly faithful: boolean;
  /** Records of 50 that survive a loss of power; only of simulated drives, by cutting it. */
  readonly survivesPowerCut?: "all" | "none";
  readonly recipe: Recipe;
  /** Lines for the drive's control file before the inspection; see README.md. */
  readonly flaws?: readonly string[];
  /** Further control lines, sent when the inspection's standard error matches `after`. */
  readonly later?: { readonly after: RegExp; readonly flaws: readonly string[] };
  /** The inspection sees the drive's temperature as that of the disk below the drive. */
  readonly hasSensor?: true;
  /** What happens to the drive once the inspection measures. */
  readonly whileMeasuring?: "vanishes" | "is-filled-up" | "is-busy" | "is-stopped";
  /** How many MiB of its owner's files the drive holds before the inspection. */
  readonly oldMebibytes?: number;
  /** What happens to the drive before the inspection. */
  readonly before?: "is-made-read-only";
  /** Options of the command line beside the path and the report. */
  readonly options: readonly string[];
  /** `refused`: the inspection must end with exit code 3, this sentence and no report. */
  readonly expected: Expected | { readonly refused: RegExp };
  readonly asReal?: readonly AsRealDrive[];
}

/** The laboratory's own drive, through which the system can look. */
export const simulated = {
  medium: "simulated",
  visible: true,
  fileSystem: "ext4",
  mebibytes: 256,
} as const;

/** How an inspection ends: that nothing speaks against the drive, that its saves are lost, that it broke off. */
export const virtualOnly = { exitCode: 0, saved: "Not known", grade: "unknown" } as const;
export const unsafe = { exitCode: 0, saved: "No", grade: "poor" } as const;
export const broken = { ...unsafe, exitCode: 4 } as const;

export const nvme = { kind: "nvme", bus: "nvme", writeCache: "write-back" } as const;
export const hardDisk = { kind: "hard-disk", bus: "sata", writeCache: "write-back" } as const;

export const flushes = (mode: FlushModeId, from: number, to: number): Figure => ({
  figure: "flushes",
  mode,
  from,
  to,
});

export const flushModesIn = (profile: ProfileName, ...modes: FlushModeId[]): string[] => [
  ...["--profile", profile, "--tests", "flush"],
  ...["--modes", modes.join(",")],
];

export const flushModes = (...modes: FlushModeId[]): string[] => flushModesIn("smoke", ...modes);

/** Every finding that speaks against a drive's way with saves, or against its data. */
export const accusations: readonly FindingCode[] = [
  "capacity-false",
  "capacity-false-or-damaged",
  "capacity-damaged",
  "data-differs",
  "drive-error",
  "mode-failed",
  "volume-gone",
  "volume-full",
  "holds-less",
  "test-failed",
  "inspection-broke-off",
  "memory-file-system",
  "syncs-dropped",
  "barriers-off",
  "network-drive",
  "flushes-missing",
  "flushes-too-few",
  "flushes-not-seen",
  "cache-state-assumed",
  "faster-than-disk-turns",
  "too-fast-for-cache",
  "saves-slowed",
  "throttled",
];

/** Every finding that says all of the data came back as written, the strongest first. */
export const verified: readonly FindingCode[] = [
  "data-verified",
  "data-verified-partly",
  "data-verified-uncounted",
];

export const without = (...codes: FindingCode[]): FindingCode[] =>
  accusations.filter((code) => !codes.includes(code));
