import { type Health, healthQuantities, type Newness } from "#contract/health";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/health";
import type { UnjudgedReport } from "../facts/facts";
import type { AnswerDraft } from "../facts/finding";
import { isVirtualDrive } from "../guarantee";
import { sayer } from "../say";
import { severityOf } from "./condition";
import { counts, figures, fitOf, stateOn } from "./findings";
import { setsEveryWarning } from "./readings";

const say = sayer<typeof statements>();

const wellIf = {
  new: "well-new",
  used: "well-used",
  "heavily-used": "well-used",
  "not-known": "well",
} as const satisfies Record<Newness, string>;

/** The answer to "is it new and well?"; empty if the computer shows no physical drive. */
export function conditionAnswer(report: UnjudgedReport): AnswerDraft[] {
  const { health } = report;
  if (health === null || health.gap === "no-drive") {
    return [];
  }
  const state = stateOn(health, report);
  const { newness, fit } = fitOf(health, report);
  const isDoubted = fit === "does-not-fit";
  const doubt = isDoubted ? [say("answer.condition.sold-as-new")] : [];
  const word = state === "well" ? wellIf[newness] : state;
  const ownReport = state === "well" ? [] : [say("answer.condition.own-report")];
  return [
    {
      question: "condition",
      word: say(`answer.condition.${word}`),
      severity: isDoubted && state !== "failing" ? "caution" : severityOf[state],
      reason:
        state === "not-known"
          ? [whyNotKnown(health, report), ...doubt]
          : [...ownReport, ...doubt, numbersOf(health)],
    },
  ];
}

function whyNotKnown(health: Health, { host, volume }: UnjudgedReport): Statement {
  const { gap, impossible, unknownWarning } = health;
  if (gap !== null) {
    return say(`health-not-known.gap-${gap}`);
  }
  if (isVirtualDrive(volume, host)) {
    return say("answer.condition.virtual");
  }
  if (unknownWarning) {
    return say(
      setsEveryWarning(health)
        ? "answer.condition.every-warning"
        : "answer.condition.warning-unknown",
    );
  }
  return say(impossible.length > 0 ? "answer.condition.senseless" : "answer.condition.in-part");
}

/** States the figures of the drive's use or, if it reports none, all its figures. */
function numbersOf(health: Health): Statement {
  const { reallocatedSectors, pendingSectors, emmc } = health;
  const isSumOfShown = reallocatedSectors !== null || pendingSectors !== null;
  const all = healthQuantities.filter((name) => name !== "badSectors" || !isSumOfShown);
  const known = [counts, all]
    .map((names) => figures(health, names))
    .find(({ quantities }) => quantities.length > 0);
  const tenths = emmc?.lifeTenths ?? null;
  return known === undefined
    ? tenths === null
      ? say("answer.condition.no-figures")
      : say("answer.condition.emmc-life", { tenths })
    : say("answer.condition.figures", known);
}
