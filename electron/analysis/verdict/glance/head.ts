import { copyOnWriteName } from "#contract/copy-on-write";
import { isPowerCutReport, type Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { Mark } from "#contract/verdict";
import { type Facts, isInsistedOn } from "../../facts/facts";
import { remedyOf } from "../../facts/remedy";
import {
  dataPlaceOf,
  isGroup,
  isMadeGroup,
  isOfMachine,
  isPulledOut,
  isRealDriveSeen,
  isSold,
  type Thing,
  thingOf,
  wayBackOf,
} from "../../facts/thing";
import { isMemory } from "../../guarantee";
import {
  conditionOf,
  isTemperatureAlone as isTooHotAlone,
  mayReportFault,
} from "../../health/condition";
import { requiredFreeBytes } from "../../plan";
import { freeSpaceIn, isEachMeasured, workloadsWithFigures } from "../../workloads";
import { isGone } from "../gone";
import { hangOf, isHangSingle } from "../pauses";
import {
  type Cause,
  canBeCut,
  doubts,
  endings,
  type Found,
  faults,
  manyCuts,
  unseens,
} from "./cause";
import { allCuts } from "./cut-cards";
import { changesOf, lossesOf } from "./losses";
import { say } from "./parts";

/**
 * The top of the verdict's summary: the mark (the overall judgement), the word that names it, a
 * sentence with its reason, the advised action (`todo`), and the limits of all these (`caveat`).
 */
export interface Head {
  readonly mark: Mark;
  readonly word: Statement;
  readonly sentence: Statement;
  readonly todo: Statement | null;
  readonly caveat: Statement | null;
}

export function markOf(cause: Cause): Mark {
  const isIn = (causes: readonly Cause[]) => causes.includes(cause);
  if (isIn(faults)) {
    return "bad";
  }
  if (isIn(doubts)) {
    return "care";
  }
  if (isIn(endings)) {
    return "early";
  }
  if (isIn(unseens)) {
    return "open";
  }
  return cause === "cuts-few" ? "few" : cause === "counted" ? "good" : "fine";
}

export function headOf(cause: Cause, report: Report, facts: Facts, readsFast: boolean): Head {
  return {
    mark: markOf(cause),
    word: wordOf(cause),
    sentence: sentenceOf(cause, report, facts, readsFast),
    todo: todoOf(cause, report),
    caveat: caveatOf(cause, report),
  };
}

/** Causes in which the flush mode or the mount breaks a promise; other faults are errors. */
const unsafe: readonly Cause[] = [
  ...(["power-cut-lost", "memory-file-system", "syncs-dropped", "barriers-off"] as const),
  ...(["flushes-missing", "other-saves-unflushed"] as const),
];

/** Whether saves send no flush to the drive: a loss is then not the drive's fault. */
export function isUnasked({ verdict }: Report): boolean {
  return verdict.findings.some(({ code }) => code === "flushes-missing");
}

function wordOf(cause: Cause): Statement {
  if (cause === "cuts-many") {
    return say("glance.word.no-loss");
  }
  if (cause === "test-failed") {
    // A failed test leaves the report incomplete, but the others ran to the end.
    return say("glance.word.not-complete");
  }
  const mark = markOf(cause);
  return mark === "bad"
    ? say(unsafe.includes(cause) ? "glance.word.unsafe" : "glance.word.fault")
    : say(`glance.word.${mark}`);
}

function sentenceOf(cause: Cause, report: Report, facts: Facts, readsFast: boolean): Statement {
  const thing = thingOf(report);
  switch (cause) {
    case "power-cut-lost":
      return say("glance.power-cut-lost", {
        failed: report.powerCut === null ? 0 : lossesOf(report.powerCut).failed,
        cuts: report.powerCut?.cutsWithLoss ?? 1,
        isGone: report.powerCut !== null && lossesOf(report.powerCut).isGone,
      });
    case "drive-error":
      return say("glance.drive-error", { during: failedCallOf(report), thing });
    case "changed-without-cut":
      return say("glance.changed-without-cut", changesSaid(report));
    case "hang":
      return say("glance.hang", { thing, ns: hangOf(facts), isSingle: isHangSingle(facts) });
    case "faster-than-disk-turns":
      return say("glance.faster-than-disk-turns", { place: dataPlaceOf(report) });
    case "cut-unreached":
      return say("glance.cut-unreached", {
        cuts: report.powerCut === null ? 1 : allCuts(report.powerCut).length,
      });
    case "cuts-few":
      return (report.powerCut?.cuts ?? 0) < manyCuts
        ? say("glance.cuts-few", { cuts: report.powerCut?.cuts ?? 0 })
        : say("glance.cuts-told");
    case "cuts-many":
      return say("glance.cuts-many", { cuts: report.powerCut?.cuts ?? 0 });
    case "counted":
    case "on-their-word":
      return wellSentence(cause, report, facts, readsFast);
    case "capacity-false":
    case "capacity-false-or-damaged":
    case "capacity-old-files":
    case "holds-less":
    case "health-failing":
    case "health-care":
    case "outpaced":
    case "sold-as-new":
    case "volume-full":
    case "cache-not-known":
    case "cut-not-proven":
    case "mode-failed":
      return say(`glance.${cause}`, { thing });
    case "virtual-machine":
      return isRealDriveSeen(report)
        ? say("glance.virtual-machine-between", { thing })
        : say("glance.virtual-machine");
    case "volume-gone":
      return say(`glance.volume-gone-${wayBackOf(report)}`, { thing });
    case "barriers-off":
      return say(report.volume.flushesTurnedOff ? "glance.turned-off" : "glance.barriers-off");
    default:
      return say(`glance.${cause}`);
  }
}

function changesSaid({ powerCut }: Report) {
  const { failed = 0, isGone = false } = powerCut === null ? {} : changesOf(powerCut);
  return { saves: failed, isGone };
}

function wellSentence(
  cause: "counted" | "on-their-word",
  report: Report,
  facts: Facts,
  readsFast: boolean,
): Statement {
  const { evidence } = facts;
  const slowness = slownessOf(report);
  if (slowness !== null) {
    const slow = slowness === "slow-saves" && isInsistedOn(facts) ? "slow-insisting" : slowness;
    return say("glance.but-slow", { slow, thing: thingOf(report) });
  }
  if (cause === "counted" && evidence === "flushes-seen") {
    const reportsWell = report.health !== null && conditionOf(report.health).state === "well";
    return say("glance.counted", { thing: thingOf(report), readsFast, reportsWell });
  }
  return isEachMeasured(report)
    ? say("glance.on-their-word", { whose: ownerOf(report) })
    : say("glance.on-their-word-partly");
}

const slownesses = ["throttled", "saves-slowed", "slow-saves", "long-pauses"] as const;
export type Slowness = (typeof slownesses)[number];

/** A caution about speed alone, which affects comfort, not safety. */
export function slownessOf({ verdict }: Found): Slowness | null {
  const cautions = verdict.findings.filter(({ severity }) => severity === "caution");
  return slownesses.find((code) => cautions.some((finding) => finding.code === code)) ?? null;
}

/** What the failed call was for: error texts name `fsync`, `pread`, `WriteFile` and the like. */
export function failedCallOf({ error }: Report): "reading" | "saving" | "other" {
  const call = error?.syscall ?? "";
  if (/read/i.test(call)) {
    return "reading";
  }
  return /write|sync|flush|fcntl/i.test(call) ? "saving" : "other";
}

export type Owner = Thing | "computer" | "macbook" | "mac";

/** The thing that the drive is, or the kind of computer it belongs to. */
export function ownerOf(report: Report): Owner {
  const thing = thingOf(report);
  // A Mac shows the two parts of its Fusion Drive as a group.
  const isOwn = thing === "drive" || (thing === "group" && isSold(report));
  if (!isOwn) {
    return thing;
  }
  if (report.host.os !== "macos") {
    return "computer";
  }
  return report.computer?.model?.startsWith("MacBook") ? "macbook" : "mac";
}

/**
 * The action that a finding asks for although nothing is wrong; the first page does not show such
 * findings.
 */
function askedOf({ verdict, health }: Report): Statement | null {
  const asked = new Set(
    verdict.findings.flatMap(({ statements }) => statements?.todo.map(({ code }) => code) ?? []),
  );
  if (verdict.findings.some(({ code }) => code === "health-noted")) {
    return say("glance.todo.look-again");
  }
  if (health !== null && mayReportFault(health)) {
    return say("glance.todo.report-unclear");
  }
  if (asked.has("drive-age.todo-rare")) {
    return say("glance.todo.whose-use");
  }
  return asked.has("drive-age.todo-when") ? say("glance.todo.bought-when") : null;
}

/** Whether the only sign is the current temperature, too high or too low. */
export function isTemperatureAlone({ health }: Report): boolean {
  return health !== null && isTooHotAlone(health);
}

/** Findings that may be the first signs of a failing drive. */
const mayBeFaults: ReadonlySet<string> = new Set(["health-care", "not-verified", "long-pauses"]);

/** Whether nothing but a loss after a power cut speaks against the drive: saves last while it is on. */
export function isLossAlone({ verdict }: Report): boolean {
  return verdict.findings.every(
    ({ severity, code }) => severity !== "bad" || code.startsWith("power-cut"),
  );
}

/** Whether a finding suggests a fault of the drive but is too weak to be the cause. */
export function isFaultSeen({ verdict }: Report): boolean {
  return verdict.findings.some(
    ({ code, severity }) =>
      code === "health-noted" ||
      code === "volume-gone" ||
      (severity === "caution" && mayBeFaults.has(code)),
  );
}

/** Whether the files are gone for good: memory that was unmounted keeps nothing. */
export function isEmptied(report: Report): boolean {
  return isMemory(report.volume) && isGone(report);
}

/**
 * After more power cuts than this the summary asks for no further ones: ten in all would prove
 * little more.
 */
const fewEnough = 5;

const testable: readonly Cause[] = [
  ...(["flushes-too-few", "some-saves-unflushed", "outpaced", "faster-than-disk-turns"] as const),
];

/** Whether a plug test could settle the doubt: it is possible here, and none was made so far. */
export function asksForTest(cause: Cause, report: Report): boolean {
  return testable.includes(cause) && canBeCut(report) && (report.powerCut?.cuts ?? 0) === 0;
}

function todoOf(cause: Cause, report: Report): Statement | null {
  const cuts = report.powerCut?.cuts ?? 0;
  switch (cause) {
    case "counted":
    case "on-their-word":
      return slownessOf(report) === null
        ? (askedOf(report) ?? say("glance.todo.nothing", { whose: ownerOf(report) }))
        : say("glance.todo.see-below");
    case "cuts-few":
      return cuts <= fewEnough && canBeCut(report) ? say("glance.todo.cut-again") : null;
    case "cuts-many":
      return null;
    case "drive-error":
    case "mode-failed":
      return rescueSaid(report, "glance.todo.still-readable");
    case "power-cut-lost":
      return rescueSaid(
        report,
        isLossAlone(report) ? "glance.todo.files-then-on" : "glance.todo.files-first",
      );
    case "data-differs":
    case "commits-lost":
    case "capacity-damaged":
    case "capacity-old-files":
    case "health-failing":
    case "holds-less":
    case "other-fault":
      return rescueSaid(report, "glance.todo.files-first");
    case "capacity-false":
    case "capacity-false-or-damaged":
      return isSold(report) && freeSpaceIn(report)?.endsAtLimit !== true
        ? say("glance.todo.take-back")
        : say("glance.todo.store-nothing", { thing: thingOf(report) });
    case "memory-file-system":
      return say(isEmptied(report) ? "glance.todo.choose-drive" : "glance.todo.out-of-memory");
    case "syncs-dropped":
      return say("glance.todo.switch-on");
    case "barriers-off":
      return report.volume.flushesTurnedOff
        ? say("glance.todo.untick", { isSeen: isFaultSeen(report) })
        : say("glance.todo.switch-on");
    case "flushes-missing":
    case "other-saves-unflushed":
    case "changed-without-cut":
    case "full-flush-refused":
    case "ordinary-refused":
      return secondCopy(report);
    case "health-care":
      return isTemperatureAlone(report) ? say("glance.todo.room-temperature") : secondCopy(report);
    case "hang":
      return say("glance.todo.again-alone");
    case "sold-as-new":
      return say("glance.todo.ask-seller");
    case "flushes-too-few":
    case "some-saves-unflushed":
    case "outpaced":
    case "faster-than-disk-turns":
      if (isPulledOut(report)) {
        return say("glance.todo.wait-and-eject");
      }
      return asksForTest(cause, report)
        ? say("glance.todo.test-and-copy", { thing: thingOf(report) })
        : secondCopy(report);
    case "volume-gone":
      return say("glance.todo.if-it-comes-back");
    case "volume-full":
    case "stopped":
    case "test-failed":
    case "broke-off":
      return remedySaid(report);
    case "virtual-machine":
      return isOfMachine(report)
        ? say("glance.todo.ask-its-owner", { isSeen: isFaultSeen(report) })
        : say("glance.todo.without-machine");
    case "ordinary-untried":
      return say("glance.todo.ordinary");
    case "virtual-drive":
      return say("glance.todo.behind");
    case "network":
      return say("glance.todo.other-computer");
    case "place-unknown":
      return say("glance.todo.choose-drive");
    case "not-planned":
    case "nothing-measured":
      return say("glance.todo.all-tests");
    case "zfs":
    case "too-fast":
    case "cache-not-known":
      if (!canBeCut(report)) {
        return secondCopy(report);
      }
      return cuts > 0 ? null : say("glance.todo.test-shows", { thing: thingOf(report) });
    case "cut-not-proven":
    case "cut-unreached":
      return canBeCut(report) ? say("glance.todo.cut-once-more") : secondCopy(report);
  }
}

function rescueSaid(
  report: Report,
  code: "glance.todo.still-readable" | "glance.todo.files-first" | "glance.todo.files-then-on",
): Statement {
  if (isEmptied(report)) {
    return say("glance.todo.choose-drive");
  }
  // Nothing can be copied from a drive that is not there.
  return say(isGone(report) ? "glance.todo.copy-if-back" : code);
}

function remedySaid(report: Report): Statement {
  const remedy = remedyOf(report);
  if (remedy !== "room") {
    return say(`glance.todo.inspect-${remedy}`);
  }
  const { plan, volume, error } = report;
  // States a size only for `volume-full`: `no-space` may also mean that no more files fit.
  return error?.code === "volume-full" && !isPowerCutReport(report)
    ? say("glance.todo.inspect-room", {
        neededBytes: requiredFreeBytes(plan, copyOnWriteName(volume) !== null),
      })
    : say("glance.todo.inspect-full");
}

function secondCopy(report: Report): Statement {
  return say("glance.todo.second-copy", { isGroup: isMadeGroup(report) });
}

/** Missing data was confirmed too early; damaged data may have been confirmed in time. */
function whoseLoss({ powerCut }: Report): Statement {
  const { failed = 0, isGone = false } = powerCut === null ? {} : lossesOf(powerCut);
  return isGone
    ? say("glance.caveat.drive-or-system", { saves: failed })
    : say("glance.caveat.drive-or-system-only");
}

function isAnyMeasured(report: Report): boolean {
  return workloadsWithFigures(report).length > 0;
}

const causeOpen = {
  drive: "glance.caveat.cause-open",
  group: "glance.caveat.cause-open-group",
  unseen: "glance.caveat.cause-open-unseen",
} as const;

function caveatOf(cause: Cause, report: Report): Statement | null {
  const wasCut = (report.powerCut?.cuts ?? 0) > 0;
  const { drive } = report.volume;
  switch (cause) {
    case "counted":
      return wasCut ? null : say("glance.caveat.no-cut");
    case "on-their-word":
      return wasCut ? null : say("glance.caveat.confirmed-by", { os: report.host.os });
    case "drive-error":
    case "mode-failed":
    case "data-differs":
    case "capacity-damaged":
    case "capacity-old-files":
      return isMemory(report.volume) ? null : say(causeOpen[dataPlaceOf(report)]);
    case "power-cut-lost":
      return isUnasked(report) ? null : whoseLoss(report);
    case "volume-gone":
      return say(`glance.caveat.gone-${isGroup(drive) ? "group" : wayBackOf(report)}`);
    case "volume-full":
    case "stopped":
    case "broke-off":
      return isAnyMeasured(report) ? say("glance.caveat.kept-below") : null;
    case "test-failed":
      return isAnyMeasured(report) ? say("glance.caveat.all-kept-below") : null;
    case "health-failing":
    case "health-care":
      return say("glance.caveat.own-report");
    case "virtual-machine":
      return say(isOfMachine(report) ? "glance.caveat.guest" : "glance.caveat.passed-on");
    default:
      return null;
  }
}
