import type { DriveErrorCode } from "#contract/drive-error";
import type { FlushModeId } from "#contract/flush-mode";
import type { ProfileName } from "#contract/run-plan";
import type { Verdict } from "#contract/verdict";
import type { DriveKind, WriteCacheState } from "#contract/volume";
import type { Capacity } from "#contract/workloads/capacity";
import type { FindingCode } from "../../helpers/finding-codes";
import type { Recipe } from "../fixture/build";

/** A figure of the report, which is compared with what the drive noted or the kernel counted. */
export type Figure =
  /** Flush commands per operation of a mode, or per saved piece that makes the file longer. */
  | {
      readonly figure: "flushes" | "append-flushes";
      readonly mode: FlushModeId;
      readonly from: number;
      readonly to: number;
    }
  /**
   * Flush commands per `fsync`: one for the data, and one for the journal whenever the file's
   * modification time has changed. The kernel's clock for that time ticks once in 1 to 10 ms, so a
   * fast drive gets little more than one flush per `fsync` and a slow one two.
   */
  | { readonly figure: "fsync-flushes" }
  /**
   * The typical latency of a mode is the time that the drive noted for its flushes. If the kernel
   * waited longer, because other programs kept the drive's program from the processor, the latency
   * may be longer by twice that delay: for the write and for the flush.
   */
  | { readonly figure: "true-latency"; readonly mode: FlushModeId; readonly within: number }
  /** The longest latency of a mode includes the drive's longest flush. */
  | { readonly figure: "longest-latency"; readonly mode: FlushModeId; readonly within: number }
  /**
   * The report counts between `from` and `to` different blocks and lists the one that the drive
   * spoilt.
   */
  | {
      readonly figure: "mismatches";
      readonly from: number;
      readonly to: number;
      readonly outOf: number;
    }
  /** The report's error has the offset of the block at which the drive failed. */
  | { readonly figure: "error-located" }
  /**
   * The report names the one block that the drive cannot read, and all others were read and
   * compared.
   */
  | { readonly figure: "read-on"; readonly outOf: number }
  /**
   * The worst window of a mode began and ended within this time of one of the drive's longest
   * flushes, by the wall clock.
   */
  | { readonly figure: "worst-window"; readonly mode: FlushModeId; readonly withinMs: number }
  /**
   * The number of long pauses in the verdict is the number of stalls of the drive during the
   * rounds.
   */
  | { readonly figure: "pauses-told"; readonly mode: FlushModeId }
  /**
   * The report says after how many bytes saves became slow, as the drive counted them (`within`:
   * share of the bytes that came after the test file was made), and how slow: at least as slow as
   * the drive, and at most by half slower.
   */
  | { readonly figure: "slowdown"; readonly mode: FlushModeId; readonly within: number }
  /**
   * Headline, answer and finding state the rates before and after the slowdown, not the median of
   * the rounds.
   */
  | { readonly figure: "both-rates"; readonly mode: FlushModeId }
  /**
   * The report has temperatures of the whole run, the drive's own limit, and the drive's true
   * maximum.
   */
  | {
      readonly figure: "temperatures";
      readonly toCelsius: number;
      /** How far the hottest sample may be from `toCelsius`; 1 by default. */
      readonly withinCelsius?: number;
    }
  /**
   * The result of the capacity test; a false drive is reported as false from this MiB on, give or
   * take one.
   */
  | {
      readonly figure: "capacity";
      readonly result: Capacity["result"];
      readonly fromMebibytes?: number;
    }
  /**
   * The report counts at least the blocks that the drive had lost when they were first read, and
   * old files were compared if there were any.
   */
  | { readonly figure: "lost-blocks" }
  /**
   * The drive is called false, or false or damaged. A drive that lost few blocks, as a drive of its
   * full size may do, too, may be called damaged.
   */
  | { readonly figure: "size-doubted" }
  /** The report's error has no offset, because no single block is known to have caused it. */
  | { readonly figure: "error-not-located" };

export interface Expected {
  readonly exitCode: number;
  /** Findings that must appear, and those that must not. */
  readonly must: readonly FindingCode[];
  readonly mustNot: readonly FindingCode[];
  /** The verdict's answer to the question whether "saved" means saved. */
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
 * Judges the same figures as if the simulated drive were a real one in a real computer. In the
 * laboratory the verdict always rests on a simulated drive and says so, which hides much of what it
 * can say of real drives.
 */
export interface AsRealDrive {
  readonly kind: DriveKind;
  readonly bus: string;
  readonly writeCache: WriteCacheState;
  /**
   * The system cannot see what is below the loop device. The loop device's counter, taken for that
   * of the real drive, must show no flush.
   */
  readonly withoutFlushes?: true;
  /** Below this rate the laboratory was too busy to show the behaviour that the row tests. */
  readonly fromSavesPerSecond?: number;
  readonly must: readonly FindingCode[];
  readonly mustNot: readonly FindingCode[];
  readonly saved: string;
}

export interface DriveCase {
  /** Names the drive in the matrix, and its folder. */
  readonly id: string;
  readonly title: string;
  /** The truth about the drive, and how much of it can be known from inside the system. */
  readonly truth: string;
  /** Whether nothing is wrong with the drive, so that no finding may be bad. */
  readonly faithful: boolean;
  /**
   * Which of 50 records survive a loss of power; only for simulated drives, whose power is then
   * cut.
   */
  readonly survivesPowerCut?: "all" | "none";
  readonly recipe: Recipe;
  /** Lines for the drive's control file before the inspection; see README.md. */
  readonly flaws?: readonly string[];
  /** Control lines for the drive, sent once the inspection's standard error matches `after`. */
  readonly later?: { readonly after: RegExp; readonly flaws: readonly string[] };
  /** For the inspection, the simulated drive's temperature is that of the disk below it. */
  readonly hasSensor?: true;
  /** What happens to the drive while the inspection measures. */
  readonly whileMeasuring?: "vanishes" | "is-filled-up" | "is-busy" | "is-stopped";
  /** MiB of older files on the drive before the inspection. */
  readonly oldMebibytes?: number;
  /** What happens to the drive before the inspection. */
  readonly before?: "is-made-read-only";
  /** Options of the command line, without the path and the report. */
  readonly options: readonly string[];
  /** `refused`: the inspection must end with exit code 3, this sentence and no report. */
  readonly expected: Expected | { readonly refused: RegExp };
  readonly asReal?: readonly AsRealDrive[];
}

/** The laboratory's own drive, with the disk below it visible to the system. */
export const simulated = {
  medium: "simulated",
  visible: true,
  fileSystem: "ext4",
  mebibytes: 256,
} as const;

/**
 * Three ends of an inspection: nothing speaks against the drive, its saves are lost, or the
 * inspection broke off.
 */
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

/**
 * Every finding to a drive's disadvantage: unsafe or slow saves, wrong data, errors, a false size.
 */
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

/** Every finding that all of the data came back as written, the strongest first. */
export const verified: readonly FindingCode[] = [
  "data-verified",
  "data-verified-partly",
  "data-verified-uncounted",
];

export const without = (...codes: FindingCode[]): FindingCode[] =>
  accusations.filter((code) => !codes.includes(code));
