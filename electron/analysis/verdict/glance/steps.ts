import type { Statement } from "../../../contract/statement";
import type { Cause } from "./cause";
import { markOf } from "./head";
import { say } from "./parts";

/** One thing to do, in its order. */
export interface Step {
  readonly title: Statement;
  readonly detail: Statement;
}

/** In place of speeds that nobody needs now; none where the buttons say it all. */
export function stepsOf(cause: Cause): Step[] {
  const steps = (...ids: readonly StepId[]): Step[] =>
    ids.map((id) => ({ title: say(`glance.step.${id}`), detail: say(`glance.step.${id}-detail`) }));
  switch (cause) {
    case "power-cut-lost":
      // The cards beside the answer say what was missing.
      return [];
    case "volume-gone":
      return steps("plug-in", "copy", "inspect-again");
    case "memory-file-system":
    case "syncs-dropped":
    case "barriers-off":
    case "flushes-missing":
    case "other-saves-unflushed":
      return [];
    default:
      return markOf(cause) === "bad" ? steps("files", "shop", "check") : [];
  }
}

type StepId = "plug-in" | "copy" | "inspect-again" | "files" | "shop" | "check";
