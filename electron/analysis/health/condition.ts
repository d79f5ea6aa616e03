import {
  type ConditionSign,
  type CriticalWarning,
  conditionSigns,
  type Health,
  lifeExceeded,
} from "#contract/health";

/**
 * The drive's condition by its own figures. Limits are the drive's or the standard's, and one odd
 * number never means "failing". Statements that contradict each other count as a separate sign of a
 * fault, such as `spare-contradicts`.
 */

/** At this Percentage Used (NVMe) the rated endurance is used up. */
const ratedPercent = 100;

/**
 * A spare threshold of 90 % or more is ignored: Apple's drives set 99 % and do not warn below it.
 */
const oddThresholdPercent = 90;
/** The usual spare threshold, 10 %; less spare than this is low by any limit. */
const usualThresholdPercent = 10;

export type ConditionState =
  /** The drive reports that it fails or is read-only. */
  | "failing"
  | "care"
  /** The drive counts faults that it has handled, so "no fault" would claim too much. */
  | "noted"
  | "well"
  | "not-known";

/** How serious each state is, for its colour and symbol. */
export const severityOf = {
  failing: "bad",
  care: "caution",
  noted: "info",
  well: "good",
  "not-known": "info",
} as const satisfies Record<ConditionState, "bad" | "caution" | "info" | "good">;

export interface Condition {
  readonly state: ConditionState;
  /** The signs of faults, most severe first. */
  readonly signs: readonly ConditionSign[];
}

const grave: readonly ConditionSign[] = ["readonly", "degraded", "spare-low", "predicts-failure"];
/** Faults that the drive handles itself, with spare sectors. */
const notable: readonly ConditionSign[] = ["sectors-replaced"];

export function conditionOf(health: Health): Condition {
  const counted = countedSigns(health);
  const found = new Set([...counted, ...assessmentSigns(health, counted)]);
  const signs = conditionSigns.filter((sign) => found.has(sign));
  const has = (kind: readonly ConditionSign[]) => signs.some((sign) => kind.includes(sign));
  if (has(grave)) {
    return { state: "failing", signs };
  }
  if (signs.some((sign) => !notable.includes(sign))) {
    return { state: "care", signs };
  }
  if (has(notable)) {
    return { state: "noted", signs };
  }
  return { state: saysWell(health) ? "well" : "not-known", signs };
}

/** The health counter behind each sign of a fault; signs without a counter are not listed. */
const counterOf = {
  "media-errors": "mediaErrors",
  "sectors-pending": "pendingSectors",
  "sectors-uncorrectable": "uncorrectableSectors",
  "sectors-replaced": "reallocatedSectors",
  "sectors-bad": "badSectors",
} as const satisfies Partial<Record<ConditionSign, keyof Health>>;

type CountedSign = keyof typeof counterOf;

export function isCounted(sign: ConditionSign): sign is CountedSign {
  return sign in counterOf;
}

export function countOf(sign: CountedSign, health: Health): number {
  return health[counterOf[sign]] ?? 0;
}

/** The signs of faults in single figures, whatever the drive's self-assessment says. */
function countedSigns(health: Health): ConditionSign[] {
  const { criticalWarnings, availableSparePercent: spare, spareThresholdPercent: limit } = health;
  const { reallocatedSectors, pendingSectors, failingAttributes, emmc } = health;
  const warns = (warning: CriticalWarning) => criticalWarnings?.includes(warning) ?? false;
  const counts = (count: number | null) => (count ?? 0) > 0;
  const isKnown = spare !== null && limit !== null;
  const isAbove = isKnown && spare > limit;
  const isHeld = isKnown && (limit < oddThresholdPercent || spare < usualThresholdPercent);
  const isSumApart = reallocatedSectors !== null || pendingSectors !== null;
  const shown: Partial<Record<ConditionSign, boolean>> = {
    readonly: warns("readonly"),
    degraded: warns("degraded"),
    // The eMMC reserve level "urgent" (nearly all spare blocks used) corresponds to an NVMe drive's
    // low spare.
    "spare-low": (warns("spare") && !isAbove) || emmc?.reserve === "urgent",
    "backup-failed": warns("volatile_mem"),
    "too-hot": warns("temperature") || (failingAttributes?.some(isAirHot) ?? false),
    "memory-region-readonly": warns("pmr_readonly"),
    "media-errors": counts(health.mediaErrors),
    "sectors-pending": counts(pendingSectors),
    "sectors-uncorrectable": counts(health.uncorrectableSectors),
    // The self-assessment may say "passed" although a self-test found sectors that cannot be read.
    "self-test-failed": health.selfTestFailed,
    "rated-life-used":
      (health.percentageUsed ?? 0) >= ratedPercent || emmc?.lifeTenths === lifeExceeded,
    "reserve-warning": emmc?.reserve === "warning",
    "spare-below-limit": !warns("spare") && isHeld && spare < limit,
    "spare-contradicts": warns("spare") && isAbove,
    // Attributes below their limit whose flags predict no failure or are not known. Those that
    // predict a failure count with the self-assessment.
    "attribute-below-limit":
      health.hasFailingAttributes || attributesBelow(health).some(({ isAdvisory }) => isAdvisory),
    // An attribute's value can recover; one that was at its threshold may fall to it again.
    "attribute-was-below-limit": health.onceFailingAttributes.length > 0,
    "sectors-replaced": counts(reallocatedSectors),
    // The sum of bad sectors counts only if no part of the sum is known.
    "sectors-bad": !isSumApart && counts(health.badSectors),
  };
  return conditionSigns.filter((sign) => shown[sign]);
}

/**
 * ATA attribute (Seagate and others): its value is 100 minus the air temperature, its threshold 100
 * minus the hottest allowed.
 */
const airflowTemperature = 190;
type AttributeAtLimit = NonNullable<Health["failingAttributes"]>[number];

const isAirHot = ({ id, isAdvisory }: AttributeAtLimit) =>
  isAdvisory === true && id === airflowTemperature;

/** Attributes at their limits, without those that only report heat. */
export function attributesBelow({ failingAttributes }: Health): readonly AttributeAtLimit[] {
  return (failingAttributes ?? []).filter((one) => !isAirHot(one));
}

/** Signs of data that the drive could not read back. */
export const losses: readonly CountedSign[] = [
  "media-errors",
  "sectors-pending",
  "sectors-uncorrectable",
];

/** The signs from the drive's self-assessment; `counted` holds the signs from all other figures. */
function assessmentSigns(health: Health, counted: readonly ConditionSign[]): ConditionSign[] {
  const { selfAssessment, failingAttributes, criticalWarnings, unknownWarning } = health;
  const hasFailing = failingAttributes?.some(({ isAdvisory }) => !isAdvisory) ?? false;
  if (selfAssessment === "failing") {
    // An NVMe drive's self-assessment fails because of its critical warnings, so a failure beside
    // nothing but heat only repeats the warning.
    const isHeat = criticalWarnings !== null && isAloneAmong(counted, "too-hot", health);
    if (isHeat || counted.some((sign) => grave.includes(sign))) {
      return [];
    }
    const isShown = counted.length > 0 || unknownWarning || countsImpossibly(health);
    const isDenied = (failingAttributes !== null && !hasFailing) || criticalWarnings?.length === 0;
    return [isDenied && !isShown ? "predicts-failure-alone" : "predicts-failure"];
  }
  // If the self-assessment could not be read, it cannot contradict the failing attributes.
  return hasFailing
    ? [selfAssessment === null ? "attribute-below-limit" : "assessment-contradicts"]
    : [];
}

/** Whether too high or too low a temperature is the drive's only sign of a fault. */
export function isTemperatureAlone(health: Health): boolean {
  return isAloneIn(health, "too-hot");
}

/**
 * Whether `sign` is the drive's only sign of a fault. False beside a warning of unknown meaning or
 * an impossible fault count, because either may be a sign as well.
 */
export function isAloneIn(health: Health, sign: ConditionSign): boolean {
  return isAloneAmong(conditionOf(health).signs, sign, health);
}

function isAloneAmong(
  signs: readonly ConditionSign[],
  only: ConditionSign,
  health: Health,
): boolean {
  const isAlone = signs.length > 0 && signs.every((sign) => sign === only);
  return isAlone && !mayReportFault(health);
}

const ofFaults: readonly Health["impossible"][number]["quantity"][] = Object.values(counterOf);

function countsImpossibly({ impossible }: Health): boolean {
  return impossible.some(({ quantity }) => ofFaults.includes(quantity));
}

/** Whether the drive reports something of unknown meaning that may be a fault. */
export function mayReportFault(health: Health): boolean {
  return health.unknownWarning || countsImpossibly(health);
}

/** Whether a source that would have shown a fault was read and shows none. */
function saysWell(health: Health): boolean {
  const { selfAssessment, criticalWarnings, failingAttributes, emmc } = health;
  const isShown =
    selfAssessment === "passed" ||
    [criticalWarnings, failingAttributes, emmc?.reserve].some((shown) => shown != null);
  return isShown && !mayReportFault(health);
}
