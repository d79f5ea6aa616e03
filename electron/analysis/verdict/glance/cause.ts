import { ordinarySaveMode } from "#contract/flush-mode";
import { isPowerCutReport } from "#contract/report";
import type { Finding, Mark } from "#contract/verdict";
import {
  countedFlushes,
  everyFlushPerSave,
  type Facts,
  isModeRefused,
  isOrdinaryUntried,
  type UnjudgedReport,
} from "../../facts/facts";
import { isCutAtOnce } from "../../facts/thing";
import { isShortOfFlushes } from "../../facts/worth";
import { isMemory, isPlaceUnknown, machineOf, mayDropSyncsUnseen } from "../../guarantee";
import { fewestFlushesIn } from "../../workloads";
import { hasFailedTest } from "../failures";
import { hangOf } from "../pauses";
import { fullFlushRefused } from "../saved";

/**
 * The one cause that decides the overall judgement (such as `bad`), the headline and the answer
 * about data, so that they cannot disagree. Listed from known faults to good results.
 */
export type Cause = Fault | Doubt | Ending | Unseen | Cuts | Well;

/** Faults, each with the overall judgement `bad`. */
export const faults = [
  // A drive of a false size loses saves without any power cut.
  "capacity-false",
  "capacity-false-or-damaged",
  "power-cut-lost",
  "capacity-damaged",
  "capacity-old-files",
  "data-differs",
  "commits-lost",
  "drive-error",
  "mode-failed",
  "holds-less",
  "health-failing",
  "memory-file-system",
  "syncs-dropped",
  "barriers-off",
  "flushes-missing",
  "other-saves-unflushed",
  "other-fault",
] as const;
type Fault = (typeof faults)[number];

/** Reasons for caution, each with the overall judgement `care`. */
export const doubts = [
  "health-care",
  "changed-without-cut",
  "flushes-too-few",
  "some-saves-unflushed",
  "outpaced",
  "faster-than-disk-turns",
  "hang",
  "sold-as-new",
] as const;
type Doubt = (typeof doubts)[number];

/** Reasons for an early end, each with the overall judgement `early`. */
export const endings = [
  "volume-gone",
  "volume-full",
  "stopped",
  "test-failed",
  "broke-off",
] as const;
type Ending = (typeof endings)[number];

/**
 * The data is stored elsewhere: tests and power cuts on this computer prove nothing about that
 * storage.
 */
export const elsewheres = ["network", "virtual-machine", "virtual-drive", "place-unknown"] as const;
type Elsewhere = (typeof elsewheres)[number];

/** Reasons that leave open whether data is safe, each with the overall judgement `open`. */
export const unseens = [
  ...(["cut-not-proven", "cut-unreached"] as const),
  ...elsewheres,
  "not-planned",
  "full-flush-refused",
  "ordinary-refused",
  "ordinary-untried",
  "nothing-measured",
  "zfs",
  "too-fast",
  "cache-not-known",
] as const;
type Unseen = (typeof unseens)[number];

/** A plug test without losses: overall judgement `few` or, from thirty cuts on, `fine`. */
type Cuts = "cuts-few" | "cuts-many";

/** All tests passed: overall judgement `good` if flushes were counted at the drive, else `fine`. */
type Well = "counted" | "on-their-word";

/**
 * With fewer power cuts than this, the upper bound of the share of cuts that lose data is above one
 * in ten (rule of three).
 */
export const manyCuts = 30;

/** A report with its findings, in words or as data. */
export interface Found extends UnjudgedReport {
  readonly verdict: { readonly findings: readonly Pick<Finding, "code" | "severity">[] };
}

export function causeOf(report: Found, facts: Facts): Cause {
  return (
    faultOf(report) ??
    doubtOf(report, facts) ??
    endingOf(report) ??
    elsewhereOf(report) ??
    ofPowerCutTest(report) ??
    unseenOf(report, facts) ??
    wellOf(facts)
  );
}

export function markOf(cause: Cause): Mark {
  const isIn = (causes: readonly Cause[]) => causes.includes(cause);
  if (isIn(faults)) {
    return "bad";
  }
  if (isIn(doubts)) {
    return "care";
  }
  if (isIn(endings)) {
    return "early";
  }
  if (isIn(unseens)) {
    return "open";
  }
  return cause === "cuts-few" ? "few" : cause === "counted" ? "good" : "fine";
}

function has({ verdict }: Found, code: string, severity?: Finding["severity"]): boolean {
  return verdict.findings.some(
    (finding) => finding.code === code && (severity === undefined || finding.severity === severity),
  );
}

/**
 * Mounts and settings with which no save survives a power cut: they explain losses, not the drive.
 */
export const settings = [
  "memory-file-system",
  "syncs-dropped",
  "barriers-off",
] as const satisfies readonly Fault[];

function faultOf(report: Found): Fault | null {
  const isFound = (code: Fault) => has(report, code, "bad");
  const isExplained = settings.some(isFound);
  const named = faults.find(
    // If a setting explains the losses in power cuts, they are no fault; all other faults still
    // count.
    (fault) => isFound(fault) && !(fault === "power-cut-lost" && isExplained),
  );
  const isBad = report.verdict.findings.some(({ severity }) => severity === "bad");
  return named ?? (isBad ? "other-fault" : null);
}

function doubtOf(report: Found, facts: Facts): Doubt | null {
  if (report.error?.code === "volume-gone") {
    // The verdict does not judge figures measured before the drive was removed.
    return null;
  }
  // Data changed without a power cut. Modes that do not promise to survive one are ignored, because
  // a crash of the system may lose their data, too.
  const isChanged =
    isPowerCutReport(report) &&
    report.powerCut?.tests.some(({ modes }) =>
      modes.some(({ doubt, lossExpected }) => doubt === "changed-without-cut" && !lossExpected),
    );
  const isSoldAsNew =
    has(report, "drive-used", "caution") || has(report, "drive-heavily-used", "caution");
  const found: Readonly<Record<Doubt, boolean>> = {
    "health-care": has(report, "health-care"),
    "changed-without-cut": isChanged === true,
    "flushes-too-few": has(report, "flushes-too-few"),
    "some-saves-unflushed":
      has(report, "other-saves-unflushed", "caution") ||
      has(report, "commits-unconfirmed") ||
      isShortOfFlushes(fewestFlushesIn(report), report),
    outpaced: has(report, "saves-outpace-writing"),
    "faster-than-disk-turns": has(report, "faster-than-disk-turns"),
    // A hang counts only on this computer's drives: on other storage a network may cause it.
    hang: hangOf(facts) !== null && elsewhereOf(report) === null,
    "sold-as-new": isSoldAsNew,
  };
  return doubts.find((doubt) => found[doubt]) ?? null;
}

function endingOf(report: Found): Ending | null {
  const { error, partial } = report;
  switch (error?.code) {
    case "volume-gone":
    case "volume-full":
      return error.code;
    case undefined:
      return lacksTest(report) ? "test-failed" : partial ? "stopped" : null;
    default:
      return "broke-off";
  }
}

/** Whether a planned test failed or its data was never compared. */
function lacksTest(report: Found): boolean {
  return (
    hasFailedTest(report) ||
    has(report, "commits-failed") ||
    (!report.partial && has(report, "not-verified"))
  );
}

function ofPowerCutTest(report: Found): Unseen | Cuts | null {
  const { powerCut } = report;
  if (!isPowerCutReport(report) || powerCut === null) {
    return null;
  }
  if (powerCut.cuts === 0) {
    const isOther = powerCut.modes.some(({ lossExpected, cuts }) => !lossExpected && cuts > 0);
    return isOther ? "cut-unreached" : "cut-not-proven";
  }
  // Cuts that only a person reports do not count towards certainty.
  return powerCut.confirmedCuts >= manyCuts ? "cuts-many" : "cuts-few";
}

/**
 * Whether a power cut of this computer shows what becomes of saves. Memory keeps none, storage
 * elsewhere keeps its power, and of several drives one that still has power can hide another's
 * loss.
 */
export function canBeCut(report: Pick<Found, "volume" | "host">): boolean {
  return elsewhereOf(report) === null && !isMemory(report.volume) && isCutAtOnce(report);
}

export function elsewhereOf({ volume, host }: Pick<Found, "volume" | "host">): Elsewhere | null {
  const applies: Readonly<Record<Elsewhere, boolean>> = {
    network: volume.drive.kind === "network",
    "virtual-machine": machineOf(host) !== null,
    "virtual-drive": volume.drive.kind === "virtual",
    "place-unknown": isPlaceUnknown(volume),
  };
  return elsewheres.find((reason) => applies[reason] && !isMemory(volume)) ?? null;
}

function unseenOf(report: Found, facts: Facts): Unseen | null {
  const { volume } = report;
  const { evidence, safe, suspicion, measured, saves } = facts;
  const reasons: readonly (readonly [Unseen, boolean])[] = [
    ["not-planned", !saves.isPlanned],
    ["full-flush-refused", safe === null && fullFlushRefused(facts)],
    ["ordinary-refused", isModeRefused(facts, ordinarySaveMode(report.host.os))],
    ["ordinary-untried", isOrdinaryUntried(facts)],
    ["nothing-measured", measured.length === 0 || safe === null],
    ["zfs", mayDropSyncsUnseen(volume)],
    ["too-fast", suspicion !== null],
    [
      "cache-not-known",
      evidence === "flushes-not-seen" || evidence === "cache-state-assumed" || evidence === null,
    ],
  ];
  return reasons.find(([, applies]) => applies && !isMemory(volume))?.[0] ?? null;
}

function wellOf(facts: Facts): Well {
  const { verification } = facts.report;
  const isCompared = verification?.aroundCache === true && verification.blocksChecked > 0;
  const isEachCounted =
    facts.evidence === "flushes-seen" && lowestFlushesPerSave(facts) >= everyFlushPerSave;
  return isEachCounted && isCompared ? "counted" : "on-their-word";
}

/**
 * The fewest flushes per save in any mode that promises to survive a power cut and in any other
 * workload, but at most 1; 1 if nothing was counted.
 */
export function lowestFlushesPerSave({ measured, report }: Facts): number {
  const promising = measured.filter(({ guarantee }) => guarantee === "power-loss");
  const counts = [...promising.map(countedFlushes), fewestFlushesIn(report)];
  return Math.min(1, ...counts.filter((count) => count !== null));
}
