import {
  type ConditionSign,
  type CriticalWarning,
  conditionSigns,
  type Health,
} from "../../contract/health";

/**
 * What the drive's own figures say of its condition. Limits are the drive's own or the standard's, and
 * nothing is called failing on one odd number: where two of its statements contradict each other the
 * contradiction is what is said.
 */

/** The endurance the maker rates the drive for is used up (NVMe, Percentage Used). */
const ratedPercent = 100;

/** Apple's drives name 99 % and warn of nothing below it: such a limit is not one to be held to. */
const oddThresholdPercent = 90;

export type ConditionState =
  /** The drive itself reports that it fails, or can only be read. */
  | "failing"
  /** Something the drive itself reports calls for care. */
  | "care"
  | "well"
  | "not-known";

export interface Condition {
  readonly state: ConditionState;
  /** Gravest first. */
  readonly signs: readonly ConditionSign[];
}

const grave: readonly ConditionSign[] = [
  "readonly",
  "degraded",
  "spare-used-up",
  "predicts-failure",
];

export function conditionOf(health: Health): Condition {
  const found = new Set([...nvmeSigns(health), ...ataSigns(health)]);
  const signs = conditionSigns.filter((sign) => found.has(sign));
  if (signs.length > 0) {
    return { state: signs.some((sign) => grave.includes(sign)) ? "failing" : "care", signs };
  }
  return { state: saysWell(health) ? "well" : "not-known", signs };
}

function nvmeSigns(health: Health): ConditionSign[] {
  const {
    percentageUsed,
    availableSparePercent: spare,
    spareThresholdPercent: threshold,
    criticalWarnings,
  } = health;
  const has = (warning: CriticalWarning) => criticalWarnings?.includes(warning) ?? false;
  const isBelow = spare === null || threshold === null ? null : spare < threshold;
  const signs: ConditionSign[] = [
    ...(has("readonly") ? (["readonly"] as const) : []),
    ...(has("degraded") ? (["degraded"] as const) : []),
    ...(has("volatile_mem") ? (["backup-failed"] as const) : []),
    ...(has("temperature") ? (["too-hot"] as const) : []),
    ...(has("pmr_readonly") ? (["memory-region-readonly"] as const) : []),
    ...((percentageUsed ?? 0) >= ratedPercent ? (["rated-life-used"] as const) : []),
  ];
  if (has("spare")) {
    signs.push(isBelow === false ? "spare-contradicts" : "spare-used-up");
  }
  if (isBelow === true && !has("spare") && (threshold ?? 0) < oddThresholdPercent) {
    signs.push("spare-below-limit");
  }
  return signs;
}

function ataSigns({
  selfAssessment,
  failingAttributes,
  criticalWarnings,
}: Health): ConditionSign[] {
  const isFailing = selfAssessment === "failing";
  // NVMe drives assess themselves by their warnings; some systems sum these up.
  if (isFailing && (criticalWarnings?.length ?? 0) > 0) {
    return [];
  }
  const hasFailing = (failingAttributes?.length ?? 0) > 0;
  if (isFailing) {
    const contradicts =
      (failingAttributes !== null && !hasFailing) || criticalWarnings?.length === 0;
    return [contradicts ? "assessment-contradicts" : "predicts-failure"];
  }
  return hasFailing ? ["assessment-contradicts"] : [];
}

/** Something that would have shown a fault was read and shows none. */
function saysWell({ selfAssessment, criticalWarnings, failingAttributes }: Health): boolean {
  return selfAssessment === "passed" || criticalWarnings !== null || failingAttributes !== null;
}
