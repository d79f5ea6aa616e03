import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { Mark } from "#contract/verdict";
import { type Facts, isInsistedOn } from "../../facts/facts";
import { failedCallOf } from "../../facts/failed-call";
import { dataPlaceOf, isRealDriveSeen, ownOuterOf, thingOf, wayBackOf } from "../../facts/thing";
import { conditionOf } from "../../health/condition";
import { freeSpaceIn, isEachMeasured } from "../../workloads";
import { isGone } from "../gone";
import { hangOf, isHangSingle } from "../pauses";
import { type Cause, manyCuts, markOf } from "./cause";
import { caveatOf } from "./caveat";
import { allCuts } from "./cut-cards";
import { changesOf, lossesOf } from "./losses";
import { say } from "./parts";
import { ownerOf, slownessOf } from "./signs";
import { todoOf } from "./todo";

/**
 * The top of the verdict's summary: the overall judgement (`mark`), a word for it, a sentence with
 * the reason, the advised action (`todo`), and the limits of all these (`caveat`).
 */
export interface Head {
  readonly mark: Mark;
  readonly word: Statement;
  readonly sentence: Statement;
  readonly todo: Statement | null;
  readonly caveat: Statement | null;
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

/**
 * Causes with the word "Not safe.": saves do not survive a power cut as promised. Other faults are
 * errors, with the word "Fault found."
 */
const unsafe: readonly Cause[] = [
  ...(["power-cut-lost", "memory-file-system", "syncs-dropped", "barriers-off"] as const),
  ...(["flushes-missing", "other-saves-unflushed"] as const),
];

function wordOf(cause: Cause): Statement {
  if (cause === "cuts-many") {
    return say("glance.word.no-loss");
  }
  if (cause === "test-failed") {
    // A failed test leaves the report incomplete, but the run did not end early: the other tests
    // ran to the end.
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
    case "power-cut-lost": {
      const { failed, isGone: allGone } = lossesOf(report);
      const cuts = report.powerCut?.cutsWithLoss ?? 1;
      return say("glance.power-cut-lost", { failed, cuts, isGone: allGone });
    }
    case "drive-error":
      return say("glance.drive-error", { during: failedCallOf(report), thing });
    case "changed-without-cut": {
      const { failed: saves, isGone: allGone } = changesOf(report);
      return say("glance.changed-without-cut", { saves, isGone: allGone });
    }
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
    case "capacity-false-or-damaged": {
      const limitBytes = freeSpaceIn(report)?.limitBytes ?? null;
      return limitBytes === null
        ? say(`glance.${cause}`, { thing })
        : say("glance.capacity-limit", { thing, limitBytes });
    }
    case "health-failing":
      // Nothing can be copied from a drive that is not there.
      return say(isGone(report) ? "glance.health-failing-gone" : "glance.health-failing", {
        thing,
      });
    case "capacity-old-files":
    case "health-care":
    case "outpaced":
    case "sold-as-new":
    case "cache-not-known":
    case "cut-not-proven":
    case "mode-failed":
      return say(`glance.${cause}`, { thing });
    case "not-planned":
      return say(isWhole(report) ? "glance.not-planned-whole" : "glance.not-planned");
    case "virtual-machine":
      return virtualSentence(report);
    case "volume-gone":
      return say(`glance.volume-gone-${wayBackOf(report)}`, { thing });
    case "barriers-off":
      return say(report.volume.flushesTurnedOff ? "glance.turned-off" : "glance.barriers-off");
    default:
      return say(`glance.${cause}`);
  }
}

/** Whether the size test filled the whole drive and found no fault. */
function isWhole({ verdict }: Report): boolean {
  return verdict.findings.some(
    ({ code, severity }) => code === "capacity-whole" && severity === "good",
  );
}

function virtualSentence(report: Report): Statement {
  const outer = ownOuterOf(report);
  if (isRealDriveSeen(report)) {
    return say("glance.virtual-machine-between", { thing: thingOf(report) });
  }
  return outer === null
    ? say("glance.virtual-machine")
    : say("glance.inner-computer", { outer: outer.kind });
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
