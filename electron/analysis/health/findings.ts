import type { ConditionSign, Health, HealthQuantity } from "#contract/health";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/health";
import { enduranceShare, ratedFullWrites } from "../endurance";
import { rescueFrom } from "../facts/advice";
import type { UnjudgedReport } from "../facts/facts";
import { type FindingDraft, finder } from "../facts/finding";
import { isVirtualDrive } from "../guarantee";
import { type Part, sayer } from "../say";
import { newnessOf, type PurchaseFit, purchaseFit, usedPercent } from "./age";
import {
  attributesBelow,
  type ConditionState,
  conditionOf,
  countOf,
  isAloneIn,
  isCounted,
  isTemperatureAlone,
  losses,
} from "./condition";
import { doesNotFit, isWearUncertain, setsEveryWarning } from "./readings";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

export function healthFindings(report: UnjudgedReport): FindingDraft[] {
  const { health } = report;
  return health === null || health.gap === "no-drive"
    ? []
    : [...conditionFindings(health, report), ...ageFindings(health, report)];
}

/**
 * The drive's condition. In a virtual machine "well" becomes "not known", because the drive may not
 * be real; faults count, because a real drive may be passed through.
 */
export function stateOn(health: Health, { host, volume }: UnjudgedReport): ConditionState {
  const { state } = conditionOf(health);
  return state === "well" && isVirtualDrive(volume, host) ? "not-known" : state;
}

function conditionFindings(health: Health, report: UnjudgedReport): FindingDraft[] {
  const { signs } = conditionOf(health);
  const state = stateOn(health, report);
  const notes = notesOn(health, report);
  const spoken = signs.map((sign) => saidOf(sign, health));
  switch (state) {
    case "failing":
      return [
        finding("health-failing", "bad", {
          seen: [...spoken, ...notes],
          todo: rescueFrom(report),
        }),
      ];
    case "care":
      return [
        finding("health-care", "caution", {
          seen: [...spoken, ...notes],
          means: say(meaningOf(health)),
          todo: say(`health-care.${careFor(health)}`),
        }),
      ];
    case "noted":
      return [
        finding("health-noted", "info", {
          seen: [...spoken, ...notes],
          todo: say("health-care.todo"),
        }),
      ];
    case "well":
      return [finding("health-well", "good", { seen: [...passed(health), ...notes] })];
    case "not-known":
      return [
        finding("health-not-known", "info", {
          seen: notes,
          means: whyNotKnown(health, report),
          todo: commandFor(health, report),
        }),
      ];
  }
}

/** Signs by which the drive itself predicts that it will fail or may fail. */
const expected: readonly ConditionSign[] = [
  "predicts-failure-alone",
  "self-test-failed",
  "assessment-contradicts",
  "attribute-below-limit",
  "attribute-was-below-limit",
  // A drive without spare blocks can replace none that goes bad.
  "spare-below-limit",
  // Some bad sectors may be pending ones, which could not be read.
  "sectors-bad",
];

/** Advises a copy if the drive could not read something back or expects to fail. */
function careFor(health: Health): "todo" | "todo-copy" | "todo-temperature" {
  const { signs } = conditionOf(health);
  if (signs.some((sign) => [...losses, ...expected].includes(sign))) {
    return "todo-copy";
  }
  return isTemperatureAlone(health) ? "todo-temperature" : "todo";
}

/**
 * What the drive's signs of faults mean for the person. Momentary heat or cold is no bad health,
 * nor is a used-up rated life, which by the NVMe standard "may not indicate an NVM subsystem
 * failure".
 */
function meaningOf(health: Health) {
  if (isTemperatureAlone(health)) {
    return "health-care.means-temperature";
  }
  return isAloneIn(health, "rated-life-used")
    ? "health-care.means-rated-life"
    : "health-care.means";
}

function saidOf(sign: ConditionSign, health: Health): Statement {
  if (sign === "media-errors") {
    const isAttribute = health.protocol === "ata";
    return say("health.sign-media-errors", { count: countOf(sign, health), isAttribute });
  }
  if (sign === "attribute-was-below-limit") {
    return say("health.sign-attribute-was-below-limit", {
      ids: health.onceFailingAttributes.map(({ id }) => id),
    });
  }
  if (sign === "attribute-below-limit") {
    const ids = attributesBelow(health).map(({ id }) => id);
    return say("health.sign-attribute-below-limit", { ids });
  }
  if (sign === "spare-below-limit") {
    const isWarningKnown = health.criticalWarnings !== null && !health.unknownWarning;
    return say("health.sign-spare-below-limit", { isWarningKnown });
  }
  return isCounted(sign)
    ? say(`health.sign-${sign}`, { count: countOf(sign, health) })
    : say(`health.sign-${sign}`);
}

function passed({ selfAssessment }: Health): Statement[] {
  return selfAssessment === "passed" ? [say("health.self-assessment-passed")] : [];
}

/** Figures and remarks shown beside the judgement; they do not affect it. */
function notesOn(health: Health, { volume }: UnjudgedReport): Statement[] {
  const { impossible, wearAttribute } = health;
  const tenths = health.emmc?.lifeTenths ?? null;
  const counted = figures(health, [
    "percentageUsed",
    "availableSparePercent",
    "unsafeShutdowns",
    "temperatureCelsius",
  ]);
  const odd = impossible.filter(({ quantity }) => quantity !== "page");
  const unfit = odd.filter(doesNotFit);
  const untrue = odd.filter((one) => !doesNotFit(one));
  return [
    ...(counted.quantities.length === 0 ? [] : [say("health.figures", counted)]),
    ...(wearAttribute === null ? [] : [say("health.wear-attribute", wearAttribute)]),
    ...(tenths === null ? [] : [say("health.emmc-life", { tenths })]),
    ...enduranceOf(health, volume.drive),
    ...(isWearUncertain(health) ? [say("health.wear-uncertain")] : []),
    ...(health.unknownWarning
      ? [say(setsEveryWarning(health) ? "health.every-warning" : "health.warning-unknown")]
      : []),
    ...(untrue.length === 0 ? [] : [say("health.impossible", named(untrue))]),
    ...(unfit.length === 0 ? [] : [say("health.unfit", named(unfit))]),
    ...(odd.length < impossible.length ? [say("health.blank")] : []),
  ];
}

/** Used endurance by the bytes written, for each class of SSD; empty if the drive reports its own. */
function enduranceOf(
  { percentageUsed, bytesWritten }: Health,
  { capacityBytes, kind }: UnjudgedReport["volume"]["drive"],
): Statement[] {
  if (percentageUsed !== null || bytesWritten === null) {
    return [];
  }
  const { least, usual } = ratedFullWrites;
  const [most, fewest] = [least, usual].map((fullWrites) =>
    enduranceShare(bytesWritten, { totalBytes: capacityBytes, kind }, fullWrites),
  );
  return most == null || fewest == null
    ? []
    : [say("health.endurance", { fewest, most, least, usual })];
}

function named(odd: Health["impossible"]) {
  return {
    quantities: odd.map(({ quantity }) => quantity),
    values: odd.map(({ value }) => value),
  };
}

/** Why the condition is not known; empty if the notes name the reason. */
function whyNotKnown({ gap, impossible, unknownWarning }: Health, report: UnjudgedReport): Part {
  if (gap === null && isVirtualDrive(report.volume, report.host)) {
    return say("answer.condition.virtual");
  }
  const answeredOddly = gap === null && (impossible.length > 0 || unknownWarning);
  return answeredOddly
    ? []
    : say(gap === null ? "answer.condition.in-part" : `health-not-known.gap-${gap}`);
}

/** Gaps in the health data that an administrator may be able to fill, unlike the current user. */
const forAdministrators: readonly Health["gap"][] = [
  null,
  "not-shown",
  "not-listed",
  "unreadable",
  "no-service",
  "refused",
];

/** The smartctl command for an administrator; `null` if the physical drive is not certain. */
function commandFor({ gap, disk }: Health, { host, volume }: UnjudgedReport): Part | null {
  return disk !== null &&
    forAdministrators.includes(gap) &&
    isCommandFor(host.os, disk) &&
    volume.drive.kind !== "memory-card" &&
    !isVirtualDrive(volume, host)
    ? say("health-not-known.todo", { os: host.os, disk })
    : null;
}

/** Whether smartctl accepts this device name, unlike the names of cards and virtual drives. */
function isCommandFor(os: UnjudgedReport["host"]["os"], disk: string): boolean {
  switch (os) {
    case "linux":
      return /^(nvme\d+n\d+|sd[a-z]+)$/.test(disk);
    case "macos":
      return /^disk\d+$/.test(disk);
    case "windows":
      return /^\\\\\.\\PhysicalDrive\d{1,3}$/i.test(disk);
  }
}

/** Counters that show how much a drive was used. */
export const counts: readonly HealthQuantity[] = ["powerOnHours", "powerCycles", "bytesWritten"];

/**
 * Whether the drive is new and, if it was sold as new but is used, whether so much use fits the
 * time since the purchase.
 */
export function fitOf(
  health: Health,
  { host, volume, purchase, purchasedIn, startedAt }: UnjudgedReport,
) {
  const { capacityBytes } = volume.drive;
  const newness = isVirtualDrive(volume, host) ? "not-known" : newnessOf(health, capacityBytes);
  const isUsed = newness === "used" || newness === "heavily-used";
  const fit: PurchaseFit | null =
    isUsed && purchase === "new"
      ? purchaseFit({ health, capacityBytes }, purchasedIn, Date.parse(startedAt))
      : null;
  return { newness, fit };
}

function ageFindings(health: Health, report: UnjudgedReport): FindingDraft[] {
  const { newness, fit } = fitOf(health, report);
  if (newness === "not-known") {
    return [];
  }
  const isNew = newness === "new";
  return [
    {
      code: isNew ? "drive-new" : newness === "used" ? "drive-used" : "drive-heavily-used",
      severity: isNew ? "good" : fit === "does-not-fit" ? "caution" : "info",
      title: say(`drive-${newness}.title`),
      seen: usage(health),
      means: [
        isNew ? say("drive-new.means") : say("drive-age.means"),
        ...(fit === null ? [] : [sinceBought(fit, report.purchasedIn)]),
      ],
      todo: todoOf(fit, health, report),
    },
  ];
}

function todoOf(
  fit: PurchaseFit | null,
  { powerOnHours }: Health,
  { purchasedIn }: UnjudgedReport,
): Statement | null {
  switch (fit) {
    case "does-not-fit":
      return say("drive-age.todo-sold-as-new");
    case "rare":
      return say("drive-age.todo-rare");
    case "not-known":
      // The month of purchase helps only if there are power-on hours to compare it with.
      return purchasedIn === null && powerOnHours !== null ? say("drive-age.todo-when") : null;
    case "fits":
    case null:
      return null;
  }
}

/** The sentence with the usage counters, and with the wear if that shows use, too. */
function usage(health: Health): Statement {
  const isWorn = (health.percentageUsed ?? 0) > usedPercent;
  const tenths = health.emmc?.lifeTenths ?? null;
  return tenths === null
    ? say("drive-age.seen", figures(health, isWorn ? [...counts, "percentageUsed"] : counts))
    : say("drive-age.seen-life", { tenths });
}

function sinceBought(fit: PurchaseFit, month: string | null): Statement {
  return month === null ? say("drive-age.bought") : say(`drive-age.bought-${fit}`, { month });
}

/** The named quantities that the drive reports, with their values in the same order. */
export function figures(health: Health, names: readonly HealthQuantity[]) {
  const known = names.filter((name) => health[name] !== null);
  const isWearLast = known.includes("percentageUsed") && health.wearAttribute?.isLast === true;
  return {
    quantities: known,
    values: known.map((name) => health[name]),
    ...(isWearLast ? { isWearLast } : {}),
  };
}
