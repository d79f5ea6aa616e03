import {
  type FlushModeId,
  type Guarantee,
  isSyncing,
  mayStoreWithoutFlush,
  ordinarySaveMode,
} from "#contract/flush-mode";
import type { FlushModeResult } from "#contract/mode-result";
import type { JudgedReport } from "#contract/report";
import { isMemory, syncsAreDropped } from "../guarantee";
import { isRefused } from "../reasons";
import { hardDiskCeilingIops, type SpeedClass, slowerThanDisks } from "../reference-drives";
import { type Outpaced, outpaced } from "./outpaced";
import type { LongWrite, Loss, Saves } from "./told";

/** A report before its verdict. */
export type UnjudgedReport = Omit<JudgedReport, "verdict">;

export type MeasuredMode = FlushModeResult & { readonly iops: number };

/** Evidence that a save reaches permanent storage, gathered without cutting the power. */
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

/**
 * Saves faster than the drive can store: its cache is protected against power loss, or it does not
 * wait.
 */
export type Suspicion =
  | ({ readonly code: "saves-outpace-writing" } & Outpaced)
  | { readonly code: "faster-than-disk-turns" | "too-fast-for-cache" };

/** The report, and what its workloads contribute to the verdict. */
export interface Ground {
  readonly report: UnjudgedReport;
  readonly saves: Saves;
  readonly losses: readonly Loss[];
  readonly longestWrite: LongWrite | null;
  /** The fastest stretch of any plain writing; `null` if no workload wrote so. */
  readonly fastestBytesPerSecond: number | null;
}

/** Everything the verdict rests on, computed once in `verdict/facts.ts`. */
export interface Facts extends Ground {
  /** If a mode became slow for good, `iops` is the lasting rate: the median fits neither phase. */
  readonly measured: readonly MeasuredMode[];
  /**
   * The mode the verdict is about, among those that promise to survive a power cut: the ordinary
   * save, or, if that was not measured or promises less, the first in the system's order. Never the
   * fastest: programs do not choose by speed.
   */
  readonly safe: MeasuredMode | null;
  /** The ordinary save's mode, whatever it promises here. */
  readonly ordinary: MeasuredMode | null;
  /** The speed class of `safe`; `null` if the person chose the rate (`--pace`). */
  readonly speed: SpeedClass | null;
  readonly isPaced: boolean;
  /** Writes without a sync, which end in the computer's memory. */
  readonly plain: MeasuredMode | null;
  /** What an ordinary save promises on this system and volume. */
  readonly promise: Guarantee;
  /** The drive or the whole computer is virtual: the host decides what a flush is worth. */
  readonly isVirtual: boolean;
  /**
   * Evidence for `safe` alone; `null` if no mode that promises to survive a power cut was measured.
   */
  readonly evidence: Evidence | null;
  /** Flush commands per save of `safe`; `null` if not counted. */
  readonly flushesPerSave: number | null;
  /** Other modes that promise to survive a power cut but lack flushes. */
  readonly unflushed: readonly MeasuredMode[];
  readonly suspicion: Suspicion | null;
}

/** A mode that stopped with an error does not count, nor one that completed no operation. */
export function isMeasured(result: FlushModeResult): result is MeasuredMode {
  return result.status === "measured" && result.iops !== null && result.operations > 0;
}

export function modeOf(measured: readonly MeasuredMode[], mode: FlushModeId): MeasuredMode | null {
  return measured.find((result) => result.mode === mode) ?? null;
}

/** Median duration of one save; `null` if not known. */
export function medianNsOf({ latencyNs }: MeasuredMode): number | null {
  return latencyNs?.p50 ?? null;
}

/** Whether the system refused the mode here; one that the run did not reach is not refused. */
export function isModeRefused({ saves }: Pick<Facts, "saves">, mode: FlushModeId): boolean {
  return saves.modes.some((result) => result.mode === mode && isRefused(result));
}

/** What was seen or promised of one way of saving says nothing of a way that was not measured. */
const ofMeasuredWays: ReadonlySet<Evidence | null> = new Set([
  ...(["flushes-seen", "flushes-passed-on", "no-evidence"] as const),
]);

/**
 * Whether the ordinary save, which most programs use, was neither measured nor refused. fdatasync
 * answers for fsync, which asks the drive for all of that and more.
 */
export function isOrdinaryUntried(facts: Facts): boolean {
  const { promise, ordinary, safe, evidence, report } = facts;
  return (
    safe?.mode !== "fdatasync" &&
    promise === "power-loss" &&
    safe !== null &&
    ordinary === null &&
    ofMeasuredWays.has(evidence) &&
    !isModeRefused(facts, ordinarySaveMode(report.host.os))
  );
}

/** Whether a plug test lost data that the drive had confirmed. */
export function hasLostInCut({ report }: Pick<Facts, "report">): boolean {
  return (report.powerCut?.cutsWithLoss ?? 0) > 0;
}

/** The flushes of one save; `null` if they were not counted or their count says nothing. */
export function countedFlushes({
  mode,
  deviceFlushesPerSync,
}: Pick<MeasuredMode, "mode" | "deviceFlushesPerSync">): number | null {
  return isSyncing(mode) && !mayStoreWithoutFlush(mode) ? deviceFlushesPerSync : null;
}

/**
 * A single writer shares no flush with another save, so one per save is expected; a tenth is
 * allowed for flushes that Linux merged with those of other programs, and for some that others
 * sent.
 */
export const enoughFlushesPerSave = 0.9;
export const noFlushesPerSave = 0.1;
/**
 * From this count on, each save counts as flushed: the counter is read shortly before or after the
 * last save.
 */
export const everyFlushPerSave = 0.99;

/** Whether any mode in `unflushed` sends almost no flush to a drive with a volatile cache. */
export function othersAreUnsafe({ unflushed, report }: Facts): boolean {
  return (
    report.volume.writeCache === "write-back" &&
    unflushed.some((mode) => (countedFlushes(mode) ?? 1) < noFlushesPerSave)
  );
}

/**
 * A flush of a volatile cache waits for the flash: the published laptop drives reach 2 000 saves a
 * second, and 50 µs are too short to program a page. Drives with power loss protection do reach
 * this rate, and some of them report a volatile cache all the same.
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

/** Up to this ratio plain writes may wait for the same thing as the fastest confirmed saves. */
const leastGainOfMemory = 2;

/**
 * Whether plain writes end in the computer's memory. A volume that is mounted with `sync`, or one
 * from which Windows is to be able to remove the drive at any time, has them wait as well.
 */
export function isPlainInMemory({ plain, measured, report }: Facts): boolean {
  const waiting = measured.filter(({ mode }) => isSyncing(mode)).map(({ iops }) => iops);
  const isWaiting = (plain?.iops ?? 0) < leastGainOfMemory * Math.max(0, ...waiting);
  return !isWaiting || syncsAreDropped(report.volume);
}

/** Whether a hard disk is as fast as hard disks are, so that its speed is no reason for caution. */
export function isWhatDisksDo({ speed, isVirtual, report }: Facts): boolean {
  const isDisk = !isVirtual && report.volume.drive.kind === "hard-disk";
  return isDisk && speed?.id === "hard-disk" && speed !== slowerThanDisks;
}

/**
 * Whether only programs that insist on safety wait for these saves: the ordinary save stops at the
 * drive's own memory, and is not known to be about as slow.
 */
export function isInsistedOn({ promise, ordinary, safe }: Facts): boolean {
  return (
    promise === "os-crash" &&
    safe !== null &&
    (ordinary === null || ordinary.iops >= 10 * safe.iops)
  );
}
