import { copyOnWriteName } from "#contract/copy-on-write";
import { isPowerCutReport, type Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import { type Remedy, remedyOf } from "../../facts/remedy";
import {
  isMadeGroup,
  isOfMachine,
  isPulledOut,
  isSold,
  ownOuterOf,
  thingOf,
} from "../../facts/thing";
import { mayReportFault } from "../../health/condition";
import { requiredFreeBytes } from "../../plan";
import { freeSpaceIn } from "../../workloads";
import { isGone } from "../gone";
import { type Cause, canBeCut } from "./cause";
import { say } from "./parts";
import {
  asksForCut,
  asksForTest,
  isEmptied,
  isFaultSeen,
  isLossAlone,
  isOfEveryMac,
  isTemperatureAlone,
  ownerOf,
  slownessOf,
} from "./signs";

/**
 * The advice, for each remedy.ts result, with which another inspection after a hang ends normally.
 */
const afterHang = {
  room: "again-with-room",
  elsewhere: "again-elsewhere",
  repair: "inspect-repair",
  rescue: "again-alone",
  again: "again-alone",
} as const satisfies Record<Remedy, string>;

/** The action that a finding asks for although nothing is wrong. */
function askedOf(report: Report): Statement | null {
  const { verdict, health } = report;
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
  if (asked.has("drive-age.todo-when")) {
    return say("glance.todo.bought-when");
  }
  const isAskedBelow = verdict.findings.some(
    (finding) =>
      finding.severity === "caution" &&
      (finding.statements?.todo ?? []).length > 0 &&
      !isOfEveryMac(report, finding),
  );
  return isAskedBelow ? say("glance.todo.see-below") : null;
}

/** The one action that the headline advises; `null` if the page needs none. */
export function todoOf(cause: Cause, report: Report): Statement | null {
  const cuts = report.powerCut?.cuts ?? 0;
  switch (cause) {
    case "counted":
    case "on-their-word":
      return slownessOf(report) === null
        ? (askedOf(report) ?? say("glance.todo.nothing", { whose: ownerOf(report) }))
        : say("glance.todo.see-below");
    case "cuts-few":
      return asksForCut(report) ? say("glance.todo.cut-again") : null;
    case "cuts-many":
      return null;
    case "drive-error":
    case "mode-failed":
      return rescueSaid(
        report,
        isSold(report)
          ? say("glance.todo.leave-on", { isPulledOut: isPulledOut(report) })
          : say("glance.todo.still-readable"),
      );
    case "power-cut-lost":
      return rescueSaid(
        report,
        say(isLossAlone(report) ? "glance.todo.files-then-on" : "glance.todo.files-first"),
      );
    case "data-differs":
    case "commits-lost":
    case "capacity-damaged":
    case "capacity-old-files":
    case "health-failing":
    case "holds-less":
    case "other-fault":
      return rescueSaid(report, say("glance.todo.files-first"));
    case "capacity-false":
    case "capacity-false-or-damaged":
      return rescueSaid(
        report,
        isSold(report) && freeSpaceIn(report)?.limitBytes === null
          ? say("glance.todo.take-back")
          : say("glance.todo.store-nothing", { thing: thingOf(report) }),
      );
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
      return say(`glance.todo.${afterHang[remedyOf(report)]}`);
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
      return machineSaid(report);
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

function machineSaid(report: Report): Statement {
  const outer = ownOuterOf(report);
  const isSeen = isFaultSeen(report);
  if (!isOfMachine(report)) {
    return say("glance.todo.without-machine");
  }
  return outer === null
    ? say("glance.todo.ask-its-owner", { isSeen })
    : say("glance.todo.look-outside", { isSeen, outer: outer.kind });
}

function rescueSaid(report: Report, rescue: Statement): Statement {
  if (isEmptied(report)) {
    return say("glance.todo.choose-drive");
  }
  // Nothing can be copied from a drive that is not there.
  return isGone(report) ? say("glance.todo.copy-if-back") : rescue;
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
