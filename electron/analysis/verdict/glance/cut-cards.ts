import type { PowerCut, PowerCutTest } from "#contract/power-cut/report";
import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import { lossesOf } from "./losses";
import { say } from "./parts";
import type { Card, CutCell } from "./speeds";

/** So many without a loss tell far more than one. */
const wanted = 10;

/** After a plug test: what was missing, and how often or how surely. */
export function cutCardsOf({ powerCut }: Report): Card[] {
  if (powerCut === null || powerCut.cuts === 0) {
    return [];
  }
  const { cuts, cutsWithLoss } = powerCut;
  const card = (
    id: Card["id"],
    question: Statement,
    figure: Statement,
    under: Statement,
    note: Statement | null,
    cells: Card["cuts"] = null,
  ): Card => ({
    ...{ id, question, figure, under, note, cuts: cells },
    ...{ isMeasured: true, isMuted: false, standing: null, ruler: null },
  });
  if (cutsWithLoss > 0) {
    const { failed, isGone, spanNs } = lossesOf(powerCut);
    return [
      card(
        "missing",
        say("glance.cuts.missing"),
        say("glance.cuts.saves", { failed }),
        say("glance.cuts.reported-as-done", { isGone }),
        spanNs === null ? null : say("glance.cuts.made-in", { spanNs }),
      ),
      card(
        "certainty",
        say("glance.cuts.how-often"),
        say("glance.cuts.in-so-many", {
          ...{ cuts, cutsWithLoss },
          isPart: allCuts(powerCut).some(({ state }) => state === "open"),
        }),
        say("glance.cuts.enough"),
        cuts < wanted ? say("glance.cuts.too-few-for-often") : null,
        cellsOf(powerCut),
      ),
    ];
  }
  return [
    card(
      "missing",
      say("glance.cuts.missing"),
      say("glance.cuts.nothing"),
      say("glance.cuts.of-confirmed"),
      say("glance.cuts.had-to-survive"),
    ),
    card(
      "certainty",
      say("glance.cuts.how-sure"),
      cuts < wanted ? say("glance.cuts.not-yet") : say("glance.cuts.quite"),
      say("glance.cuts.each-tells-more"),
      cuts < wanted ? say("glance.cuts.by-chance", { cuts }) : null,
      [...cellsOf(powerCut), ...ahead(powerCut)],
    ),
  ];
}

/** A cut that the system, the drive or a person speaks for. */
export interface Cut {
  readonly number: number;
  readonly test: PowerCutTest;
  /** As the sum counts it: `open` where the way of saving it speaks of was not reached. */
  readonly state: "kept" | "lost" | "open";
}

/** In the order they were made. */
export function allCuts({ tests, mode }: PowerCut): Cut[] {
  return tests
    .filter(({ cut }) => cut.evidence !== "none")
    .map((test, place) => ({ number: place + 1, test, state: stateOf(test, mode) }));
}

function stateOf({ outcome, modes }: PowerCutTest, main: PowerCut["mode"]): Cut["state"] {
  if (outcome === "lost") {
    return "lost";
  }
  return modes.some(({ mode, verdict }) => mode === main && verdict === "kept") ? "kept" : "open";
}

/** The latest, if many. */
export function cutsOf(powerCut: PowerCut): Cut[] {
  return allCuts(powerCut).slice(-most);
}

/** More cannot be told apart in a drawing. */
const most = 12;

/** Those that proved something, as the figure above them counts. */
function cellsOf(powerCut: PowerCut): CutCell[] {
  return cutsOf(powerCut).flatMap(({ number, state }) =>
    state === "open" ? [] : [{ number, state }],
  );
}

/** Those that are wanted still. */
function ahead(powerCut: PowerCut): CutCell[] {
  const made = allCuts(powerCut).length;
  return Array.from({ length: Math.max(0, wanted - powerCut.cuts) }, (_, place) => ({
    number: made + place + 1,
    state: "ahead",
  }));
}
