import { ordinarySaveMode } from "#contract/flush-mode";
import type { Statement } from "#contract/statement";
import type { Answer } from "#contract/verdict";
import type { statements } from "#text/verdict/saved";
import { type Facts, isModeRefused, isOrdinaryUntried } from "../facts/facts";
import { failedCallOf } from "../facts/failed-call";
import { isPassedOn } from "../facts/thing";
import { isShortOfFlushes } from "../facts/worth";
import { isPlaceUnknown, mayDropSyncsUnseen, unsafeSetting } from "../guarantee";
import { type Part, sayer } from "../say";
import { fewestFlushesIn, fewestOrdinaryFlushesIn } from "../workloads";
import { holdsLess } from "./capacity";
import { hasBrokenModes } from "./failures";

const say = sayer<typeof statements>();

/**
 * Whether confirmed saves are really stored: the one judgement that headline, answers, meaning and
 * grade share.
 */
export interface Saved {
  readonly state: "yes" | "insist" | "not-known" | "no";
  readonly severity: Answer["severity"];
  readonly reason: Part;
  /** Number of power cuts that confirmed this state; absent means none. */
  readonly keptCuts?: number;
  /** Whether only the person says that the power was cut, and no report of the system proves it. */
  readonly byPersonsWord?: boolean;
  /**
   * Whether `state` is about the ordinary save only, because another measured way lacks flushes.
   */
  readonly ordinaryAlone?: boolean;
  /** Whether other ways of saving were measured and the ordinary one was not. */
  readonly isOrdinaryUntried?: boolean;
}

/** Whether the saves that were measured may be unsafe. */
export function areInDoubt({ state, isOrdinaryUntried = false }: Saved): boolean {
  return state === "not-known" && !isOrdinaryUntried;
}

/** Whether a way of saving other than the verdict's own mode got fewer flushes than saves. */
export function othersLackFlushes({ unflushed, report }: Facts): boolean {
  return unflushed.length > 0 || isShortOfFlushes(fewestFlushesIn(report), report);
}

/**
 * Judges by the first reason that applies whether confirmed saves are really stored; facts come
 * before doubts.
 */
export function judgeSaved(facts: Facts): Saved {
  return (
    failed(facts) ?? mountForbids(facts) ?? cannotKnow(facts) ?? systemStops(facts) ?? drive(facts)
  );
}

const no = (reason: Part): Saved => ({ state: "no", severity: "bad", reason });
const notKnown = (reason: Part): Saved => ({ state: "not-known", severity: "caution", reason });
const yes = (severity: Saved["severity"], reason: Part): Saved => ({
  state: "yes",
  severity,
  reason,
});

function failed({ report, losses }: Facts): Saved | null {
  const [loss] = losses;
  if (loss !== undefined) {
    return no(loss.saved);
  }
  if ((report.verification?.mismatchCount ?? 0) > 0 || report.error?.code === "wrong-data") {
    return no(say("answer.saved-means-saved.data-differs"));
  }
  if (holdsLess(report)) {
    return no(say("answer.saved-means-saved.holds-less"));
  }
  if (report.error?.code === "drive-error") {
    return no(say("answer.saved-means-saved.drive-error", { during: failedCallOf(report) }));
  }
  if (hasBrokenModes(report)) {
    return no(say("answer.saved-means-saved.mode-failed"));
  }
  return null;
}

function mountForbids({ report: { volume } }: Facts): Saved | null {
  const setting = unsafeSetting(volume);
  return setting && no(say(`answer.saved-means-saved.${setting}`));
}

function cannotKnow(facts: Facts): Saved | null {
  const { report, isVirtual, measured, safe, evidence } = facts;
  const mayFlush = evidence !== "flushes-missing";
  const reasons = [
    ["network", report.volume.drive.kind === "network"],
    ["place-unknown", isPlaceUnknown(report.volume)],
    ["volume-gone", report.error?.code === "volume-gone"],
    ["not-planned", !facts.saves.isPlanned],
    ["nothing-measured", measured.length === 0],
    ["no-safe-measured", safe === null && !fullFlushRefused(facts)],
    ["zfs-sync-unseen", mayDropSyncsUnseen(report.volume) && mayFlush],
    ["passed-on", isVirtual && mayFlush && isPassedOn(report)],
    ["virtual", isVirtual && mayFlush],
  ] as const;
  const [first] = reasons.find(([, applies]) => applies) ?? [];
  return first === undefined ? null : notKnown(say(`answer.saved-means-saved.${first}`));
}

/**
 * Whether the file system refuses F_FULLFSYNC, on macOS the only call that reaches the drive's
 * flash.
 */
export function fullFlushRefused(facts: Facts): boolean {
  return isModeRefused(facts, "f_fullfsync");
}

function systemStops(facts: Facts): Saved | null {
  const { report, promise, safe, suspicion } = facts;
  if (safe === null || suspicion !== null) {
    return null;
  }
  const ordinary = ordinarySaveMode(report.host.os);
  const refused = isModeRefused(facts, ordinary);
  if (promise === "power-loss" && !refused) {
    return null;
  }
  return {
    state: "insist",
    severity: "caution",
    reason: refused
      ? say("answer.saved-means-saved.ordinary-refused", { ordinary, safe: safe.mode })
      : say("answer.saved-means-saved.ordinary-stops", { safe: safe.mode }),
  };
}

function drive(facts: Facts): Saved {
  const { evidence, suspicion, safe, report } = facts;
  const ordinary = ordinarySaveMode(report.host.os);
  if (evidence === "flushes-missing") {
    return no(say("answer.saved-means-saved.flushes-missing"));
  }
  if (suspicion !== null) {
    return { ...notKnown(say("answer.saved-means-saved.unexplained")), severity: "info" };
  }
  if (isOrdinaryUntried(facts)) {
    const reason = say("answer.saved-means-saved.ordinary-untried", { ordinary });
    return { ...notKnown(reason), isOrdinaryUntried: true };
  }
  switch (evidence) {
    case "flushes-seen":
      if (isShortOfFlushes(fewestOrdinaryFlushesIn(report), report)) {
        return notKnown(say("answer.saved-means-saved.flushes-too-few"));
      }
      if (othersLackFlushes(facts) && safe?.mode === ordinary) {
        const reason = say("answer.saved-means-saved.flushes-seen-ordinary");
        return { ...yes("caution", reason), ordinaryAlone: true };
      }
      return yes("good", say("answer.saved-means-saved.flushes-seen"));
    case "no-volatile-cache":
      return yes("good", say("answer.saved-means-saved.no-volatile-cache"));
    case "cache-reported-off":
    case "flushes-passed-on":
    case "no-evidence":
      return yes("info", say(`answer.saved-means-saved.${evidence}`));
    case "flushes-too-few":
      return notKnown(say("answer.saved-means-saved.flushes-too-few"));
    case "flushes-not-seen":
    case "cache-state-assumed":
      return notKnown(say("answer.saved-means-saved.flushes-not-seen"));
    case null:
      // No safe save, and no earlier reason applied: the system refused the full flush.
      return notKnown(say("answer.saved-means-saved.full-flush-refused"));
  }
}

/**
 * The answer in a word or two. Each yes adds that it holds as far as can be seen, or rests on a
 * promise alone: from inside the system, a drive that keeps its promises and one that does not can
 * look alike.
 */
export function savedWord(saved: Saved): Statement {
  const { state, severity, keptCuts, byPersonsWord, ordinaryAlone } = saved;
  switch (state) {
    case "yes":
      if (byPersonsWord) {
        return say("answer.saved-means-saved.yes-by-persons-word");
      }
      if (keptCuts !== undefined && ordinaryAlone) {
        return say("answer.saved-means-saved.yes-ordinary-after-cuts", { cuts: keptCuts });
      }
      if (keptCuts !== undefined) {
        return say("answer.saved-means-saved.yes-after-cuts", { cuts: keptCuts });
      }
      if (ordinaryAlone) {
        return say("answer.saved-means-saved.yes-ordinary");
      }
      return severity === "good"
        ? say("answer.saved-means-saved.yes")
        : say("answer.saved-means-saved.yes-by-promise");
    default:
      return say(`answer.saved-means-saved.${state}`);
  }
}
