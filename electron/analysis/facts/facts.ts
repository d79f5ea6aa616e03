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
 * Why a drive confirms saves faster than it can store them: its cache is protected against power
 * loss, or it confirms too early.
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
  /**
   * Bytes a second of the fastest writing without a sync after each write; `null` if there was
   * none.
   */
  readonly fastestBytesPerSecond: number | null;
}

/** Everything the verdict rests on, computed once in `verdict/facts.ts`. */
export interface Facts extends Ground {
  /** Modes with a result. If one became slow for good, its `iops` is the rate from then on. */
  readonly measured: readonly MeasuredMode[];
  /**
   * The mode that the verdict is about; `null` if no measured mode promises to survive a power cut.
   * The ordinary save's mode if it promises that, else the first of the system's modes that does.
   * Not the fastest mode, because programs do not choose by speed.
   */
  readonly safe: MeasuredMode | null;
  /** The ordinary save's mode, if measured, whatever it promises. */
  readonly ordinary: MeasuredMode | null;
  /** The speed class of `safe`; `null` without `safe` or at a chosen rate (`--pace`). */
  readonly speed: SpeedClass | null;
  readonly isPaced: boolean;
  /** The mode `none`: it never syncs, so it usually writes into the computer's memory only. */
  readonly plain: MeasuredMode | null;
  /** What an ordinary save promises on this system and volume. */
  readonly promise: Guarantee;
  /** Whether drive or computer is virtual, so that the host decides what a flush is worth. */
  readonly isVirtual: boolean;
  /** Evidence that saves in the mode `safe` reach permanent storage; `null` without such a mode. */
  readonly evidence: Evidence | null;
  /** Flush commands that the drive received per save in the mode `safe`; `null` if not counted. */
  readonly flushesPerSave: number | null;
  /** Modes other than `safe` that promise to survive a power cut but lack flushes. */
  readonly unflushed: readonly MeasuredMode[];
  readonly suspicion: Suspicion | null;
}

/** Whether the mode has a rate: it completed an operation and did not stop with an error. */
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

/** Whether the system refused the mode on this volume. A mode that was not tried is not refused. */
export function isModeRefused({ saves }: Pick<Facts, "saves">, mode: FlushModeId): boolean {
  return saves.modes.some((result) => result.mode === mode && isRefused(result));
}

/**
 * Kinds of evidence that hold for measured saves only, and not for a mode without a measurement.
 */
const ofMeasuredWays: ReadonlySet<Evidence | null> = new Set([
  ...(["flushes-seen", "flushes-passed-on", "no-evidence"] as const),
]);

/**
 * Whether the evidence leaves the ordinary save open: it promises to survive a power cut, but was
 * neither measured nor refused. A measured fdatasync settles it, because fsync flushes all that
 * fdatasync does.
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

/** Flushes per save; `null` if not counted or if the mode does not depend on flush commands. */
export function countedFlushes({
  mode,
  deviceFlushesPerSync,
}: Pick<MeasuredMode, "mode" | "deviceFlushesPerSync">): number | null {
  return isSyncing(mode) && !mayStoreWithoutFlush(mode) ? deviceFlushesPerSync : null;
}

/**
 * From this many flushes per save on, saves count as flushed. A single writer shares no flush, so
 * each save should send one; a tenth may be missing, because Linux merges some with other
 * programs'.
 */
export const enoughFlushesPerSave = 0.9;
/** Fewer flushes per save count as none: other programs alone send that many. */
export const noFlushesPerSave = 0.1;
/**
 * From this many flushes per save on, every save counts as flushed. One may be missing from the
 * count, because the counter is read shortly before or after the last save.
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
 * More saves a second than this are suspicious on a drive with a volatile cache: 50 µs for a save
 * are too short to program a flash page. The published laptop drives reach 2 000 saves a second.
 * Drives with power loss protection exceed the limit, and some of them report a volatile cache.
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

/**
 * Plain writes count as ending in memory from this multiple of the fastest syncing mode's rate on.
 */
const leastGainOfMemory = 2;

function waitingRates({ measured }: Pick<Facts, "measured">): number[] {
  return measured.filter(({ mode }) => isSyncing(mode)).map(({ iops }) => iops);
}

/**
 * Whether plain writes end in the computer's memory. On a volume mounted with `sync`, or with
 * Windows' policy "Quick removal", they wait for the drive. True if plain writes are clearly faster
 * than all saves that wait for the drive or, if none was measured, faster than any drive. True also
 * if the mount drops every sync.
 */
export function isPlainInMemory(facts: Facts): boolean {
  const { plain, report } = facts;
  const waiting = waitingRates(facts);
  const leastOfMemory =
    waiting.length > 0 ? leastGainOfMemory * Math.max(...waiting) : plausibleFlushesPerSecond;
  return (plain?.iops ?? 0) >= leastOfMemory || syncsAreDropped(report.volume);
}

/** Whether plain writes were measured alone, with no save beside them that waits for the drive. */
export function isPlainAlone(facts: Facts): boolean {
  return waitingRates(facts).length === 0;
}

/** Whether this is a hard disk with a hard disk's usual speed, which is no reason for caution. */
export function isWhatDisksDo({ speed, isVirtual, report }: Facts): boolean {
  const isDisk = !isVirtual && report.volume.drive.kind === "hard-disk";
  return isDisk && speed?.id === "hard-disk" && speed !== slowerThanDisks;
}

/**
 * Whether only programs that insist on safety (F_FULLFSYNC on macOS) wait for a safe save: the
 * ordinary save ends in the drive's cache and is ten times as fast, or was not measured.
 */
export function isInsistedOn({ promise, ordinary, safe }: Facts): boolean {
  return (
    promise === "os-crash" &&
    safe !== null &&
    (ordinary === null || ordinary.iops >= 10 * safe.iops)
  );
}
