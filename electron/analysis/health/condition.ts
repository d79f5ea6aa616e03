import {
  type ConditionSign,
  type CriticalWarning,
  conditionSigns,
  type Health,
  lifeExceeded,
} from "#contract/health";

/**
 * Judges the drive's condition from its own figures. Limits are the drive's own or the standard's,
 * and one odd number never means "failing": if two statements contradict each other, the sign names
 * the contradiction.
 */

/** At this value the rated endurance is used up (NVMe, Percentage Used). */
const ratedPercent = 100;

/**
 * Apple's drives set the spare threshold to 99 % and do not warn below it, so thresholds from 90 %
 * on are ignored.
 */
const oddThresholdPercent = 90;
/** The usual spare threshold, 10 %; less spare than this is low by any limit. */
const usualThresholdPercent = 10;

export type ConditionState =
  /** The drive reports that it fails or is read-only. */
  | "failing"
  /** The drive reports something that calls for care. */
  | "care"
  /** The drive counts faults that it has handled, so "no fault" would claim too much. */
  | "noted"
  | "well"
  | "not-known";

export interface Condition {
  readonly state: ConditionState;
  /** The signs, most severe first. */
  readonly signs: readonly ConditionSign[];
}

const grave: readonly ConditionSign[] = ["readonly", "degraded", "spare-low", "predicts-failure"];
/** Faults that the drive handles itself, with spare sectors. */
const notable: readonly ConditionSign[] = ["sectors-replaced"];

export function conditionOf(health: Health): Condition {
  const counted = [
    ...[...nvmeSigns(health), ...emmcSigns(health)],
    ...[...sectorSigns(health), ...selfTestSigns(health), ...pastSigns(health)],
    ...advisorySigns(health),
  ];
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

/** The counter behind each sign; the other signs have none. */
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

function nvmeSigns(health: Health): ConditionSign[] {
  const {
    percentageUsed,
    availableSparePercent: spare,
    spareThresholdPercent: threshold,
    criticalWarnings,
    mediaErrors,
  } = health;
  const has = (warning: CriticalWarning) => criticalWarnings?.includes(warning) ?? false;
  const signs: ConditionSign[] = [
    ...(has("readonly") ? (["readonly"] as const) : []),
    ...(has("degraded") ? (["degraded"] as const) : []),
    ...(has("volatile_mem") ? (["backup-failed"] as const) : []),
    ...(has("temperature") ? (["too-hot"] as const) : []),
    ...(has("pmr_readonly") ? (["memory-region-readonly"] as const) : []),
    ...((mediaErrors ?? 0) > 0 ? (["media-errors"] as const) : []),
    ...((percentageUsed ?? 0) >= ratedPercent ? (["rated-life-used"] as const) : []),
  ];
  const isKnown = spare !== null && threshold !== null;
  if (has("spare")) {
    signs.push(isKnown && spare > threshold ? "spare-contradicts" : "spare-low");
  } else if (isKnown && spare < threshold) {
    const isHeld = threshold < oddThresholdPercent || spare < usualThresholdPercent;
    signs.push(...(isHeld ? (["spare-below-limit"] as const) : []));
  }
  return signs;
}

/** An urgent reserve in eMMC memory corresponds to an NVMe drive's low spare. */
function emmcSigns({ emmc }: Health): ConditionSign[] {
  return [
    ...(emmc?.lifeTenths === lifeExceeded ? (["rated-life-used"] as const) : []),
    ...(emmc?.reserve === "urgent" ? (["spare-low"] as const) : []),
    ...(emmc?.reserve === "warning" ? (["reserve-warning"] as const) : []),
  ];
}

/** Signs from the sector counters; `badSectors` is a sum and counts only if no part is known. */
function sectorSigns(health: Health): ConditionSign[] {
  const { badSectors, reallocatedSectors, pendingSectors, uncorrectableSectors } = health;
  const isApart = reallocatedSectors !== null || pendingSectors !== null;
  return [
    ...((pendingSectors ?? 0) > 0 ? (["sectors-pending"] as const) : []),
    ...((uncorrectableSectors ?? 0) > 0 ? (["sectors-uncorrectable"] as const) : []),
    ...((reallocatedSectors ?? 0) > 0 ? (["sectors-replaced"] as const) : []),
    ...(!isApart && (badSectors ?? 0) > 0 ? (["sectors-bad"] as const) : []),
  ];
}

/** The self-assessment may say "passed" beside a test that found a part that cannot be read. */
function selfTestSigns({ selfTestFailed }: Health): ConditionSign[] {
  return selfTestFailed ? ["self-test-failed"] : [];
}

/** An attribute's value can recover; one that was at its threshold may get there again. */
function pastSigns({ onceFailingAttributes }: Health): ConditionSign[] {
  return onceFailingAttributes.length > 0 ? ["attribute-was-below-limit"] : [];
}

/** Seagate and others: 100 minus the air temperature; the threshold is the hottest allowed. */
const airflowTemperature = 190;
type AttributeAtLimit = NonNullable<Health["failingAttributes"]>[number];

const isAirHot = ({ id, isAdvisory }: AttributeAtLimit) =>
  isAdvisory === true && id === airflowTemperature;

/** Attributes at their limits, without those that only report heat. */
export function attributesBelow({ failingAttributes }: Health): readonly AttributeAtLimit[] {
  return (failingAttributes ?? []).filter((one) => !isAirHot(one));
}

/** Attributes at their limits that predict no failure by their flags, or whose flags are not known. */
function advisorySigns(health: Health): ConditionSign[] {
  const isBelow =
    health.hasFailingAttributes || attributesBelow(health).some(({ isAdvisory }) => isAdvisory);
  return [
    ...(health.failingAttributes?.some(isAirHot) ? (["too-hot"] as const) : []),
    ...(isBelow ? (["attribute-below-limit"] as const) : []),
  ];
}

/** Signs of data that the drive could not read back. */
export const losses: readonly CountedSign[] = [
  "media-errors",
  "sectors-pending",
  "sectors-uncorrectable",
];

/** `counted` holds the signs from all other figures. */
function assessmentSigns(health: Health, counted: readonly ConditionSign[]): ConditionSign[] {
  const { selfAssessment, failingAttributes, criticalWarnings, unknownWarning } = health;
  const hasFailing = failingAttributes?.some(({ isAdvisory }) => !isAdvisory) ?? false;
  if (selfAssessment === "failing") {
    // An NVMe drive's self-assessment follows from its critical warnings, which some systems only
    // sum up.
    const isHeat = criticalWarnings !== null && isAloneAmong(counted, "too-hot", health);
    if (isHeat || counted.some((sign) => grave.includes(sign))) {
      return [];
    }
    const isShown = counted.length > 0 || unknownWarning || countsImpossibly(health);
    const isDenied = (failingAttributes !== null && !hasFailing) || criticalWarnings?.length === 0;
    return [isDenied && !isShown ? "predicts-failure-alone" : "predicts-failure"];
  }
  // An unread self-assessment contradicts nothing.
  return hasFailing
    ? [selfAssessment === null ? "attribute-below-limit" : "assessment-contradicts"]
    : [];
}

/**
 * Whether the only sign is the temperature, too high or too low. False beside a warning of unknown
 * meaning or an impossible fault count, which may be another sign.
 */
export function isTemperatureAlone(health: Health): boolean {
  return isAloneIn(health, "too-hot");
}

/** Whether this is the drive's only sign, with the same exceptions. */
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

/** Fault counters; if one of them is impossible, "no fault" would claim too much. */
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
