import type { FlushModeId } from "#contract/flush-mode";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/worth";
import { guaranteeOn, mayDropSyncsUnseen, unsafeSetting } from "../guarantee";
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
import { isGroup, isPassedOn } from "./thing";

const say = sayer<typeof statements>();

/** Whether a measured save survives a power cut as its flush mode promises; if not, why. */
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

export interface MeasuredSave {
  readonly mode: FlushModeId;
  readonly perSecond: number;
  /** Flush commands per save; `null` if not counted. */
  readonly flushesPerSave: number | null;
}

/**
 * Whether a save of another workload than the flush modes survives a power cut: the first reason
 * that applies. Known facts come before doubts, as in `saved.ts`.
 */
export function worthOf(save: MeasuredSave, facts: Facts): Worth {
  const { report, isVirtual } = facts;
  const { volume, host } = report;
  const setting = unsafeSetting(volume);
  if (setting !== null) {
    return setting;
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

/** Whether a drive, physical or virtual, confirmed the save. */
export function isConfirmed(worth: Worth): boolean {
  return worth === "promised" || worth === "hosted";
}

/** Why a save may not survive a power cut as its flush mode promises; `null` if it does. */
export function worthWords(worth: Worth, { report }: Pick<Facts, "report">): Statement | null {
  if (worth === "hosted" && isPassedOn(report)) {
    return say("worth.passed-on");
  }
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

/** Whether the save lacks flushes, by their count or else by the evidence of ordinary saves. */
function isUnflushed({ flushesPerSave }: MeasuredSave, { report, evidence }: Facts): boolean {
  return flushesPerSave === null
    ? evidence === "flushes-missing"
    : report.volume.writeCache === "write-back" && flushesPerSave < noFlushesPerSave;
}

/** Kinds of drives that report whether they have a cache; of other kinds the system assumes it. */
const reportsCache: ReadonlySet<string> = new Set(["nvme", "sata-ssd", "hard-disk"]);

/** Whether a drive with a volatile cache received clearly fewer flushes than saves. */
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

/** Evidence from the ordinary saves that also casts doubt on saves without a flush count. */
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
    return !reportsCache.has(drive.kind) && !(isGroup(drive) && drive.removable === false);
  }
  return flushesPerSave === null ? doubtful.has(evidence) : flushesPerSave < enoughFlushesPerSave;
}
