import {
  flushModesOf,
  mayStoreWithoutFlush,
  type OperatingSystem,
  ordinarySaveMode,
} from "#contract/flush-mode";
import {
  countedFlushes,
  type Evidence,
  enoughFlushesPerSave,
  type Facts,
  type Ground,
  isMeasured,
  type MeasuredMode,
  modeOf,
  noFlushesPerSave,
  suspicionOf,
  type UnjudgedReport,
} from "../facts/facts";
import { isGroup } from "../facts/thing";
import { guaranteeOn, isVirtualDrive } from "../guarantee";
import {
  hardDiskCeilingIops,
  type SpeedClass,
  slowerThanDisks,
  speedClass,
  speedClasses,
} from "../reference-drives";
import { fastestWritingIn, longestWriteIn, lossesIn, savesIn } from "../workloads";

export function factsOf(report: UnjudgedReport): Facts {
  const { os } = report.host;
  const ground = groundOf(report);
  const { saves } = ground;
  const measured = saves.modes.filter(isMeasured).map(lasting);
  const safeModes = measured.filter(({ guarantee }) => guarantee === "power-loss");
  const safe = leading(safeModes, os);
  const isVirtual = isVirtualDrive(report.volume, report.host);
  const evidence = safe && evidenceOf(report, safe, isVirtual);
  return {
    ...ground,
    measured,
    safe,
    ordinary: modeOf(measured, ordinarySaveMode(os)),
    speed: safe === null || saves.isPaced ? null : speedOf(report, safe, isVirtual),
    isPaced: saves.isPaced,
    plain: modeOf(measured, "none"),
    promise: guaranteeOn(ordinarySaveMode(os), os, report.volume),
    isVirtual,
    evidence,
    flushesPerSave: safe && countedFlushes(safe),
    unflushed: safeModes.filter((mode) => isUnflushed(mode, evidence, report)),
    // A high speed is not suspicious if missing flushes explain it or if the person chose the rate.
    suspicion:
      safe === null ||
      isVirtual ||
      saves.isPaced ||
      evidence === "flushes-missing" ||
      evidence === "flushes-not-seen"
        ? null
        : suspicionOf(ground, safe.iops),
  };
}

function groundOf(report: UnjudgedReport): Ground {
  return {
    report,
    saves: savesIn(report),
    losses: lossesIn(report),
    longestWrite: longestWriteIn(report),
    fastestBytesPerSecond: fastestWritingIn(report),
  };
}

function leading(safeModes: readonly MeasuredMode[], os: OperatingSystem): MeasuredMode | null {
  const order = [ordinarySaveMode(os), ...flushModesOf(os)];
  return order.map((mode) => modeOf(safeModes, mode)).find((mode) => mode !== null) ?? null;
}

/** The class of a rate; a hard disk has the class "hard-disk" at every rate that disks reach. */
function speedOf({ volume }: UnjudgedReport, safe: MeasuredMode, isVirtual: boolean): SpeedClass {
  const byRate = speedClass(safe.iops, safe.mode);
  const isDisk =
    volume.drive.kind === "hard-disk" && !isVirtual && safe.iops <= hardDiskCeilingIops;
  return (isDisk && byRate !== slowerThanDisks ? speedClasses[0] : null) ?? byRate;
}

function lasting(mode: MeasuredMode): MeasuredMode {
  return mode.slowdown === null ? mode : { ...mode, iops: mode.slowdown.slowPerSecond };
}

/**
 * Flushes per save at the lowest known level of a device stack that could not be followed to the
 * drive; `null` if it could be followed, or nothing was counted.
 */
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

function evidenceOf({ volume }: UnjudgedReport, safe: MeasuredMode, isVirtual: boolean): Evidence {
  const flushesPerSave = countedFlushes(safe);
  if ((flushesPerSave ?? 0) >= enoughFlushesPerSave) {
    return "flushes-seen";
  }
  if (volume.writeCache === "write-through") {
    return withoutCache(volume.drive, isVirtual);
  }
  if (flushesPerSave === null) {
    // A missing flush proves nothing if the system assumes that an upper device has no volatile
    // cache, as it often does with devices that hide their lower layers.
    const followed = mayStoreWithoutFlush(safe.mode) ? null : followedPerSave(safe);
    return (followed ?? 0) >= enoughFlushesPerSave ? "flushes-passed-on" : "no-evidence";
  }
  if (flushesPerSave >= noFlushesPerSave) {
    return "flushes-too-few";
  }
  return volume.writeCache === "write-back" ? "flushes-missing" : "flushes-not-seen";
}

/**
 * Whether the mode lacks flushes. False if they were not counted, or if `evidence`, which is about
 * the verdict's mode, already says so.
 */
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
 * The evidence for a drive that the system counts as write-through. An NVMe controller states
 * whether it has a volatile cache, and a SATA drive reports its cache. For USB and other SCSI
 * devices that report nothing, Linux merely assumes that they have none
 * (https://github.com/torvalds/linux/blob/master/drivers/scsi/sd.c).
 */
function withoutCache(drive: UnjudgedReport["volume"]["drive"], isVirtual: boolean): Evidence {
  if (isVirtual) {
    return "cache-state-assumed";
  }
  switch (drive.kind) {
    case "nvme":
      return "no-volatile-cache";
    case "sata-ssd":
    case "hard-disk":
      return "cache-reported-off";
    default:
      // The system reports a group of drives as write-through only if it knows that every drive of
      // the group is write-through.
      return isGroup(drive) && drive.removable === false
        ? "cache-reported-off"
        : "cache-state-assumed";
  }
}
