import {
  type ConditionSign,
  type CriticalWarning,
  conditionSigns,
  type Health,
} from "#contract/health";

/**
 * What the drive's own figures say of its condition. Limits are the drive's own or the standard's, and
 * nothing is called failing on one odd number: where two of its statements contradict each other the
 * contradiction is what is said.
 */

/** The endurance the maker rates the drive for is used up (NVMe, Percentage Used). */
const ratedPercent = 100;

/** Apple's drives name 99 % and warn of nothing below it: such a limit is not one to be held to. */
const oddThresholdPercent = 90;
/** Most other drives name 10 %; what is below it is low by any limit. */
const usualThresholdPercent = 10;

export type ConditionState =
  /** The drive itself reports that it fails, or can only be read. */
  | "failing"
  /** Something the drive itself reports calls for care. */
  | "care"
  /** It counts what it has dealt with, beside which "no fault" would say too much. */
  | "noted"
  | "well"
  | "not-known";

export interface Condition {
  readonly state: ConditionState;
  /** Gravest first. */
  readonly signs: readonly ConditionSign[];
}

const grave: readonly ConditionSign[] = ["readonly", "degraded", "spare-low", "predicts-failure"];
/** A drive deals with these, and has spare sectors for them. */
const notable: readonly ConditionSign[] = ["sectors-replaced"];

export function conditionOf(health: Health): Condition {
  const counted = [...nvmeSigns(health), ...sectorSigns(health)];
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

/** What the drive counts of what a sign names; the other signs are no counts. */
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

/** Sectors by their counters; their sum is looked at only where neither counter is known. */
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

/** What the drive could not read back. */
export const losses: readonly CountedSign[] = [
  "media-errors",
  "sectors-pending",
  "sectors-uncorrectable",
];

/** `counted` are the signs of all else that the drive shows. */
function assessmentSigns(health: Health, counted: readonly ConditionSign[]): ConditionSign[] {
  const { selfAssessment, failingAttributes, criticalWarnings, unknownWarning } = health;
  const hasFailing = (failingAttributes?.length ?? 0) > 0;
  if (selfAssessment === "failing") {
    // NVMe drives assess themselves by their warnings; some systems sum these up.
    if (counted.some((sign) => grave.includes(sign))) {
      return [];
    }
    const isShown = counted.length > 0 || unknownWarning || countsImpossibly(health);
    const isDenied = (failingAttributes !== null && !hasFailing) || criticalWarnings?.length === 0;
    return [isDenied && !isShown ? "predicts-failure-alone" : "predicts-failure"];
  }
  // What was not read contradicts nothing.
  return hasFailing
    ? [selfAssessment === null ? "attribute-below-limit" : "assessment-contradicts"]
    : [];
}

/** Counters of faults: without a figure that can be true "no fault" would say too much. */
const ofFaults: readonly Health["impossible"][number]["quantity"][] = Object.values(counterOf);

function countsImpossibly({ impossible }: Health): boolean {
  return impossible.some(({ quantity }) => ofFaults.includes(quantity));
}

/** Something that would have shown a fault was read and shows none. */
function saysWell(health: Health): boolean {
  const { selfAssessment, criticalWarnings, unknownWarning, failingAttributes } = health;
  const isShown =
    selfAssessment === "passed" || criticalWarnings !== null || failingAttributes !== null;
  return isShown && !unknownWarning && !countsImpossibly(health);
}
