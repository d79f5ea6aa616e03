import type { PowerCut, PowerCutTest } from "#contract/power-cut/test";
import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import { lossesOf } from "./losses";
import { say } from "./parts";
import type { Card, CutCell } from "./speeds";

/**
 * Fewer power cuts than this do not show how often a loss happens; without a loss they are only a
 * good sign. More cuts are no proof either.
 */
const enough = 10;

/** A plug test's cards: how many saves were missing, and what the number of cuts proves. */
export function cutCardsOf(report: Report): Card[] {
  const { powerCut } = report;
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
    id,
    question,
    figure,
    under,
    note,
    cuts: cells,
    isMeasured: true,
    isMuted: false,
    standing: null,
    ruler: null,
  });
  if (cutsWithLoss > 0) {
    const { failed, isGone, spanNs } = lossesOf(report);
    return [
      card(
        "missing",
        say("glance.cuts.missing"),
        say("glance.cuts.saves", { failed }),
        say("glance.cuts.reported-as-done", { isGone }),
        spanNs === null ? null : say("glance.cuts.made-in", { spanNs, cuts: cutsWithLoss }),
      ),
      card(
        "certainty",
        say("glance.cuts.how-often"),
        say("glance.cuts.in-so-many", {
          cuts,
          cutsWithLoss,
          isPart: allCuts(powerCut).some(({ state }) => state === "open"),
        }),
        say("glance.cuts.enough"),
        cuts < enough ? say("glance.cuts.too-few-for-often") : null,
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
      null,
    ),
    card(
      "certainty",
      say("glance.cuts.how-sure"),
      cuts < enough ? say("glance.cuts.not-yet") : say("glance.cuts.quite"),
      say("glance.cuts.each-tells-more"),
      null,
    ),
  ];
}

/** A power cut for which there is evidence: from the system, the drive or a person. */
export interface Cut {
  readonly number: number;
  readonly test: PowerCutTest;
  /**
   * `lost`: a mode lost saves that it promised to keep; `kept`: the mode that stands for the drive
   * lost nothing; `open`: the cut proves neither.
   */
  readonly state: "kept" | "lost" | "open";
}

/** All cuts in the order of the tests. */
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

/**
 * At most `room` cuts, in order. A cut with a loss stays in place of a newer one without a loss, so
 * that the list hides no loss.
 */
export function cutsOf(powerCut: PowerCut, room = most): Cut[] {
  const all = allCuts(powerCut);
  const lost = all.filter(({ state }) => state === "lost");
  const others = all.filter(({ state }) => state !== "lost");
  const shown = [...lost.reverse(), ...others.reverse()].slice(0, room);
  return shown.sort((one, other) => one.number - other.number);
}

/** More cuts than this would make the drawing illegible. */
const most = 12;

/** A cell for each cut from `cutsOf()` that proved something. */
function cellsOf(powerCut: PowerCut): CutCell[] {
  return cutsOf(powerCut).flatMap(({ number, state }) =>
    state === "open" ? [] : [{ number, state }],
  );
}
