import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import { isOfMachine, isSold } from "../../facts/thing";
import { type Cause, settings } from "./cause";
import { markOf } from "./head";
import { say } from "./parts";

/** One thing to do, in its order. */
export interface Step {
  readonly title: Statement;
  readonly detail: Statement;
}

/** The drive itself is at fault: what is on it comes first. A setting or a place is put right instead. */
export function isRescue(cause: Cause): boolean {
  return markOf(cause) === "bad" && !isSetting(cause) && !unflushed.includes(cause);
}

/** Where it lies or how it is mounted. */
export function isSetting(cause: Cause): boolean {
  return settings.some((setting) => setting === cause);
}

/** The system sends no flush: it may be set so, or have been told so by the drive. */
const unflushed: readonly Cause[] = ["flushes-missing", "other-saves-unflushed"];

/** In place of figures that nobody needs now; none where the buttons say it all. */
export function stepsOf(cause: Cause, report: Report): Step[] {
  const steps = (...ids: readonly StepId[]): Step[] =>
    ids.map((id) => ({ title: say(`glance.step.${id}`), detail: say(`glance.step.${id}-detail`) }));
  switch (cause) {
    case "volume-gone":
      return steps("plug-in", "copy", "inspect-again");
    case "virtual-machine":
      return isOfMachine(report) ? steps("ask", "outside", "elsewhere") : [];
    default:
      return isRescue(cause)
        ? steps(
            "files",
            isOfMachine(report) ? "its-owner" : isSold(report) ? "shop" : "keeper",
            "check",
          )
        : [];
  }
}

type StepId =
  | ("plug-in" | "copy" | "inspect-again")
  | ("ask" | "outside" | "elsewhere")
  | ("files" | "shop" | "its-owner" | "keeper" | "check");
