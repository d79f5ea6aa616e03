import { ordinarySaveMode } from "#contract/flush-mode";
import type { Paragraph, Statement } from "#contract/statement";
import type { Doubt, LeadingRate, LeadingSave, statements } from "#text/verdict/narrative";
import { secondCopy } from "../facts/advice";
import {
  type Facts,
  hasLostInCut,
  isInsistedOn,
  isModeRefused,
  isWhatDisksDo,
  type MeasuredMode,
  medianNsOf,
  othersAreUnsafe,
} from "../facts/facts";
import { failedCallOf } from "../facts/failed-call";
import type { AnyFinding } from "../facts/finding";
import { isMadeGroup, isPulledOut, isVirtualItself } from "../facts/thing";
import { isMemory, isPlaceUnknown, unsafeSetting } from "../guarantee";
import { stateOn } from "../health/findings";
import { heatOfSaves } from "../health/heat";
import { likenessOf } from "../reference-drives";
import { type Part, paragraph, sayer } from "../say";
import { firstAnswer, workloadsWithFigures } from "../workloads";
import { holdsLess } from "./capacity";
import { hasBrokenModes, inItsWords } from "./failures";
import { isGone } from "./gone";
import { powerCutHeadline } from "./power-cut";
import { areInDoubt, fullFlushRefused, othersLackFlushes, type Saved } from "./saved";
import { amountOf } from "./slowed";

const say = sayer<typeof statements>();

/** One plain sentence: the most severe problem, otherwise the speed of safe saves. */
export function headlineOf(facts: Facts, saved: Saved): Part {
  return (
    failure(facts) ??
    powerCutHeadline(facts) ??
    ownReport(facts) ??
    unsafePlace(facts) ??
    vanished(facts) ??
    brokenPromise(facts) ??
    speed(facts, saved)
  );
}

/** The headline for a drive that reports its own failure, in place of praise for its speed. */
function ownReport({ report }: Facts): Statement | null {
  return isFailing(report) ? say("headline.health-failing") : null;
}

function isFailing(report: Facts["report"]): boolean {
  const { health } = report;
  return health !== null && stateOn(health, report) === "failing";
}

function failure({ report, losses }: Facts): Part | null {
  const { verification, error } = report;
  const [loss] = losses;
  if (loss !== undefined) {
    return loss.headline;
  }
  if (verification !== null && verification.mismatchCount > 0) {
    return say("headline.data-differs", {
      mismatches: verification.mismatchCount,
      blocks: verification.blocksChecked,
    });
  }
  if (holdsLess(report)) {
    return say("headline.holds-less");
  }
  if (hasBrokenModes(report)) {
    return say("headline.mode-failed");
  }
  switch (error?.code) {
    case "wrong-data":
      return say("headline.wrong-data");
    case "drive-error":
      return say("headline.drive-error", { during: failedCallOf(report) });
    default:
      return null;
  }
}

/** The headline for an unsafe setting, which is known even if the volume vanished unmeasured. */
function unsafePlace({ report: { volume } }: Facts): Statement | null {
  const setting = unsafeSetting(volume);
  return setting && say(`headline.${setting}`);
}

/** The headline for a drive that vanished, which proves no fault: known faults rank above it. */
function vanished({ report }: Facts): Part | null {
  return isGone(report) && report.error !== null ? inItsWords(report.error) : null;
}

function brokenPromise({ report, evidence }: Facts): Statement | null {
  if (workloadsWithFigures(report).length === 0) {
    return say(report.partial ? "headline.nothing-measured" : "headline.nothing-measurable");
  }
  if (evidence === "flushes-missing") {
    return say("headline.flushes-missing");
  }
  return null;
}

function speed(facts: Facts, saved: Saved): Statement {
  const { report, safe, suspicion } = facts;
  if (report.volume.drive.kind === "network") {
    return say("headline.network");
  }
  if (isPlaceUnknown(report.volume)) {
    return say("headline.place-unknown");
  }
  if (safe === null && !facts.saves.isPlanned) {
    return say("headline.other-tests", { tests: workloadsWithFigures(report) });
  }
  if (safe === null) {
    return say(
      fullFlushRefused(facts) ? "headline.full-flush-refused" : "headline.no-safe-measured",
    );
  }
  const leading = leadingSave(facts, safe);
  const doubt = doubtOf(facts, saved);
  if (facts.speed === null) {
    return say("headline.paced", { ...leading, medianNs: medianNsOf(safe), doubt });
  }
  const rate = { ...leading, ...leadingRate(facts, safe) };
  if (othersAreUnsafe(facts)) {
    return say("headline.others-unsafe", rate);
  }
  if (suspicion !== null) {
    return say("headline.unexplained", { ...rate, why: unexplained[suspicion.code] });
  }
  const like = isWhatDisksDo(facts) ? "disk" : likenessOf(facts.speed);
  return say("headline.speed", { ...rate, like, doubt });
}

const unexplained = {
  "too-fast-for-cache": "fast",
  "saves-outpace-writing": "outpaced",
  "faster-than-disk-turns": "disk",
} as const;

/** Names the kind of save that the headline is about and, if not the ordinary save, why not. */
function leadingSave(facts: Facts, { mode }: MeasuredMode): LeadingSave {
  const { report, ordinary, promise, isPaced } = facts;
  const ordinaryMode = ordinarySaveMode(report.host.os);
  const leading = {
    mode,
    isVirtual: isVirtualItself(report),
    ordinaryMode,
    isGroup: isMadeGroup(report),
    ordinaryPerSecond: ordinary?.iops ?? null,
    ordinaryMedianNs: ordinary && medianNsOf(ordinary),
  };
  if (mode === ordinaryMode) {
    return { save: "ordinary", ...leading };
  }
  if (isModeRefused(facts, ordinaryMode)) {
    return { save: "refused", ...leading };
  }
  if (promise === "power-loss") {
    return { save: "not-measured", ...leading };
  }
  return ordinary === null
    ? { save: "insisting", ...leading }
    : { save: isPaced ? "insisting-beside-time" : "insisting-beside-rate", ...leading };
}

function leadingRate({ report }: Facts, safe: MeasuredMode): Omit<LeadingRate, keyof LeadingSave> {
  const { iops, slowdown } = safe;
  const isByAmount = slowdown !== null && heatOfSaves(safe, slowdown, report).state !== "at-limit";
  return {
    savesPerSecond: iops,
    fastPerSecond: slowdown?.fastPerSecond ?? null,
    ...(isByAmount ? amountOf(slowdown) : { fastUntilBytes: null, slowFromBytes: null }),
  };
}

/** The doubt beside a speed: a good figure without evidence must not sound like a pass. */
function doubtOf({ isVirtual }: Facts, saved: Saved): Doubt {
  return isVirtual ? "hosted" : areInDoubt(saved) ? "not-known" : "none";
}

/** What the verdict means for documents and photos, databases and external copies, in this order. */
export function meaningOf(facts: Facts, saved: Saved): Part[] {
  return [
    documents(facts, saved),
    // No speed makes up for data that is lost or damaged.
    ...(isGone(facts.report) || saved.state === "no" || isFailing(facts.report)
      ? []
      : databases(facts)),
    copies(facts),
  ];
}

function documents({ report }: Facts, saved: Saved): Statement {
  if (isMemory(report.volume)) {
    return say("meaning.documents-in-memory");
  }
  if (isFailing(report)) {
    return say("meaning.documents-not-safe");
  }
  switch (saved.state) {
    case "yes":
      if (saved.ordinaryAlone) {
        return say("meaning.documents-ordinary");
      }
      return saved.severity === "good"
        ? say("meaning.documents-safe")
        : say("meaning.documents-promised");
    case "insist":
      return say("meaning.documents-insist");
    case "not-known":
      return say("meaning.documents-not-known");
    case "no":
      return say("meaning.documents-not-safe");
  }
}

function databases(facts: Facts): Part[] {
  const measured = firstAnswer((home) => home.meaningForDatabases?.(facts));
  if (measured !== null && !hasLostInCut(facts)) {
    return [measured];
  }
  const { safe, speed, suspicion } = facts;
  if (safe === null || speed === null) {
    return [];
  }
  if (suspicion !== null || othersLackFlushes(facts)) {
    // Each sentence below recommends the drive for databases. But its saves are in doubt, or a way of
    // saving that a database may use got too few flushes.
    return [];
  }
  const rate = { savesPerSecond: safe.iops };
  if (isInsistedOn(facts)) {
    return [say("meaning.databases-insisting", rate)];
  }
  switch (speed.id) {
    case "hard-disk":
      return [say("meaning.databases-slow", rate)];
    case "slow-ssd":
      return [say("meaning.databases-personal", rate)];
    case "good-ssd":
    case "server":
      return [say("meaning.databases-fast", rate)];
  }
}

function copies({ report }: Facts): Statement {
  if (isMemory(report.volume)) {
    return say("meaning.copies-from-memory");
  }
  return isPulledOut(report) ? say("meaning.copies-external") : say("meaning.copies");
}

/** Advice, most urgent first, without repetitions; `test` is the advice to cut the power, if any. */
export function adviceOf(
  drafts: readonly AnyFinding[],
  test: Statement | null,
  { volume }: Pick<Facts["report"], "volume">,
): Paragraph[] {
  // No advice on a second copy for memory: there is no drive that holds the first.
  const copy = isMemory(volume) ? null : secondCopy;
  const todos = [...drafts.map(({ todo }) => todo), test, copy].filter((todo) => todo !== null);
  const all = todos.map(paragraph);
  // Removes duplicates: equal advice has equal data.
  return [...new Map(all.map((advice) => [JSON.stringify(advice), advice])).values()];
}
