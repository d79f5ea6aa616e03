import {
  type FlushModeId,
  flushModesOf,
  type Guarantee,
  isSyncing,
  type OperatingSystem,
  ordinarySaveMode,
} from "#contract/flush-mode";
import type { JudgedReport } from "#contract/report";
import type { FlushModeResult } from "#contract/workloads/flush-modes";
import { guaranteeOn, isMemory, isVirtualDrive } from "../guarantee";
import {
  hardDiskCeilingIops,
  type SpeedClass,
  slowerThanDisks,
  speedClass,
  speedClasses,
} from "../reference-drives";
import { isRefused } from "../workloads/reasons";
import { type Outpaced, outpaced } from "./outpaced";

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

/** Everything the verdict rests on, worked out once. */
export interface Facts {
  readonly report: UnjudgedReport;
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

export function factsOf(report: UnjudgedReport): Facts {
  const { os } = report.host;
  const measured = report.flushModes.filter(isMeasured).map(lasting);
  const safeModes = measured.filter(({ guarantee }) => guarantee === "power-loss");
  const safe = leading(safeModes, os);
  const isVirtual = isVirtualDrive(report.volume, report.host);
  const isPaced = report.plan.workloads["flush-modes"].paceOperationsPerSecond !== null;
  const evidence = safe && evidenceOf(report, safe, isVirtual);
  return {
    report,
    measured,
    safe,
    ordinary: modeOf(measured, ordinarySaveMode(os)),
    speed: safe === null || isPaced ? null : speedOf(report, safe, isVirtual),
    isPaced,
    plain: modeOf(measured, "none"),
    promise: guaranteeOn(ordinarySaveMode(os), os, report.volume),
    isVirtual,
    evidence,
    flushesPerSave: safe && countedFlushes(safe),
    unflushed: safeModes.filter((mode) => isUnflushed(mode, evidence, report)),
    // The speed of saves that send no flush is explained, and a person's own pace is no speed.
    suspicion:
      safe === null ||
      isVirtual ||
      isPaced ||
      evidence === "flushes-missing" ||
      evidence === "flushes-not-seen"
        ? null
        : suspicionOf(report, safe.iops),
  };
}

function leading(safeModes: readonly MeasuredMode[], os: OperatingSystem): MeasuredMode | null {
  const order = [ordinarySaveMode(os), ...flushModesOf(os)];
  return order.map((mode) => modeOf(safeModes, mode)).find((mode) => mode !== null) ?? null;
}

/** A hard disk is like one at any rate that disks reach. */
function speedOf({ volume }: UnjudgedReport, safe: MeasuredMode, isVirtual: boolean): SpeedClass {
  const byRate = speedClass(safe.iops, safe.mode);
  const isDisk =
    volume.drive.kind === "hard-disk" && !isVirtual && safe.iops <= hardDiskCeilingIops;
  return (isDisk && byRate !== slowerThanDisks ? speedClasses[0] : null) ?? byRate;
}

/** Broke off modes count for nothing, nor does a mode in which nothing was completed. */
export function isMeasured(result: FlushModeResult): result is MeasuredMode {
  return result.status === "measured" && result.iops !== null && result.operations > 0;
}

function lasting(mode: MeasuredMode): MeasuredMode {
  return mode.slowdown === null ? mode : { ...mode, iops: mode.slowdown.slowPerSecond };
}

export function modeOf(measured: readonly MeasuredMode[], mode: FlushModeId): MeasuredMode | null {
  return measured.find((result) => result.mode === mode) ?? null;
}

/** Of one save; `null` where it is not known. */
export function medianNsOf({ latencyNs }: MeasuredMode): number | null {
  return latencyNs?.p50 ?? null;
}

/** The system does not offer the mode here. A mode that was not reached is not refused. */
export function isModeRefused({ flushModes }: UnjudgedReport, mode: FlushModeId): boolean {
  return flushModes.some((result) => result.mode === mode && isRefused(result));
}

/**
 * `O_DIRECT | O_DSYNC` is never counted: on drives that can, Linux replaces its flush by a
 * force-unit-access write, which the flush counter does not see
 * (https://github.com/torvalds/linux/blob/master/fs/iomap/direct-io.c).
 */
export function countedFlushes({ mode, deviceFlushesPerSync }: MeasuredMode): number | null {
  return isSyncing(mode) && mode !== "o_direct_dsync" ? deviceFlushesPerSync : null;
}

/** Flush commands per save that were passed on as far as the system can follow; else `null`. */
function followedPerSave({ rounds, operations }: MeasuredMode): number | null {
  let flushes = 0;
  for (const { evidence } of rounds) {
    if (evidence.followed === null) {
      return null;
    }
    flushes += Math.min(...evidence.followed.map((level) => level.flushes));
  }
  return flushes / operations;
}

/**
 * One writer cannot share a flush with itself, so one per save is expected; a tenth is allowed
 * for flushes that Linux merged with those of other programs, and for some that others sent.
 */
export const enoughFlushesPerSave = 0.9;
export const noFlushesPerSave = 0.1;
/** "Each" is said from here on: the counter is read a moment before or after the last save. */
export const everyFlushPerSave = 0.99;

function evidenceOf({ volume }: UnjudgedReport, safe: MeasuredMode, isVirtual: boolean): Evidence {
  const flushesPerSave = countedFlushes(safe);
  if ((flushesPerSave ?? 0) >= enoughFlushesPerSave) {
    return "flushes-seen";
  }
  if (volume.writeCache === "write-through") {
    return withoutCache(volume.drive.kind, isVirtual);
  }
  if (flushesPerSave === null) {
    // That none was passed on says nothing where the system takes the upper device for one without
    // a cache, as it often does of devices it cannot look through.
    const followed = safe.mode === "o_direct_dsync" ? null : followedPerSave(safe);
    return (followed ?? 0) >= enoughFlushesPerSave ? "flushes-passed-on" : "no-evidence";
  }
  if (flushesPerSave >= noFlushesPerSave) {
    return "flushes-too-few";
  }
  return volume.writeCache === "write-back" ? "flushes-missing" : "flushes-not-seen";
}

/** Some of those others send none at all to a drive that forgets without power. */
export function othersAreUnsafe({ unflushed, report }: Facts): boolean {
  return (
    report.volume.writeCache === "write-back" &&
    unflushed.some((mode) => (countedFlushes(mode) ?? 1) < noFlushesPerSave)
  );
}

/** Only what the finding about the leading save does not say already. */
function isUnflushed(
  mode: MeasuredMode,
  evidence: Evidence | null,
  { volume }: UnjudgedReport,
): boolean {
  const flushes = countedFlushes(mode);
  if (flushes === null || volume.writeCache === "write-through") {
    return false;
  }
  if (evidence === "flushes-too-few") {
    return flushes < noFlushesPerSave;
  }
  return (
    (evidence === "flushes-seen" || evidence === "no-evidence") && flushes < enoughFlushesPerSave
  );
}

/**
 * An NVMe controller states whether it has a volatile cache, and a SATA drive reports its cache.
 * Of USB and other SCSI devices that say nothing Linux merely assumes that they have none
 * (https://github.com/torvalds/linux/blob/master/drivers/scsi/sd.c).
 */
function withoutCache(
  kind: UnjudgedReport["volume"]["drive"]["kind"],
  isVirtual: boolean,
): Evidence {
  if (isVirtual) {
    return "cache-state-assumed";
  }
  switch (kind) {
    case "nvme":
      return "no-volatile-cache";
    case "sata-ssd":
    case "hard-disk":
      return "cache-reported-off";
    default:
      return "cache-state-assumed";
  }
}

/**
 * A flush of a drive with a volatile cache waits for its flash: the published laptop drives reach
 * 2 000 saves a second, and 50 µs are too short to program a page. Drives that are protected
 * against power loss do reach it, and some of them report a volatile cache all the same.
 */
export const plausibleFlushesPerSecond = 20_000;

export function suspicionOf(report: UnjudgedReport, safeIops: number): Suspicion | null {
  const { volume } = report;
  const contradiction = outpaced(report, safeIops);
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
