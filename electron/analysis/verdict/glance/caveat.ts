import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import {
  dataPlaceOf,
  isMadeGroup,
  isRealDriveSeen,
  ownOuterOf,
  wayBackOf,
} from "../../facts/thing";
import { isMemory, mayDropSyncsUnseen } from "../../guarantee";
import { workloadsWithFigures } from "../../workloads";
import type { Cause } from "./cause";
import { lossesOf } from "./losses";
import { say } from "./parts";
import { isUnasked } from "./signs";

/**
 * Who may be at fault for lost saves. Saves that are gone were confirmed too early; damaged ones
 * may have been confirmed in time. On unseen storage, or ZFS, a setting may have ignored the saves.
 */
function whoseLoss(report: Report): Statement {
  const { volume } = report;
  const place = dataPlaceOf(report);
  if (place !== "drive") {
    return say(causeOpen[place]);
  }
  if (mayDropSyncsUnseen(volume)) {
    return say("glance.why.zfs");
  }
  const { failed, isGone } = lossesOf(report);
  return isGone
    ? say("glance.caveat.drive-or-system", { saves: failed })
    : say("glance.caveat.drive-or-system-only");
}

function isAnyMeasured(report: Report): boolean {
  return workloadsWithFigures(report).length > 0;
}

function machineCaveat(report: Report): Statement {
  if (isRealDriveSeen(report)) {
    return say("glance.caveat.passed-on");
  }
  const outer = ownOuterOf(report);
  return outer === null
    ? say("glance.caveat.guest")
    : say("glance.caveat.inner-computer", { machine: outer.machine });
}

const causeOpen = {
  drive: "glance.caveat.cause-open",
  group: "glance.caveat.cause-open-group",
  unseen: "glance.caveat.cause-open-unseen",
} as const;

/** Why the judgement is uncertain: it relies on a drive, system or person, or a cause stays open. */
export function caveatOf(cause: Cause, report: Report): Statement | null {
  const wasCut = (report.powerCut?.cuts ?? 0) > 0;
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
    case "cuts-few":
      return say("glance.caveat.good-sign");
    case "power-cut-lost":
      return isUnasked(report) ? null : whoseLoss(report);
    case "volume-gone":
      return say(`glance.caveat.gone-${isMadeGroup(report) ? "group" : wayBackOf(report)}`);
    case "volume-full":
      return isAnyMeasured(report) ? say("glance.caveat.full-kept-below") : null;
    case "stopped":
    case "broke-off":
      return isAnyMeasured(report) ? say("glance.caveat.kept-below") : null;
    case "test-failed":
      return isAnyMeasured(report) ? say("glance.caveat.all-kept-below") : null;
    case "health-failing":
    case "health-care":
      return say("glance.caveat.own-report");
    case "virtual-machine":
      return machineCaveat(report);
    default:
      return null;
  }
}
