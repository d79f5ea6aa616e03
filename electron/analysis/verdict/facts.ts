import {
  type FlushModeId,
  type Guarantee,
  isSyncing,
  ordinarySaveMode,
} from "../../contract/flush-mode";
import type { FlushModeResult } from "../../contract/flush-result";
import type { Report } from "../../contract/report";
import { guaranteeOn, isMemory } from "../guarantee";
import { hardDiskCeilingIops } from "../reference-drives";

/** A report before it has been judged. */
export type UnjudgedReport = Omit<Report, "verdict">;

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

export type Suspicion = "faster-than-disk-turns" | "too-fast-for-cache";

/** Everything the verdict rests on, worked out once. */
export interface Facts {
  readonly report: UnjudgedReport;
  /** Of modes that became slow for good `iops` is the rate that lasts: the median is of neither. */
  readonly measured: readonly MeasuredMode[];
  /** The fastest measured mode that promises to survive a power cut. */
  readonly safe: MeasuredMode | null;
  /** Writes that end in the computer's memory. */
  readonly plain: MeasuredMode | null;
  /** What an ordinary save promises on this system and volume. */
  readonly promise: Guarantee;
  /** Drive or computer are simulated: somebody else decides what a flush is worth. */
  readonly isVirtual: boolean;
  /** `null` where nothing that promises to survive a power cut was measured. */
  readonly evidence: Evidence | null;
  /** Flush commands per save of the mode that had the fewest; `null` where not counted. */
  readonly flushesPerSave: number | null;
  readonly suspicion: Suspicion | null;
}

export function factsOf(report: UnjudgedReport): Facts {
  const measured = report.flushModes.filter(isMeasured).map(lasting);
  const safeModes = measured.filter(({ guarantee }) => guarantee === "power-loss");
  const safe = fastest(safeModes);
  const flushesPerSave = fewestFlushes(safeModes);
  const isVirtual = report.volume.drive.kind === "virtual" || runsOnHypervisor(report);
  return {
    report,
    measured,
    safe,
    plain: modeOf(measured, "none"),
    promise: guaranteeOn(ordinarySaveMode(report.host.os), report.host.os, report.volume),
    isVirtual,
    evidence: safe === null ? null : evidenceOf(report, flushesPerSave, safeModes, isVirtual),
    flushesPerSave,
    suspicion: safe === null || isVirtual ? null : suspicionOf(report, safe.iops),
  };
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

function fastest(modes: readonly MeasuredMode[]): MeasuredMode | null {
  return modes.reduce<MeasuredMode | null>(
    (best, mode) => (best === null || mode.iops > best.iops ? mode : best),
    null,
  );
}

function runsOnHypervisor({ host }: UnjudgedReport): boolean {
  return host.virtualMachine !== null && host.virtualMachine !== "none";
}

/**
 * The weakest mode decides. `O_DIRECT | O_DSYNC` is left out: on drives that can, Linux replaces
 * its flush by a force-unit-access write, which the flush counter does not see
 * (https://github.com/torvalds/linux/blob/master/fs/iomap/direct-io.c).
 */
function fewestFlushes(
  safeModes: readonly MeasuredMode[],
  perSave: (mode: MeasuredMode) => number | null = (mode) => mode.deviceFlushesPerSync,
): number | null {
  const ratios = safeModes
    .filter(({ mode }) => isSyncing(mode) && mode !== "o_direct_dsync")
    .map(perSave)
    .filter((ratio) => ratio !== null);
  return ratios.length > 0 ? Math.min(...ratios) : null;
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
const enoughFlushesPerSave = 0.9;
const noFlushesPerSave = 0.1;

function evidenceOf(
  { volume }: UnjudgedReport,
  flushesPerSave: number | null,
  safeModes: readonly MeasuredMode[],
  isVirtual: boolean,
): Evidence {
  if (flushesPerSave !== null && flushesPerSave >= enoughFlushesPerSave) {
    return "flushes-seen";
  }
  if (volume.writeCache === "write-through") {
    return withoutCache(volume.drive.kind, isVirtual);
  }
  if (flushesPerSave === null) {
    // That none was passed on says nothing where the system takes the upper device for one without
    // a cache, as it often does of devices it cannot look through.
    const followed = fewestFlushes(safeModes, followedPerSave) ?? 0;
    return followed >= enoughFlushesPerSave ? "flushes-passed-on" : "no-evidence";
  }
  if (flushesPerSave >= noFlushesPerSave) {
    return "flushes-too-few";
  }
  return volume.writeCache === "write-back" ? "flushes-missing" : "flushes-not-seen";
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

function suspicionOf({ volume }: UnjudgedReport, safeIops: number): Suspicion | null {
  if (volume.drive.kind === "hard-disk") {
    return safeIops > hardDiskCeilingIops ? "faster-than-disk-turns" : null;
  }
  const mayHaveCache = volume.writeCache !== "write-through" && !isMemory(volume);
  return mayHaveCache && safeIops > plausibleFlushesPerSecond ? "too-fast-for-cache" : null;
}
