import { isPowerCutReport, type Report } from "#contract/report";
import { factsOf } from "../facts";
import { isGone } from "../gone";
import { type Cause, causeOf, elsewheres, markOf } from "./cause";
import { cutCardsOf, cutsOf } from "./cut-cards";
import { type Deed, deedsOf } from "./deeds";
import { type Head, headOf } from "./head";
import type { Line } from "./parts";
import { type SafeCard, safeCardOf } from "./safe-card";
import { type Card, showsSpeeds, speedsOf } from "./speeds";
import { type Step, stepsOf } from "./steps";
import { wellLines } from "./well";

/** The verdict's summary, readable in ten seconds. All of it follows from the report and one cause. */
export interface Glance extends Head {
  readonly ring: Ring;
  readonly safe: SafeCard;
  /** Speeds at the drive, or a plug test's results; shown on screens without steps. */
  readonly cards: readonly Card[];
  readonly steps: readonly Step[];
  readonly well: readonly Line[];
  readonly deeds: readonly Deed[];
}

export type Ring =
  /** `isWhole`: whether the run did everything that was planned. */
  | { readonly of: "inspection"; readonly isWhole: boolean }
  | { readonly of: "cuts"; readonly cuts: readonly ("kept" | "lost" | "open")[] };

export function glanceOf(report: Report): Glance {
  const facts = factsOf(report);
  const cause = causeOf(report, facts);
  const speeds = speedsOf(report, facts);
  const readsFast = speeds.some(
    ({ id, standing }) => id === "reading" && standing?.third === "fast",
  );
  const head = headOf(cause, report, facts, readsFast);
  const shown = showsSpeeds(head.mark, cause) ? speeds : [];
  return {
    ...head,
    ring: ringOf(cause, report),
    safe: safeCardOf(cause, report, facts),
    cards: isPowerCutReport(report) ? cutCardsBeside(cause, report) : shown,
    steps: stepsOf(cause, report),
    well: wellBeside(cause, report),
    deeds: deedsOf(cause, report),
  };
}

/**
 * The cards of a plug test: none if saves are missing without a cut, because a card would say that
 * a cut lost nothing. Beside a fault or a doubt, and on storage elsewhere, no card calls cuts
 * without a loss a good sign.
 */
function cutCardsBeside(cause: Cause, report: Report): Card[] {
  const isElsewhere = elsewheres.some((one) => one === cause);
  const isLost = (report.powerCut?.cutsWithLoss ?? 0) > 0;
  const isAgainst = markOf(cause) === "bad" || markOf(cause) === "care";
  const isCertaintyShown = !isElsewhere && (isLost || !isAgainst);
  return cause === "changed-without-cut"
    ? []
    : cutCardsOf(report).filter(({ id }) => id !== "certainty" || isCertaintyShown);
}

/**
 * The health lines to show. Beside a fault or for a vanished drive, a good health report is only
 * printed.
 */
function wellBeside(cause: Cause, report: Report): Line[] {
  const mark = markOf(cause);
  const lines = wellLines(mark, report);
  const isWell = lines.some(({ title }) => title.code === "glance.well.no-fault");
  return isGone(report) || (mark === "bad" && isWell)
    ? lines.filter(({ sign }) => sign === "bad" || sign === "care")
    : lines;
}

function ringOf(cause: Cause, report: Report): Ring {
  if (!isPowerCutReport(report)) {
    return {
      of: "inspection",
      isWhole: !report.partial && report.error === null && cause !== "test-failed",
    };
  }
  const cuts = report.powerCut === null ? [] : cutsOf(report.powerCut);
  return { of: "cuts", cuts: cuts.map(({ state }) => state) };
}
