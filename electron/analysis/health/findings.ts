import type { Health, HealthQuantity } from "../../contract/health";
import type { Statement } from "../../contract/statement";
import type { statements } from "../../text/verdict/health";
import { enduranceShare } from "../estimate";
import { type Part, sayer } from "../say";
import { rescue } from "../verdict/advice";
import type { UnjudgedReport } from "../verdict/facts";
import type { AnswerDraft, FindingDraft } from "../verdict/finding";
import { newnessOf } from "./age";
import { conditionOf } from "./condition";

const say = sayer<typeof statements>();

/** What the drive says of itself, as findings; a report without it has none. */
export function healthFindings(report: UnjudgedReport): FindingDraft[] {
  const { health } = report;
  return health === null || health.gap === "no-drive"
    ? []
    : [...conditionFindings(health, report), ...ageFindings(health, report)];
}

function conditionFindings(health: Health, report: UnjudgedReport): FindingDraft[] {
  const { state, signs } = conditionOf(health);
  const notes = notesOn(health, report);
  const spoken = signs.map((sign) => say(`health.sign-${sign}`));
  switch (state) {
    case "failing":
      return [
        {
          ...{ code: "health-failing", severity: "bad", title: say("health-failing.title") },
          ...{ seen: [...spoken, ...notes], means: say("health-failing.means"), todo: rescue },
        },
      ];
    case "care":
      return [
        {
          ...{ code: "health-care", severity: "caution", title: say("health-care.title") },
          ...{ seen: [...spoken, ...notes], means: say("health-care.means") },
          todo: say("health-care.todo"),
        },
      ];
    case "well":
      return [
        {
          ...{ code: "health-well", severity: "good", title: say("health-well.title") },
          ...{ seen: [...spoken, ...notes], means: say("health-well.means"), todo: null },
        },
      ];
    case "not-known":
      return [
        {
          ...{ code: "health-not-known", severity: "info", title: say("health-not-known.title") },
          ...{ seen: notes, means: whyNotKnown(health), todo: commandFor(health, report) },
        },
      ];
  }
}

/** Figures that are shown beside the judgement and carry none. */
function notesOn(health: Health, { volume }: UnjudgedReport): Statement[] {
  const { mediaErrors, badSectors, bytesWritten, impossible } = health;
  const counted = figures(health, [
    "percentageUsed",
    "availableSparePercent",
    "unsafeShutdowns",
    "temperatureCelsius",
  ]);
  const { capacityBytes } = volume.drive;
  const share =
    bytesWritten === null
      ? null
      : enduranceShare(bytesWritten, { totalBytes: capacityBytes, kind: volume.drive.kind });
  const odd = impossible.filter(({ quantity }) => quantity !== "page");
  return [
    ...(counted.quantities.length === 0 ? [] : [say("health.figures", counted)]),
    ...(share === null ? [] : [say("health.endurance", { share })]),
    ...((mediaErrors ?? 0) > 0 ? [say("health.media-errors", { count: mediaErrors ?? 0 })] : []),
    ...((badSectors ?? 0) > 0 ? [say("health.bad-sectors", { count: badSectors ?? 0 })] : []),
    ...(odd.length === 0
      ? []
      : [
          say("health.impossible", {
            quantities: odd.map(({ quantity }) => quantity),
            values: odd.map(({ value }) => value),
          }),
        ]),
    ...(odd.length < impossible.length ? [say("health.blank")] : []),
  ];
}

function whyNotKnown({ gap, impossible }: Health): Part {
  return gap === "several-drives"
    ? say("health-not-known.means-several")
    : impossible.length > 0
      ? []
      : say("health-not-known.means");
}

/** What somebody who may can run; nothing where it would not be one drive. */
function commandFor({ gap }: Health, { host, volume }: UnjudgedReport): Part | null {
  const isOne = gap !== "several-drives" && (volume.drive.disks ?? 1) === 1;
  // smartctl takes the whole disk, and a partition names it.
  const disk = /^\/dev\/(nvme\d+|sd[a-z]+|disk\d+)/.exec(volume.device ?? "")?.[1] ?? null;
  return isOne ? say("health-not-known.todo", { os: host.os, disk }) : null;
}

const counts: readonly HealthQuantity[] = ["powerOnHours", "powerCycles", "bytesWritten"];

function ageFindings(health: Health, { volume, purchase }: UnjudgedReport): FindingDraft[] {
  const newness = newnessOf(health, volume.drive.capacityBytes);
  if (newness === "not-known") {
    return [];
  }
  const isNew = newness === "new";
  const isDoubted = !isNew && purchase === "new";
  return [
    {
      code: isNew ? "drive-new" : newness === "used" ? "drive-used" : "drive-heavily-used",
      severity: isNew ? "good" : isDoubted ? "caution" : "info",
      title: say(`drive-${newness}.title`),
      seen: say("drive-age.seen", figures(health, counts)),
      means: [
        isNew ? say("drive-new.means") : say("drive-age.means"),
        ...(isDoubted ? [say("drive-age.means-sold-as-new")] : []),
      ],
      todo: isDoubted ? say("drive-age.todo-sold-as-new") : null,
    },
  ];
}

function figures(health: Health, names: readonly HealthQuantity[]) {
  const known = names.filter((name) => health[name] !== null);
  return { quantities: known, values: known.map((name) => health[name]) };
}

/** The answer to "is it new and well?"; none where there is no drive to be either. */
export function conditionAnswer(report: UnjudgedReport): AnswerDraft[] {
  const { health, volume, purchase } = report;
  if (health === null || health.gap === "no-drive") {
    return [];
  }
  const { state } = conditionOf(health);
  const newness = newnessOf(health, volume.drive.capacityBytes);
  const isDoubted = purchase === "new" && (newness === "used" || newness === "heavily-used");
  const known = figures(health, counts);
  const numbers =
    known.quantities.length === 0
      ? say("answer.condition.no-figures")
      : say("answer.condition.figures", known);
  const doubt = isDoubted ? [say("answer.condition.sold-as-new")] : [];
  const question = "condition";
  switch (state) {
    case "failing":
    case "care":
      return [
        {
          question,
          word: say(`answer.condition.${state}`),
          severity: state === "failing" ? "bad" : "caution",
          reason: [say("answer.condition.own-report"), ...doubt, numbers],
        },
      ];
    case "well":
      return [
        {
          question,
          word: say(
            newness === "new"
              ? "answer.condition.well-new"
              : newness === "not-known"
                ? "answer.condition.well"
                : "answer.condition.well-used",
          ),
          severity: isDoubted ? "caution" : "good",
          reason: [...doubt, numbers],
        },
      ];
    case "not-known":
      return [
        {
          question,
          word: say("answer.condition.not-known"),
          severity: isDoubted ? "caution" : "info",
          reason: [
            say(
              health.gap === "several-drives"
                ? "answer.condition.several"
                : health.impossible.length > 0
                  ? "answer.condition.senseless"
                  : "answer.condition.not-shown",
            ),
            ...doubt,
          ],
        },
      ];
  }
}
