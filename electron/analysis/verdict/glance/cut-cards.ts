import type { Report } from "../../../contract/report";
import type { Statement } from "../../../contract/statement";
import { lossesOf } from "./losses";
import { say } from "./parts";
import type { Card } from "./speeds";

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
  ): Card => ({
    ...{ id, question, figure, under, note },
    ...{ isMeasured: true, isMuted: false, standing: null, ruler: null },
  });
  if (cutsWithLoss > 0) {
    const { failed, spanNs } = lossesOf(powerCut);
    return [
      card(
        "missing",
        say("glance.cuts.missing"),
        say("glance.cuts.saves", { failed }),
        say("glance.cuts.reported-as-done"),
        spanNs === null ? null : say("glance.cuts.made-in", { spanNs }),
      ),
      card(
        "certainty",
        say("glance.cuts.how-often"),
        say("glance.cuts.in-so-many", { cuts, cutsWithLoss }),
        say("glance.cuts.enough"),
        cuts < 10 ? say("glance.cuts.too-few-for-often") : null,
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
      cuts < 10 ? say("glance.cuts.not-yet") : say("glance.cuts.quite"),
      say("glance.cuts.each-tells-more"),
      cuts < 10 ? say("glance.cuts.by-chance", { cuts }) : null,
    ),
  ];
}
