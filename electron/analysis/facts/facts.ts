import { type FlushModeId, type Guarantee, isSyncing } from "#contract/flush-mode";
import type { FlushModeResult } from "#contract/mode-result";
import type { JudgedReport } from "#contract/report";
import { isMemory } from "../guarantee";
import { isRefused } from "../reasons";
import { hardDiskCeilingIops, type SpeedClass } from "../reference-drives";
import { type Outpaced, outpaced } from "./outpaced";
import type { LongWrite, Loss, Saves } from "./told";

/** A report before it has been judged. */
export type UnjudgedReport = Omit<JudgedReport, "verdict">;

export type MeasuredMode = FlushModeResult & { readonly iops: number };

/** What is known of the way from a save to permanent storage, without cutting the power. */
export type Evidence =
  | "flushes-seen"
  | "flushes-missing"
  | "flushes-too-few"
  | "flushes-not-seen"
  | "no-volatile-cache"
  | "cache-reported-off"
  | "cache-state-assumed"
  | "flushes-passed-on"
  | "no-evidence";

/** Faster than the drive can be without help: protected against power loss, or not waiting. */
export type Suspicion =
  | ({ readonly code: "saves-outpace-writing" } & Outpaced)
  | { readonly code: "faster-than-disk-turns" | "too-fast-for-cache" };

/** The report, and what its workloads answer for themselves. */
export interface Ground {
  readonly report: UnjudgedReport;
  readonly saves: Saves;
  readonly losses: readonly Loss[];
  readonly longestWrite: LongWrite | null;
  /** In the fastest stretch of any plain writing; `null`: nobody wrote. */
  readonly fastestBytesPerSecond: number | null;
}

/** Everything the verdict rests on, worked out once: see `verdict/facts.ts`. */
export interface Facts extends Ground {
  /** Of modes that became slow for good `iops` is the rate that lasts: the median is of neither. */
  readonly measured: readonly MeasuredMode[];
  /**
   * The way of saving the verdict speaks of, among those that promise to survive a power cut: the
   * ordinary one, or where it was not measured or promises less the first in the system's order.
   * Never the fastest: programs do not choose by that.
   */
  readonly safe: MeasuredMode | null;
  /** The ordinary save, whatever it promises here. */
  readonly ordinary: MeasuredMode | null;
  /** What the rate of `safe` compares with; `null` where the person chose the rate (`--pace`). */
  readonly speed: SpeedClass | null;
  readonly isPaced: boolean;
  /** Writes that end in the computer's memory. */
  readonly plain: MeasuredMode | null;
  /** What an ordinary save promises on this system and volume. */
  readonly promise: Guarantee;
  /** Drive or computer are simulated: somebody else decides what a flush is worth. */
  readonly isVirtual: boolean;
  /** Of `safe` alone; `null` where nothing that promises to survive a power cut was measured. */
  readonly evidence: Evidence | null;
  /** Flush commands per save of `safe`; `null` where not counted. */
  readonly flushesPerSave: number | null;
  /** Other ways that promise to survive a power cut, and for which flushes are missing. */
  readonly unflushed: readonly MeasuredMode[];
  readonly suspicion: Suspicion | null;
}

/** Broke off modes count for nothing, nor does a mode in which nothing was completed. */
export function isMeasured(result: FlushModeResult): result is MeasuredMode {
  return result.status === "measured" && result.iops !== null && result.operations > 0;
}

export function modeOf(measured: readonly MeasuredMode[], mode: FlushModeId): MeasuredMode | null {
  return measured.find((result) => result.mode === mode) ?? null;
}

/** Of one save; `null` where it is not known. */
export function medianNsOf({ latencyNs }: MeasuredMode): number | null {
  return latencyNs?.p50 ?? null;
}

/** The system does not offer the mode here. A mode that was not reached is not refused. */
export function isModeRefused({ saves }: Pick<Facts, "saves">, mode: FlushModeId): boolean {
  return saves.modes.some((result) => result.mode === mode && isRefused(result));
}

/** True where power cuts showed that what was confirmed is not safe. */
export function hasLostInCut({ report }: Pick<Facts, "report">): boolean {
  return (report.powerCut?.cutsWithLoss ?? 0) > 0;
}

/**
 * `O_DIRECT | O_DSYNC` is never counted: on drives that can, Linux replaces its flush by a
 * force-unit-access write, which the flush counter does not see
 * (https://github.com/torvalds/linux/blob/master/fs/iomap/direct-io.c).
 */
export function countedFlushes({ mode, deviceFlushesPerSync }: MeasuredMode): number | null {
  return isSyncing(mode) && mode !== "o_direct_dsync" ? deviceFlushesPerSync : null;
}

/**
 * One writer cannot share a flush with itself, so one per save is expected; a tenth is allowed
 * for flushes that Linux merged with those of other programs, and for some that others sent.
 */
export const enoughFlushesPerSave = 0.9;
export const noFlushesPerSave = 0.1;
/** "Each" is said from here on: the counter is read a moment before or after the last save. */
export const everyFlushPerSave = 0.99;

/** Some of those others send none at all to a drive that forgets without power. */
export function othersAreUnsafe({ unflushed, report }: Facts): boolean {
  return (
    report.volume.writeCache === "write-back" &&
    unflushed.some((mode) => (countedFlushes(mode) ?? 1) < noFlushesPerSave)
  );
}

/**
 * A flush of a drive with a volatile cache waits for its flash: the published laptop drives reach
 * 2 000 saves a second, and 50 µs are too short to program a page. Drives that are protected
 * against power loss do reach it, and some of them report a volatile cache all the same.
 */
export const plausibleFlushesPerSecond = 20_000;

export function suspicionOf(
  { report, saves, fastestBytesPerSecond }: Ground,
  safeIops: number,
): Suspicion | null {
  const { volume } = report;
  const savedBytesPerSecond = safeIops * saves.blockBytes;
  const contradiction =
    volume.drive.kind === "network" ? null : outpaced(savedBytesPerSecond, fastestBytesPerSecond);
  if (contradiction !== null) {
    return { code: "saves-outpace-writing", ...contradiction };
  }
  if (volume.drive.kind === "hard-disk") {
    return safeIops > hardDiskCeilingIops ? { code: "faster-than-disk-turns" } : null;
  }
  const mayHaveCache = volume.writeCache !== "write-through" && !isMemory(volume);
  return mayHaveCache && safeIops > plausibleFlushesPerSecond
    ? { code: "too-fast-for-cache" }
    : null;
}
