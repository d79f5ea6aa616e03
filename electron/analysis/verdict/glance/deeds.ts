import { isPowerCutReport, type Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import { remedyOf } from "../../facts/remedy";
import { isMadeGroup, isOfMachine, isPulledOut, isSold, thingOf } from "../../facts/thing";
import { isMemory } from "../../guarantee";
import { isGone } from "../gone";
import { type Cause, canBeCut } from "./cause";
import { asksForTest, isEmptied, isTemperatureAlone, markOf } from "./head";
import { say } from "./parts";
import { isRescue, isSetting } from "./steps";

/** A suggested action; at most three are shown, the most sensible first. */
export interface Deed {
  readonly id: "files" | "pdf" | "plug-test" | "inspect-again" | "another-drive" | "earlier";
  readonly title: Statement;
  readonly detail: Statement;
  /** The step's number, from 1, if the order matters; otherwise `null`. */
  readonly number: number | null;
}

const most = 3;

export function deedsOf(cause: Cause, report: Report): Deed[] {
  const mark = markOf(cause);
  const { powerCut } = report;
  const thing = thingOf(report);
  const isSurer = (powerCut?.cuts ?? 0) > 0 && mark !== "care";
  const deed = (id: Deed["id"], title: Statement, detail: Statement): Deed => ({
    id,
    title,
    detail,
    number: null,
  });
  const pdf = deed("pdf", say("glance.deed.pdf"), say(`glance.deed.pdf-${pdfFor(cause, report)}`));
  const test = say(isPulledOut(report) ? "glance.deed.unplug-test" : "glance.deed.plug-test");
  const plug = canBeCut(report)
    ? [
        isPowerCutReport(report)
          ? deed(
              "plug-test",
              say("glance.deed.cut-again"),
              isSurer
                ? say("glance.deed.cut-again-detail")
                : say("glance.deed.shows-what-it-keeps"),
            )
          : deed(
              "plug-test",
              test,
              (powerCut?.cuts ?? 0) > 0
                ? say("glance.deed.one-more-cut")
                : say(
                    mark === "care" || mark === "open"
                      ? "glance.deed.shows-what-it-keeps"
                      : "glance.deed.optional",
                  ),
            ),
      ]
    : [];
  // A plug test has no workloads to repeat, so the person chooses among all.
  const again = isPowerCutReport(report)
    ? deed("inspect-again", say("glance.deed.inspect"), say("glance.deed.inspect-detail"))
    : deed("inspect-again", say("glance.deed.again"), say("glance.deed.again-detail"));
  const inMemory = isMemory(report.volume);
  const inGroup = isMadeGroup(report);
  const other = inMemory
    ? deed("another-drive", say("glance.deed.a-drive"), say("glance.deed.a-drive-detail"))
    : deed("another-drive", say("glance.deed.other"), say("glance.deed.other-detail"));
  const folder = deed("another-drive", say("glance.deed.folder"), say("glance.deed.folder-detail"));
  const copied = deed(
    "another-drive",
    say(inMemory || inGroup ? "glance.deed.copied-first" : "glance.deed.copied"),
    say("glance.deed.copied-detail"),
  );
  const rescue = deed(
    "files",
    say("glance.deed.rescue"),
    isGone(report)
      ? say("glance.deed.rescue-back")
      : say(
          inMemory
            ? "glance.deed.rescue-from-memory"
            : inGroup
              ? "glance.deed.rescue-from-group"
              : "glance.deed.rescue-detail",
        ),
  );
  const fills = deed("files", say("glance.deed.fills"), say("glance.deed.fills-detail"));
  const earlier = deed("earlier", say("glance.deed.earlier"), say("glance.deed.earlier-detail"));
  switch (mark) {
    case "good":
    case "fine":
      return [pdf, ...plug, earlier].slice(0, most);
    case "few":
      return [...plug, pdf, again].slice(0, most);
    case "care":
      switch (cause) {
        case "health-care":
          return isTemperatureAlone(report)
            ? [{ ...again, detail: say("glance.deed.again-temperate") }, pdf]
            : [pdf, again];
        case "hang":
          return [again, pdf];
        case "sold-as-new":
          // Only the seller can explain what was sold; no power cut shows it.
          return [pdf, ...plug];
        default:
          return asksForTest(cause, report)
            ? inOrder(
                rescue,
                ...plug.map((one) => ({ ...one, detail: say("glance.deed.once-copied") })),
                pdf,
              )
            : [...plug, pdf];
      }
    case "bad":
      return isRescue(cause) && !isEmptied(report)
        ? inOrder(
            rescue,
            // A drive inside goes to the shop with its computer, so the report leaves it before.
            isSold(report) && thing === "drive"
              ? { ...pdf, detail: say("glance.deed.pdf-onto-stick") }
              : pdf,
            copied,
          )
        : [pdf, other];
    case "early":
      return cause === "volume-gone"
        ? [{ ...again, detail: say("glance.deed.once-copied") }, other, pdf]
        : {
            room: [fills, again, pdf],
            elsewhere: [folder, pdf],
            rescue: [rescue, { ...again, detail: say("glance.deed.once-copied") }, pdf],
            again: [again, other, pdf],
          }[remedyOf(report)];
    case "open":
      if (cause === "not-planned") {
        return [other, pdf];
      }
      if (cause === "virtual-machine") {
        return [pdf, { ...other, detail: say("glance.deed.other-plugged-in") }];
      }
      return cause === "virtual-drive" || plug.length === 0
        ? [other, pdf]
        : [...plug, pdf, again].slice(0, most);
  }
}

/** One after the other, as the steps beside them. */
function inOrder(...deeds: readonly Deed[]): Deed[] {
  return deeds.map((deed, place) => ({ ...deed, number: place + 1 }));
}

function pdfFor(cause: Cause, report: Report) {
  const mark = markOf(cause);
  const whoKnows = isOfMachine(report)
    ? ("for-its-owner" as const)
    : isSold(report)
      ? ("for-shop" as const)
      : ("for-keeper" as const);
  switch (mark) {
    case "bad":
      // A setting is no fault of a product, so the report is not for a shop.
      return isSetting(cause) ? ("records" as const) : whoKnows;
    case "care":
      return cause === "changed-without-cut" ||
        (cause === "health-care" && isTemperatureAlone(report))
        ? ("records" as const)
        : whoKnows;
    case "early":
      return report.partial ? ("unfinished" as const) : ("records" as const);
    case "good":
    case "fine":
      return "records-or-shop" as const;
    default:
      return cause === "virtual-machine" && isOfMachine(report) ? whoKnows : ("records" as const);
  }
}
