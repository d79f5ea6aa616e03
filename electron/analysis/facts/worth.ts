import type { FlushModeId } from "#contract/flush-mode";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/worth";
import {
  barriersAreOff,
  guaranteeOn,
  isMemory,
  mayDropSyncsUnseen,
  syncsAreDropped,
} from "../guarantee";
import { sayer } from "../say";
import {
  type Evidence,
  enoughFlushesPerSave,
  type Facts,
  hasLostInCut,
  noFlushesPerSave,
  suspicionOf,
  type UnjudgedReport,
} from "./facts";

const say = sayer<typeof statements>();

/** What a save that was measured is worth here: the promise, or why none may be repeated. */
export type Worth =
  | "promised"
  | "memory"
  | "syncs-dropped"
  | "barriers-off"
  | "stops-at-drive"
  | "lost"
  | "unflushed"
  | "hosted"
  | "not-known";

/** A way of saving with what was measured of it. */
export interface MeasuredSave {
  readonly mode: FlushModeId;
  readonly perSecond: number;
  /** `null`: not counted. */
  readonly flushesPerSave: number | null;
}

/**
 * What workloads other than the flush modes may say of their saves. The first reason applies; they
 * are ordered from what is known to what is not, as in `saved.ts`.
 */
export function worthOf(save: MeasuredSave, facts: Facts): Worth {
  const { report, isVirtual } = facts;
  const { volume, host } = report;
  if (isMemory(volume)) {
    return "memory";
  }
  if (syncsAreDropped(volume)) {
    return "syncs-dropped";
  }
  if (barriersAreOff(volume)) {
    return "barriers-off";
  }
  if (hasLost(facts) || hasLostInCut(facts)) {
    return "lost";
  }
  const promise = guaranteeOn(save.mode, host.os, volume);
  if (promise === "os-crash") {
    return "stops-at-drive";
  }
  if (isUnflushed(save, facts)) {
    return "unflushed";
  }
  if (promise !== "power-loss" || mayDropSyncsUnseen(volume)) {
    return "not-known";
  }
  if (isVirtual) {
    return "hosted";
  }
  return isInDoubt(save, facts) ? "not-known" : "promised";
}

/** Whether the save was confirmed by a drive, be it a virtual one. */
export function isConfirmed(worth: Worth): boolean {
  return worth === "promised" || worth === "hosted";
}

/** Why the usual promise does not hold; `null` where it does. */
export function worthWords(worth: Worth): Statement | null {
  return worth === "promised" ? null : say(`worth.${worth}`);
}

function hasLost({ report, losses }: Facts): boolean {
  return (
    losses.length > 0 ||
    (report.verification?.mismatchCount ?? 0) > 0 ||
    report.error?.code === "wrong-data" ||
    report.error?.code === "drive-error"
  );
}

/** Its own count, or where there is none that of the ordinary saves. */
function isUnflushed({ flushesPerSave }: MeasuredSave, { report, evidence }: Facts): boolean {
  return flushesPerSave === null
    ? evidence === "flushes-missing"
    : report.volume.writeCache === "write-back" && flushesPerSave < noFlushesPerSave;
}

/** Drives that report whether they have a cache; of others the system assumes it. */
const reportsCache: ReadonlySet<string> = new Set(["nvme", "sata-ssd", "hard-disk"]);

/** Fewer than one for each save, to a drive with a memory that forgets: some were not passed on. */
export function isShortOfFlushes(
  flushesPerSave: number | null,
  { volume }: Pick<UnjudgedReport, "volume">,
): boolean {
  return (
    volume.writeCache === "write-back" &&
    flushesPerSave !== null &&
    flushesPerSave < enoughFlushesPerSave
  );
}

/** What the ordinary saves have shown counts for saves of which nothing was counted. */
const doubtful: ReadonlySet<Evidence | null> = new Set([
  ...(["flushes-too-few", "flushes-not-seen", "cache-state-assumed"] as const),
]);

function isInDoubt({ perSecond, flushesPerSave }: MeasuredSave, facts: Facts): boolean {
  const { report, suspicion, evidence } = facts;
  const { writeCache, drive } = report.volume;
  if (suspicion !== null || suspicionOf(facts, perSecond) !== null) {
    return true;
  }
  if (writeCache === "write-through") {
    return !reportsCache.has(drive.kind);
  }
  return flushesPerSave === null ? doubtful.has(evidence) : flushesPerSave < enoughFlushesPerSave;
}
