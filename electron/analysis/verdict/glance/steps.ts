import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/glance-deeds";
import { type Remedy, remedyOf } from "../../facts/remedy";
import {
  isGroup,
  isMadeGroup,
  isOfMachine,
  isPulledOut,
  isSold,
  ownOuterOf,
  placeOf,
  wayBackOf,
} from "../../facts/thing";
import { isGone } from "../gone";
import { type Cause, markOf, settings } from "./cause";
import { say } from "./parts";
import { asksForCut, asksForTest, helperOf, isEmptied, isLossAlone } from "./signs";

/** What a person should do. */
export interface Step {
  readonly title: Statement;
  readonly detail: Statement;
  /** The step's number, from 1, if the order matters; `null` if each step is for another case. */
  readonly number: number | null;
}

/** Whether the drive itself may be at fault, so that the first step is to copy its files. */
export function isRescue(cause: Cause): boolean {
  return markOf(cause) === "bad" && !isSetting(cause) && !unflushed.includes(cause);
}

/**
 * Whether the cause is the storage that holds the data, such as a network or memory, or a mount
 * option.
 */
export function isSetting(cause: Cause): boolean {
  return settings.some((setting) => setting === cause);
}

/**
 * Causes in which saves send no flush: a setting may be the reason, or the system assumes that the
 * drive has no volatile cache.
 */
const unflushed: readonly Cause[] = ["flushes-missing", "other-saves-unflushed"];

/** Steps shown in place of figures; empty if the buttons suffice. */
export function stepsOf(cause: Cause, report: Report): Step[] {
  const steps = (...ids: readonly StepId[]): Step[] =>
    ids.map((id, place) => ({
      title: say(`glance.step.${id}`),
      detail: say(`glance.step.${id}-detail`),
      number: place + 1,
    }));
  const cases = (...ids: readonly StepId[]) =>
    steps(...ids).map((step) => ({ ...step, number: null }));
  switch (cause) {
    case "volume-gone": {
      const way = wayBackOf(report);
      const last =
        way === "plug-in" && !isGroup(report.volume.drive)
          ? "inspect-again"
          : way === "put-in"
            ? "inspect-again-card"
            : isSold(report)
              ? "once-more"
              : "once-more-kept";
      return steps(way, "copy", last);
    }
    case "virtual-machine": {
      if (!isOfMachine(report)) {
        return [];
      }
      const outer = ownOuterOf(report);
      return outer === null
        ? cases("ask", "outside", "own-guest")
        : cases(outer.kind === "mac" ? "look-on-mac" : "look-outside", "elsewhere-own", "ask-too");
    }
    case "cuts-few":
      return asksForCut(report) ? cases("copy-always", "surer") : [];
    case "hang":
      return steps(
        isMadeGroup(report) ? "copy-from-group" : "copy-beside-hang",
        againWith[remedyOf(report)],
        isSold(report) ? "if-it-hangs" : "if-it-hangs-kept",
      );
    default:
      if (asksForTest(cause, report)) {
        const isPulled = isPulledOut(report);
        const copyFirst = isPulled ? "copy-and-wait" : "copy-first";
        return steps(
          isMadeGroup(report) ? "copy-from-group" : copyFirst,
          isPulled ? "unplug-test" : "plug-test",
          helperOf(cause, report) === "shop" ? "if-lost" : "if-lost-kept",
        );
      }
      return isRescue(cause) ? rescue(cause, report, steps) : [];
  }
}

/** The step that repeats the inspection after a hang, so that it does not end early as before. */
const againWith = {
  room: "again-with-room",
  elsewhere: "again-elsewhere",
  repair: "again-repaired",
  rescue: "again-alone",
  again: "again-alone",
} as const satisfies Record<Remedy, StepId>;

function rescue(
  cause: Cause,
  report: Report,
  steps: (...ids: readonly StepId[]) => Step[],
): Step[] {
  if (isEmptied(report)) {
    return [];
  }
  const place = placeOf(report);
  const whom = helperOf(cause, report);
  if (place === "memory") {
    return steps("files-from-memory", "memory", "check");
  }
  if (isGone(report)) {
    return steps(wayBackOf(report), "copy", whom);
  }
  if (cause === "power-cut-lost" && isLossAlone(report)) {
    return steps(place === "group" ? "files-lost-in-group" : "files-lost", whom, "check");
  }
  if (place === "group") {
    return steps("files-from-group", whom, "check");
  }
  const inside = isSold(report) ? "files" : "files-elsewhere";
  return steps(isPulledOut(report) ? "files-plugged-in" : inside, whom, "check");
}

type StepId = keyof typeof statements extends infer Code
  ? Code extends `glance.step.${infer Id}-detail`
    ? Id
    : never
  : never;
