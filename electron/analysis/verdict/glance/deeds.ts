import { isPowerCutReport, type Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/glance-deeds";
import { remedyOf } from "../../facts/remedy";
import {
  isMadeGroup,
  isOfMachine,
  isPulledOut,
  isSold,
  ownOuterOf,
  placeOf,
  thingOf,
} from "../../facts/thing";
import { isGone } from "../gone";
import { type Cause, canBeCut, markOf } from "./cause";
import { allCuts } from "./cut-cards";
import { say } from "./parts";
import { asksForTest, helperOf, isEmptied, isTemperatureAlone } from "./signs";
import { isRescue, isSetting } from "./steps";

/** A suggested action; at most three are shown, the most sensible first. */
export interface Deed {
  readonly id: "files" | "pdf" | "plug-test" | "inspect-again" | "another-drive" | "earlier";
  readonly title: Statement;
  readonly detail: Statement;
  /** The action's number, from 1, if the order matters; otherwise `null`. */
  readonly number: number | null;
}

const most = 3;

/** Causes whose page asks for other tests than those of this inspection. */
const asksForTests: readonly Cause[] = ["not-planned", "ordinary-untried", "nothing-measured"];

export function deedsOf(cause: Cause, report: Report): Deed[] {
  const mark = markOf(cause);
  const { pdf, plug, again, choose, other, folder, copied, rescue, fills, earlier } = offersOn(
    cause,
    report,
  );
  const remedy = remedyOf(report);
  const toTheEnd = {
    room: [fills, again],
    elsewhere: [folder],
    rescue: [rescue, detailed(again, "once-copied")],
    repair: [rescue],
    again: [again, other],
  }[remedy];
  switch (mark) {
    case "good":
    case "fine":
      return [pdf, ...plug, earlier].slice(0, most);
    case "few":
      // So few cuts may satisfy a person, so the button "test again" comes last.
      return [pdf, ...plug, again].slice(0, most);
    case "care":
      switch (cause) {
        case "health-care":
          if (remedy !== "again") {
            // The inspection also ended early, and another one would end early again if nothing
            // changed.
            return [pdf, ...toTheEnd];
          }
          return isTemperatureAlone(report)
            ? [detailed(again, "again-temperate"), pdf]
            : [pdf, again];
        case "hang":
          // Writing may harm a damaged file system further, so no button repeats the inspection.
          return inOrder(
            rescue,
            remedy === "elsewhere" ? folder : detailed(again, "once-copied"),
            isSold(report) ? detailed(pdf, "pdf-if-again") : pdf,
          ).filter(({ id }) => id !== "inspect-again" || remedy !== "repair");
        case "changed-without-cut":
          return [...plug.map((one) => detailed(one, "optional-once-copied")), pdf];
        case "sold-as-new":
          // The report is offered first: only the seller can explain a used drive.
          return [pdf, ...plug];
        default:
          return asksForTest(cause, report)
            ? inOrder(rescue, ...plug.map((one) => detailed(one, "optional-once-copied")), pdf)
            : [...plug, pdf];
      }
    case "bad":
      if (cause === "memory-file-system" && !isEmptied(report)) {
        return [rescue, other, pdf];
      }
      if (!isRescue(cause) || isEmptied(report)) {
        return [pdf, other];
      }
      return isGone(report)
        ? [...onceBack(rescue, pdfElsewhere(pdf, cause, report)), copied]
        : inOrder(rescue, pdfElsewhere(pdf, cause, report), copied);
    case "early":
      return cause === "volume-gone"
        ? [...onceBack(rescue, detailed(again, "once-copied")), pdf]
        : [...toTheEnd, pdf];
    case "open":
      if (asksForTests.includes(cause)) {
        return cause === "not-planned" ? [choose, pdf] : [...plug, pdf, choose];
      }
      if (cause === "virtual-machine") {
        // Inside a virtual machine another drive would be virtual, too, so inspecting one is not
        // offered.
        return isOfMachine(report) ? [pdf] : [pdf, other];
      }
      return cause === "virtual-drive" || plug.length === 0
        ? [other, pdf]
        : [...plug, pdf, again].slice(0, most);
  }
}

/** The actions that a page can offer on this drive, each in the words that fit it. */
function offersOn(cause: Cause, report: Report) {
  const { other, rescue } = words[placeOf(report)];
  return {
    pdf: deed("pdf", "pdf", `pdf-${pdfFor(cause, report)}`),
    plug: canBeCut(report) ? [plugTestOn(cause, report)] : [],
    // A plug test has no workloads to repeat, so the person chooses the workloads to run.
    again: isPowerCutReport(report)
      ? deed("inspect-again", "inspect", "inspect-detail")
      : deed("inspect-again", "again", "again-detail"),
    choose: deed("another-drive", "choose-tests", "choose-tests-detail"),
    other: deed("another-drive", other, `${other}-detail`),
    folder: deed("another-drive", "folder", "folder-detail"),
    copied: deed("another-drive", "copied", "copied-detail"),
    rescue: deed(
      "files",
      "rescue",
      isGone(report) ? "rescue-back" : isPulledOut(report) ? "rescue-to-computer" : rescue,
    ),
    fills: deed("files", "fills", "fills-detail"),
    earlier: deed("earlier", "earlier", "earlier-detail"),
  };
}

/** The words for copying files and for another drive depend on what was inspected. */
const words = {
  drive: { other: "other", rescue: "rescue-detail" },
  group: { other: "other", rescue: "rescue-from-group" },
  memory: { other: "a-drive", rescue: "rescue-from-memory" },
} as const;

type Word = keyof typeof statements extends infer Code
  ? Code extends `glance.deed.${infer Name}`
    ? Name
    : never
  : never;

function deed(id: Deed["id"], title: Word, detail: Word): Deed {
  return {
    id,
    title: say(`glance.deed.${title}`),
    detail: say(`glance.deed.${detail}`),
    number: null,
  };
}

function plugTestOn(cause: Cause, report: Report): Deed {
  const mark = markOf(cause);
  const hasCuts = (report.powerCut?.cuts ?? 0) > 0;
  const first = isPulledOut(report) ? "unplug-test" : "plug-test";
  if (isPowerCutReport(report)) {
    // No power cut may be known, so there is none to repeat.
    const isCut = report.powerCut !== null && allCuts(report.powerCut).length > 0;
    const isSurer = hasCuts && mark !== "care";
    return deed(
      "plug-test",
      isCut ? "cut-again" : first,
      isSurer ? "cut-again-detail" : "shows-what-it-keeps",
    );
  }
  const isAsked = mark === "care" || mark === "open";
  return deed(
    "plug-test",
    first,
    hasCuts ? "one-more-cut" : isAsked ? "shows-what-it-keeps" : "optional",
  );
}

function detailed(one: Deed, detail: Word): Deed {
  return { ...one, detail: say(`glance.deed.${detail}`) };
}

/**
 * The PDF about a faulty internal drive goes onto a stick or online: nothing new should be saved on
 * that drive, and the shop gets the drive itself.
 */
function pdfElsewhere(pdf: Deed, cause: Cause, report: Report): Deed {
  const isOwnDrive = isSold(report) && thingOf(report) === "drive";
  switch (helperOf(cause, report)) {
    case "its-owner":
      return detailed(pdf, "pdf-online-for-its-owner");
    case "shop":
      return isOwnDrive ? detailed(pdf, "pdf-onto-stick") : pdf;
    case "keeper":
      return isOwnDrive || isMadeGroup(report) ? detailed(pdf, "pdf-onto-stick-for-keeper") : pdf;
  }
}

/** Numbers the actions in order, like the steps beside them. */
function inOrder(...deeds: readonly Deed[]): Deed[] {
  return deeds.map((deed, place) => ({ ...deed, number: place + 1 }));
}

/** Numbers the actions from 2: the first step brings the drive back, for which there is no button. */
function onceBack(...deeds: readonly Deed[]): Deed[] {
  return deeds.map((deed, place) => ({ ...deed, number: place + 2 }));
}

function pdfFor(cause: Cause, report: Report) {
  const mark = markOf(cause);
  const whoKnows = `for-${helperOf(cause, report)}` as const;
  switch (mark) {
    case "bad":
      // A setting is no fault of a product, so the report is not for a shop.
      return isSetting(cause) ? ("records" as const) : whoKnows;
    case "care":
      if (cause === "sold-as-new") {
        return "for-shop" as const;
      }
      return cause === "changed-without-cut" ||
        (cause === "health-care" && isTemperatureAlone(report))
        ? ("records" as const)
        : whoKnows;
    case "early":
      return report.partial ? ("unfinished" as const) : ("records" as const);
    case "good":
    case "fine":
      return isSold(report) ? ("records-or-shop" as const) : ("records" as const);
    default:
      return cause === "virtual-machine" && isOfMachine(report) && ownOuterOf(report) === null
        ? whoKnows
        : ("records" as const);
  }
}
